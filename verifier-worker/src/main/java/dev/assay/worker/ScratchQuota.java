package dev.assay.worker;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one run may have in its scratch directory, whoever writes it: the verifier, or a script that
 * it runs.
 *
 * @param bytes of all files, as long as they say they are
 * @param entries files, links and directories
 */
record ScratchQuota(long bytes, long entries) {

  static final ScratchQuota DEFAULT =
      new ScratchQuota(WorkerLimits.SCRATCH_BYTES_MAX, WorkerLimits.SCRATCH_ENTRIES_MAX);

  /** The wait before the next look, when the last one took so long. */
  static Duration rest(Duration took) {
    Duration rest = took.multipliedBy(WorkerLimits.SCRATCH_REST_SHARE);
    return rest.compareTo(WorkerLimits.SCRATCH_LOOK_EVERY) > 0
        ? rest
        : WorkerLimits.SCRATCH_LOOK_EVERY;
  }

  /** Whether more than that is below {@code root}; what vanishes meanwhile does not count. */
  boolean exceededBy(Path root) throws IOException {
    Count count = new Count();
    Files.walkFileTree(root, count);
    return count.over;
  }

  /** Ends when it has seen enough; links are not followed. */
  private final class Count implements FileVisitor<Path> {

    private long bytesSeen;
    private long entriesSeen;
    private boolean over;

    private FileVisitResult seen(long size) {
      bytesSeen += size;
      entriesSeen++;
      over = over || bytesSeen > bytes || entriesSeen > entries;
      return over ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return seen(0);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return seen(attributes.size());
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      over = over || file.toString().length() > WorkerLimits.SCRATCH_PATH_CHARS_MAX;
      return over ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) {
      return FileVisitResult.CONTINUE;
    }
  }

  /** A run used more than its scope allows; a repeat would end the same. */
  static final class QuotaExceededException extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /**
     * A quota that is used up.
     *
     * @param what which one, for the report's summary
     */
    QuotaExceededException(ErrorCode code, String what) {
      super(what);
      this.code = code;
    }

    ErrorCode code() {
      return code;
    }

    String what() {
      return String.valueOf(getMessage());
    }
  }
}
