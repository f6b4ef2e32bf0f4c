package dev.assay.agencyverify.agency;

import java.nio.file.Path;
import java.util.Map;

/** The root of agency's files: {@code repos/<repo_id>/runs/<run_id>/}. */
public record DataDirectory(Path root) {

  /**
   * The directory the environment points to: {@code AGENCY_DATA_DIR}, else the platform's place for
   * user data.
   *
   * @param workingDirectory what a relative {@code AGENCY_DATA_DIR} is relative to
   */
  public static DataDirectory of(
      Map<String, String> environment, String osName, Path workingDirectory) {
    String named = environment.getOrDefault("AGENCY_DATA_DIR", "");
    if (!named.isEmpty()) {
      return new DataDirectory(workingDirectory.resolve(named).toAbsolutePath().normalize());
    }
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    if (osName.startsWith("Mac")) {
      return new DataDirectory(Path.of(home, "Library", "Application Support", "agency"));
    }
    String xdg = environment.getOrDefault("XDG_DATA_HOME", "");
    return new DataDirectory(
        xdg.isEmpty() ? Path.of(home, ".local", "share", "agency") : Path.of(xdg, "agency"));
  }

  Path repos() {
    return root.resolve("repos");
  }
}
