package dev.assay.agencyverify.agency;

import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Repository ids for paths that a person gives or stands in. */
public final class Repositories {

  private Repositories() {}

  /** The id of the repository around {@code directory}, or empty outside any. */
  public static Optional<String> idOf(Path directory, Map<String, String> environment)
      throws InterruptedException {
    return GitRepository.idOf(directory, environment);
  }

  /** The id of the repository at {@code path}, which must be one. */
  public static String require(String path, Path workingDirectory, Map<String, String> environment)
      throws AgencyFailure, InterruptedException {
    try {
      Optional<String> id = idOf(workingDirectory.resolve(path).normalize(), environment);
      if (id.isPresent()) {
        return id.get();
      }
    } catch (InvalidPathException _) {
      throw invalid(path);
    }
    throw invalid(path);
  }

  private static AgencyFailure invalid(String path) {
    return new AgencyFailure(
        AgencyCode.INVALID_REPO_PATH,
        "expected --repo to name a directory of a git repository, found '%s'; check the path"
            .formatted(path));
  }
}
