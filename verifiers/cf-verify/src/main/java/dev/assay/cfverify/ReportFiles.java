package dev.assay.cfverify;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Puts reports into files, each whole or not at all. */
public final class ReportFiles {

  private static final int NAME_BYTES_MAX = 200;
  private static final int NAME_DIGEST_CHARS = 16;
  private static final String EXTENSION = ".json";

  private ReportFiles() {}

  /**
   * Writes {@code report} to {@code <persistRoot>/verify/<taskId>.json} and returns that path.
   *
   * <p>A task id that is no plain file name is replaced by its safe characters and its digest, and
   * a {@code verify} directory that is a link to elsewhere is refused: nothing is ever written
   * outside the persistence root.
   */
  public static Path persist(Path persistRoot, String taskId, byte[] report) throws IOException {
    Path directory = persistRoot.resolve("verify");
    Files.createDirectories(directory);
    Path real = directory.toRealPath();
    if (!real.startsWith(persistRoot.toRealPath())) {
      throw new IOException(
          "expected " + directory + " inside the persistence root, found a link that leaves it");
    }
    Path target = target(real, taskId);
    replace(target, report);
    return target;
  }

  /**
   * Writes {@code report} to a file that the user named; its directories are made. A pipe or device
   * is written into, and a link is followed.
   */
  public static void writeOut(Path out, byte[] report) throws IOException {
    Path absolute = out.toAbsolutePath();
    Path parent = absolute.getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      Files.createDirectories(parent);
    }
    if (!Files.exists(absolute)) {
      replace(absolute, report);
    } else if (Files.isRegularFile(absolute)) {
      replace(absolute.toRealPath(), report);
    } else {
      Files.write(absolute, report, StandardOpenOption.WRITE);
    }
  }

  private static Path target(Path directory, String taskId) {
    String name = isPlainName(taskId) ? taskId + EXTENSION : safeName(taskId);
    try {
      return directory.resolve(name);
    } catch (InvalidPathException e) {
      return directory.resolve(safeName(taskId));
    }
  }

  private static boolean isPlainName(String taskId) {
    boolean plain =
        taskId
            .codePoints()
            .noneMatch(c ->
                c == '/'
                    || c == '\\'
                    || Character.isISOControl(c)
                    || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    return plain
        && !taskId.startsWith("..")
        && taskId.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES_MAX;
  }

  private static String safeName(String taskId) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < taskId.length() && name.length() < NAME_BYTES_MAX / 2; i++) {
      char c = taskId.charAt(i);
      boolean safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      name.append(safe ? c : '_');
    }
    String digest = Digests.sha256Hex(taskId).substring(0, NAME_DIGEST_CHARS);
    return name.append('-').append(digest).append(EXTENSION).toString();
  }

  /** Replaces {@code target} by a new file in one step; a link at its place is replaced itself. */
  private static void replace(Path target, byte[] content) throws IOException {
    Path temporary = target.resolveSibling(".assay-" + UUID.randomUUID() + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
