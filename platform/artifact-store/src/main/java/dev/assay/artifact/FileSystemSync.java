package dev.assay.artifact;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Linux's {@code syncfs}: everything that was written to a file system is on the disk when it
 * returns. It tells of writes that failed since Linux 5.8.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/syncfs.2.html">syncfs(2)</a>
 */
@SuppressWarnings("restricted") // Calling libc is what this class is for.
final class FileSystemSync {

  private static final int O_RDONLY_CLOEXEC = 0x80000;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(PathElement.groupElement("errno"));
  private static final Linker.Option KEEP_ERRNO = Linker.Option.captureCallState("errno");

  private static final @Nullable MethodHandle OPEN =
      function(
          "open",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
          KEEP_ERRNO,
          Linker.Option.firstVariadicArg(2));
  private static final @Nullable MethodHandle SYNCFS =
      function("syncfs", FunctionDescriptor.of(JAVA_INT, JAVA_INT), KEEP_ERRNO);
  private static final @Nullable MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private FileSystemSync() {}

  private static @Nullable MethodHandle function(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    return LINKER
        .defaultLookup()
        .find(name)
        .map(symbol -> LINKER.downcallHandle(symbol, descriptor, options))
        .orElse(null);
  }

  /** Whether this system has the call. */
  static boolean isAvailable() {
    return OPEN != null && SYNCFS != null && CLOSE != null;
  }

  /**
   * Forces to disk what was written to the file system of {@code directory}.
   *
   * @throws UnsupportedOperationException when it is not {@linkplain #isAvailable available}
   */
  static void sync(Path directory) throws IOException {
    if (OPEN == null || SYNCFS == null || CLOSE == null) {
      throw new UnsupportedOperationException("expected a system with syncfs, found none");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      MemorySegment path = arena.allocateFrom(directory.toString());
      int file =
          checked("open", directory, state, (int) OPEN.invokeExact(state, path, O_RDONLY_CLOEXEC));
      try {
        int _ = checked("syncfs", directory, state, (int) SYNCFS.invokeExact(state, file));
      } finally {
        int _ = (int) CLOSE.invokeExact(file);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("expected a call of libc, found " + e, e);
    }
  }

  private static int checked(String call, Path directory, MemorySegment state, int result)
      throws IOException {
    if (result < 0) {
      int errno = (int) ERRNO.get(state, 0L);
      throw new IOException(
          "expected " + call + " of " + directory + " to succeed, found errno " + errno);
    }
    return result;
  }
}
