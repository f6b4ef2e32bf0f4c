package dev.assay.reexecution;

import dev.assay.process.ProcessRunner;
import dev.assay.reexecution.ReexecutionSettings.Source;
import dev.assay.reexecution.TrustedFiles.TrustedFile;
import dev.assay.reexecution.TrustedFiles.UnavailableException;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A place on the worker's disk that the operator trusts.
 *
 * @param place the directory or the repository
 * @param settings what the settings say of it
 */
record TrustedSource(Path place, Source settings) {

  private static final String GIT_DIRECTORY = ".git";

  /**
   * The source of {@code settings}.
   *
   * @throws IllegalArgumentException when there is no such directory
   */
  static TrustedSource of(Source settings, Path home) {
    String given =
        settings.directory() == null
            ? Objects.requireNonNull(settings.git())
            : settings.directory();
    Path place = home.resolve(given);
    if (!Files.isDirectory(place)) {
      throw new IllegalArgumentException(
          "expected the directory " + place + " of an overlay, found none");
    }
    try {
      return new TrustedSource(place.toRealPath(), settings); // a link would be listed as no files
    } catch (IOException e) {
      throw new IllegalArgumentException("expected the directory " + place + " of an overlay", e);
    }
  }

  /** Whether what the execution tells as its commit has a part in what is trusted. */
  boolean followsTarget() {
    return Source.TARGET.equals(settings.commit());
  }

  /**
   * Looks what is there now.
   *
   * @param target the commit that the execution names, which nobody vouches for
   */
  TrustedFiles read(@Nullable String target, VerificationScope scope, ProcessRunner runner)
      throws UnavailableException, IOException, InterruptedException {
    return settings.git() == null
        ? new DirectoryFiles(listed())
        : GitFiles.of(this, target, scope, runner);
  }

  private NavigableMap<String, BasicFileAttributes> listed() throws UnavailableException {
    NavigableMap<String, BasicFileAttributes> all = new TreeMap<>();
    try {
      var _ =
          Files.walkFileTree(
              place,
              new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(
                    Path directory, BasicFileAttributes attributes) {
                  return directory.endsWith(GIT_DIRECTORY)
                      ? FileVisitResult.SKIP_SUBTREE
                      : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                  all.put(place.relativize(file).toString(), attributes);
                  return all.size() > ReexecutionLimits.TRUSTED_FILES_MAX
                      ? FileVisitResult.TERMINATE
                      : FileVisitResult.CONTINUE;
                }
              });
    } catch (IOException e) {
      throw new UnavailableException("the directory of an overlay cannot be read");
    }
    if (all.size() > ReexecutionLimits.TRUSTED_FILES_MAX) {
      throw new UnavailableException(
          "the directory of an overlay has more than "
              + ReexecutionLimits.TRUSTED_FILES_MAX
              + " files");
    }
    return all;
  }

  /** Fails when files are more than are laid over a workspace. */
  static void requireFew(int files, long bytes) throws UnavailableException {
    if (files > ReexecutionLimits.TRUSTED_FILES_USED_MAX
        || bytes > ReexecutionLimits.TRUSTED_BYTES_MAX) {
      throw new UnavailableException(
          "the patterns match more than %d files or %d bytes of an overlay's source"
              .formatted(
                  ReexecutionLimits.TRUSTED_FILES_USED_MAX, ReexecutionLimits.TRUSTED_BYTES_MAX));
    }
  }

  static UnavailableException noPlainFile() {
    return new UnavailableException(
        "the patterns match a link or a submodule of an overlay's source; name plain files");
  }

  private final class DirectoryFiles implements TrustedFiles {

    private final NavigableMap<String, BasicFileAttributes> all;

    DirectoryFiles(NavigableMap<String, BasicFileAttributes> all) {
      this.all = all;
    }

    @Override
    public String identity() {
      return "directory";
    }

    @Override
    public NavigableMap<String, TrustedFile> files(Predicate<String> fits)
        throws UnavailableException {
      NavigableMap<String, TrustedFile> found = new TreeMap<>();
      long bytes = 0;
      for (Map.Entry<String, BasicFileAttributes> file : all.entrySet()) {
        if (fits.test(file.getKey())) {
          if (!file.getValue().isRegularFile()) {
            throw noPlainFile();
          }
          bytes += file.getValue().size();
          Path content = place.resolve(file.getKey());
          found.put(file.getKey(), new TrustedFile(content, Files.isExecutable(content)));
          requireFew(found.size(), bytes);
        }
      }
      return found;
    }
  }
}
