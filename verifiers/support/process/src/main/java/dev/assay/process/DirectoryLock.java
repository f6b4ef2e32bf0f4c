package dev.assay.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * An exclusive lock on a directory that the kernel gives back when its holder dies; for steps of a
 * few microseconds. It excludes other threads of this process as well.
 */
public final class DirectoryLock implements AutoCloseable {

  private static final Duration WAIT_MAX = Duration.ofSeconds(2);
  private static final int RETRY_MILLIS = 2;

  private final Fd directory;

  private DirectoryLock(Fd directory) {
    this.directory = directory;
  }

  /**
   * Takes the lock of {@code directory}.
   *
   * @throws IOException when the directory cannot be opened, or somebody kept the lock for 2 s
   */
  public static DirectoryLock acquire(Path directory) throws IOException {
    int opened = Libc.openDirectory(directory.toString());
    if (opened < 0) {
      throw new IOException(
          "expected to open the directory %s, found errno %d".formatted(directory, -opened));
    }
    Fd fd = new Fd(opened);
    long started = System.nanoTime();
    while (Libc.lockExclusively(fd.number()) < 0) {
      if (System.nanoTime() - started > WAIT_MAX.toNanos()) {
        fd.close();
        throw new IOException(
            "expected the lock of the directory %s, found it held for %d s"
                .formatted(directory, WAIT_MAX.toSeconds()));
      }
      var _ = Libc.poll(new int[] {Fd.NONE}, RETRY_MILLIS);
    }
    return new DirectoryLock(fd);
  }

  @Override
  public void close() {
    directory.close();
  }
}
