package dev.assay.workspace;

import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** Unpacks artifacts into the scratch directory of a run; any number of them. */
public final class Workspaces {

  private static final int COPY_BYTES = 64 * 1024;

  private Workspaces() {}

  /**
   * Unpacks {@code artifact} into a directory of its own.
   *
   * @throws DependencyUnavailableException when the artifact cannot be read or the scratch
   *     directory not written, as on a full disk
   * @throws IOException as {@link VerificationScope#open} throws it
   * @throws InterruptedException when the run's budget is over
   */
  public static Extraction unpack(
      ArtifactRef artifact, VerificationScope scope, WorkspaceLimits limits)
      throws IOException, InterruptedException {
    if (artifact.size() > limits.archiveBytesMax()) {
      return WorkspaceArchive.tooLarge(limits);
    }
    Path place;
    try {
      place = Files.createTempDirectory(scope.scratch(), "workspace-");
    } catch (IOException e) {
      throw unavailable(e);
    }
    Path archive = place.resolve("archive");
    copy(artifact, archive, limits.archiveBytesMax(), scope);
    try {
      Extraction extraction =
          WorkspaceArchive.extract(archive, place.resolve("tree"), limits, scope.deadline());
      Files.delete(archive);
      return extraction;
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  /** Copies one byte more than allowed at most: enough to be seen to be too many. */
  private static void copy(
      ArtifactRef artifact, Path archive, long bytesMax, VerificationScope scope)
      throws IOException, InterruptedException {
    LongSupplier nanosLeft = scope.deadline();
    byte[] buffer = new byte[COPY_BYTES];
    try (InputStream in = scope.open(artifact);
        OutputStream out = opened(archive)) {
      long copied = 0;
      for (int read = in.read(buffer); read >= 0 && copied <= bytesMax; read = in.read(buffer)) {
        Deadline.check(nanosLeft);
        write(out, buffer, read);
        copied += read;
      }
    }
  }

  private static OutputStream opened(Path archive) throws DependencyUnavailableException {
    try {
      return Files.newOutputStream(archive);
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  private static void write(OutputStream out, byte[] buffer, int length)
      throws DependencyUnavailableException {
    try {
      out.write(buffer, 0, length);
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  private static DependencyUnavailableException unavailable(IOException cause) {
    return new DependencyUnavailableException("to write the scratch directory", cause);
  }
}
