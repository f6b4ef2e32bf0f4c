package dev.assay.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The standard output of all commands, in UTF-8. Once nobody reads it any more, as in {@code assay
 * explain ID | head -1}, it ends the process as the signal SIGPIPE would, which Java ignores.
 */
final class StandardOutput extends FilterOutputStream {

  /** What a shell tells of a process that SIGPIPE ended: 128 and the signal's number. */
  private static final int UNREAD = 141;

  private static final int BUFFER_BYTES = 1 << 14;

  /** Commands whose work is not their output: they run on without a reader. */
  private static final Set<String> SERVICES =
      Set.of("up", "ingest", "director", "worker", "store", "witness");

  private static final int TYPE = 0170000;
  private static final Set<Integer> PIPES = Set.of(0010000, 0140000); // S_IFIFO, S_IFSOCK

  private final boolean ends;

  private StandardOutput(OutputStream out, boolean ends) {
    super(out);
    this.ends = ends;
  }

  /** That of the command which {@code word} starts. */
  static PrintStream of(String word) {
    return new PrintStream(
        new BufferedOutputStream(
            new StandardOutput(new FileOutputStream(FileDescriptor.out), !SERVICES.contains(word)),
            BUFFER_BYTES),
        false,
        StandardCharsets.UTF_8);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      if (!isPipe()) {
        throw e;
      }
      if (ends) {
        Runtime.getRuntime().halt(UNREAD); // no hook may wait for the stream that is held here
      }
    }
  }

  /** Whether it is a pipe or socket, which fail only when they have no reader. */
  private static boolean isPipe() {
    try {
      int mode = (int) Files.getAttribute(Path.of("/dev/stdout"), "unix:mode");
      return PIPES.contains(mode & TYPE);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
