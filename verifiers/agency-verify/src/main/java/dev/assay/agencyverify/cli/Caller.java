package dev.assay.agencyverify.cli;

import dev.assay.agencyverify.agency.AgencyFailure;
import dev.assay.agencyverify.agency.DataDirectory;
import dev.assay.agencyverify.agency.Repositories;
import dev.assay.agencyverify.agency.RunCatalog;
import dev.assay.agencyverify.agency.RunLocation;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Who typed a command: environment, place and the streams that show the result.
 *
 * @param environment decides the data directory and is passed on to scripts
 * @param workingDirectory the directory relative paths start from
 */
public record Caller(
    Map<String, String> environment, Path workingDirectory, PrintStream out, PrintStream err) {

  /** The caller of this JVM. */
  public static Caller ofThisProcess(PrintStream out, PrintStream err) {
    return new Caller(System.getenv(), Path.of("").toAbsolutePath(), out, err);
  }

  RunCatalog catalog() {
    return new RunCatalog(
        DataDirectory.of(environment, System.getProperty("os.name"), workingDirectory));
  }

  /**
   * The run {@code word} means, names taken from the repository {@code --repo} points to, if any.
   */
  RunLocation find(String word, Optional<String> repo) throws AgencyFailure, InterruptedException {
    Optional<String> named = repo.isPresent() ? Optional.of(repoId(repo.get())) : Optional.empty();
    return catalog().resolve(word, named, () -> Repositories.idOf(workingDirectory, environment));
  }

  String repoId(String path) throws AgencyFailure, InterruptedException {
    return Repositories.require(path, workingDirectory, environment);
  }
}
