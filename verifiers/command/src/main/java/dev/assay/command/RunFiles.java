package dev.assay.command;

import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.exchange.RequestDocument;
import dev.assay.verifier.exchange.RequestDocument.Artifact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What one run of a command finds in the file system.
 *
 * @param artifacts the directory with the artifacts and the request, read-only
 * @param request the file that becomes standard input
 * @param work an empty directory, the only writable one
 */
record RunFiles(Path artifacts, Path request, Path work) {

  /**
   * Lays out the files of {@code request}.
   *
   * @param time what the command is told that it has
   */
  static RunFiles of(VerificationRequest request, VerificationScope scope, Duration time)
      throws IOException, InterruptedException {
    Path scratch = scope.scratch();
    Path artifacts = scratch.resolve("artifacts");
    Path work = scratch.resolve("work");
    try {
      Files.createDirectory(artifacts);
      Files.createDirectory(work);
    } catch (IOException e) {
      throw unwritable(e);
    }
    List<Path> copies = new ArrayList<>();
    for (ArtifactRef artifact : request.artifacts()) {
      Path copy = artifacts.resolve(copies.size() + "-" + artifact.role().wire());
      try (InputStream in = scope.open(artifact)) {
        copy(in, copy, scope);
      }
      copies.add(copy);
    }
    Path document = artifacts.resolve("request.json");
    RequestDocument asked =
        RequestDocument.of(
            request, time.toMillis(), (index, plain) -> at(plain, copies.get(index)));
    try {
      Files.write(document, asked.json());
      Files.setPosixFilePermissions(document, PosixFilePermissions.fromString("r--r--r--"));
      Files.setPosixFilePermissions(artifacts, PosixFilePermissions.fromString("r-xr-xr-x"));
    } catch (IOException e) {
      throw unwritable(e);
    }
    return new RunFiles(artifacts, document, work);
  }

  private static Artifact at(Artifact plain, Path copy) {
    return new Artifact(
        plain.role(),
        plain.sha256(),
        plain.size(),
        plain.mediaType(),
        plain.producer(),
        copy.toString(),
        null);
  }

  /** Tells a disk that cannot be written from an artifact that cannot be read. */
  private static void copy(InputStream in, Path file, VerificationScope scope)
      throws IOException, InterruptedException {
    FileChannel out;
    try {
      out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    } catch (IOException e) {
      throw unwritable(e);
    }
    try (out) {
      byte[] chunk = new byte[CommandLimits.CHUNK_BYTES];
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        scope.deadline().check();
        write(out, ByteBuffer.wrap(chunk, 0, n));
      }
    }
  }

  private static void write(FileChannel out, ByteBuffer bytes) throws IOException {
    try {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static DependencyUnavailableException unwritable(IOException cause) {
    return new DependencyUnavailableException("to write the scratch directory", cause);
  }
}
