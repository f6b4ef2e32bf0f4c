package dev.assay.cfverify;

import dev.assay.schemas.AtomicFile;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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
    AtomicFile.replace(target, report);
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
      AtomicFile.replace(absolute, report);
    } else if (Files.isRegularFile(absolute)) {
      AtomicFile.replace(absolute.toRealPath(), report);
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
}
