package dev.assay.gate;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a person's Assay keeps its things, and how to reach the one that runs. */
public final class AssayHome {

  private static final String URL_DEFAULT = "http://127.0.0.1:7070";

  private AssayHome() {}

  /** {@code $ASSAY_DATA_DIR}, or {@code .assay} in the home directory. */
  public static Path directory(Map<String, String> environment) {
    String named = environment.getOrDefault("ASSAY_DATA_DIR", "");
    return named.isEmpty() ? Path.of(System.getProperty("user.home"), ".assay") : Path.of(named);
  }

  /** The running system: as named, else {@code $ASSAY_URL}, else the usual address. */
  static URI url(@Nullable String named, Map<String, String> environment) {
    String address = named == null ? environment.getOrDefault("ASSAY_URL", "") : named;
    try {
      URI url = URI.create(address.isEmpty() ? URL_DEFAULT : address);
      if (url.getHost() != null) {
        return url;
      }
    } catch (IllegalArgumentException _) {
      // The answer below is for both.
    }
    throw new GateException(
        "USAGE", "expected an address like " + URL_DEFAULT + " in --url or $ASSAY_URL");
  }

  /**
   * The token: of the named file, else {@code $ASSAY_TOKEN}, else the embedded system's for agents,
   * never the operator's; null when there is none.
   */
  static @Nullable String token(@Nullable Path named, Map<String, String> environment) {
    String variable = environment.getOrDefault("ASSAY_TOKEN", "");
    if (named == null && !variable.isEmpty()) {
      return variable;
    }
    Path file = named == null ? directory(environment).resolve("tokens").resolve("agent") : named;
    if (named == null && !Files.exists(file)) {
      return null;
    }
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new GateException(
          "TOKEN_UNREADABLE",
          "expected a readable token file, found "
              + e.getClass().getSimpleName()
              + " for "
              + file
              + "; name it with --token-file");
    }
  }
}
