package dev.assay.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.assay.process.ProcessOutcome.ProcessEnd;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The libc calls process control needs. Every call answers as a raw system call does: a value that
 * is not negative, or the negated errno.
 */
@SuppressWarnings("restricted") // Calling libc is what this class is for.
final class Libc {

  static final int EPERM = 1;
  static final int ESRCH = 3;
  static final int EINTR = 4;
  static final int EAGAIN = 11;

  static final short POLLIN = 1;
  static final short POLLOUT = 4;

  private static final int O_CLOEXEC = 0x80000;
  private static final int O_PATH = 0x200000;
  private static final int O_DIRECTORY =
      System.getProperty("os.arch").equals("aarch64") ? 0x4000 : 0x10000;
  private static final int LOCK_EX_NB = 2 | 4;
  private static final int F_SETFL = 4;
  private static final int O_NONBLOCK = 0x800;
  private static final int P_PID = 1;
  private static final int WNOHANG = 1;
  private static final int WEXITED = 4;
  private static final int WNOWAIT = 0x0100_0000;
  private static final int CLD_EXITED = 1;
  private static final int SIGINFO_BYTES = 128;
  private static final int SIGINFO_CODE = 8;
  private static final int SIGINFO_PID = 16;
  private static final int SIGINFO_STATUS = 24;
  private static final int POLLFD_BYTES = 8;
  private static final long SYS_PIDFD_OPEN = 434;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));
  private static final Linker.Option KEEP_ERRNO = Linker.Option.captureCallState("errno");

  private static final MethodHandle PIPE2 = withErrno("pipe2", ADDRESS, JAVA_INT);
  private static final MethodHandle CLOSE = withErrno("close", JAVA_INT);
  private static final MethodHandle KILL = withErrno("kill", JAVA_INT, JAVA_INT);
  private static final MethodHandle FLOCK = withErrno("flock", JAVA_INT, JAVA_INT);
  private static final MethodHandle POLL = withErrno("poll", ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle WAITID =
      withErrno("waitid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle READ = transfer("read");
  private static final MethodHandle WRITE = transfer("write");
  private static final MethodHandle SYSCALL =
      function(
          "syscall",
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          KEEP_ERRNO,
          Linker.Option.firstVariadicArg(1));

  private Libc() {}

  /** A libc function by name, for callers with their own signature. */
  static MethodHandle function(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    MemorySegment symbol =
        LINKER
            .defaultLookup()
            .find(name)
            .orElseThrow(() ->
                new UnsupportedOperationException(
                    "expected a C library with '%s' (Linux with glibc 2.34 or newer), found none on %s; run this command on such a host"
                        .formatted(name, System.getProperty("os.name"))));
    return LINKER.downcallHandle(symbol, descriptor, options);
  }

  private static MethodHandle withErrno(String name, java.lang.foreign.MemoryLayout... arguments) {
    return function(name, FunctionDescriptor.of(JAVA_INT, arguments), KEEP_ERRNO);
  }

  private static MethodHandle transfer(String name) {
    return function(
        name, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), KEEP_ERRNO);
  }

  private static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  /** What a native call that cannot fail in Java threw. */
  static AssertionError broken(Throwable cause) {
    return new AssertionError("a native call failed inside the JVM", cause);
  }

  /** Opens a pipe that no other process inherits: {@code {read end, write end}}. */
  static int[] pipe() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment ends = arena.allocate(JAVA_INT, 2);
      if ((int) PIPE2.invokeExact(state, ends, O_CLOEXEC) < 0) {
        throw new IllegalStateException(
            "expected a new pipe, found errno %d; raise the limit of open files (ulimit -n)"
                .formatted(errno(state)));
      }
      return ends.toArray(JAVA_INT);
    } catch (IllegalStateException e) {
      throw e;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  static int close(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int answer = (int) CLOSE.invokeExact(state, fd);
      return answer < 0 ? -errno(state) : answer;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Sends {@code signal} to process {@code pid}, or to the group {@code -pid}; 0 only asks. */
  static int kill(int pid, int signal) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int answer = (int) KILL.invokeExact(state, pid, signal);
      return answer < 0 ? -errno(state) : answer;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Reads into {@code buffer}; 0 is the end. */
  static long read(int fd, MemorySegment buffer) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long answer = (long) READ.invokeExact(state, fd, buffer, buffer.byteSize());
      return answer < 0 ? -errno(state) : answer;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Writes one line feed. */
  static long writeLineFeed(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment text = arena.allocateFrom("\n");
      long answer = (long) WRITE.invokeExact(state, fd, text, 1L);
      return answer < 0 ? -errno(state) : answer;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Writes what the descriptor takes of {@code bytes}. */
  static long write(int fd, MemorySegment bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long answer = (long) WRITE.invokeExact(state, fd, bytes, bytes.byteSize());
      return answer < 0 ? -errno(state) : answer;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Makes writes to {@code fd} answer {@link #EAGAIN} where they would block. */
  static void neverBlock(int fd) {
    long fcntl = System.getProperty("os.arch").equals("aarch64") ? 25 : 72;
    long answer = syscall(fcntl, fd, F_SETFL, O_NONBLOCK, 0);
    if (answer < 0) {
      throw new IllegalStateException("a pipe refused to be non-blocking with errno " + -answer);
    }
  }

  /** Waits until {@code fd} takes bytes or its reader is gone; false when neither came in time. */
  static boolean awaitWritable(int fd, int timeoutMillis) {
    return poll(new int[] {fd}, POLLOUT, timeoutMillis)[0] != 0;
  }

  /**
   * Waits until one of {@code fds} has something to read or has ended; a negative fd is skipped.
   */
  static short[] poll(int[] fds, int timeoutMillis) {
    return poll(fds, POLLIN, timeoutMillis);
  }

  private static short[] poll(int[] fds, short awaited, int timeoutMillis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment entries = arena.allocate((long) POLLFD_BYTES * fds.length, Integer.BYTES);
      for (int i = 0; i < fds.length; i++) {
        entries.set(JAVA_INT, (long) i * POLLFD_BYTES, fds[i]);
        entries.set(JAVA_SHORT, (long) i * POLLFD_BYTES + Integer.BYTES, awaited);
      }
      int ready = (int) POLL.invokeExact(state, entries, (long) fds.length, timeoutMillis);
      short[] events = new short[fds.length];
      for (int i = 0; ready > 0 && i < fds.length; i++) {
        events[i] = entries.get(JAVA_SHORT, (long) i * POLLFD_BYTES + Integer.BYTES + Short.BYTES);
      }
      return events;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** How a child ended, as the kernel tells it. */
  record ChildStatus(boolean exited, int value) {

    ProcessEnd end() {
      return exited ? new ProcessEnd.Exited(value) : new ProcessEnd.Signalled(Signals.name(value));
    }
  }

  /** The status of an ended child that stays unreaped, so that its number cannot be reused yet. */
  static java.util.Optional<ChildStatus> peek(int pid) {
    return waitid(pid, WEXITED | WNOHANG | WNOWAIT);
  }

  /** Reaps a child that {@link #peek} saw ended or that was killed; blocks until it is gone. */
  static void reap(int pid) {
    var _ = waitid(pid, WEXITED);
  }

  private static java.util.Optional<ChildStatus> waitid(int pid, int options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment info = arena.allocate(SIGINFO_BYTES, Long.BYTES);
      int answer;
      do {
        answer = (int) WAITID.invokeExact(state, P_PID, pid, info, options);
      } while (answer < 0 && errno(state) == EINTR);
      if (answer < 0 || info.get(JAVA_INT, SIGINFO_PID) == 0) {
        return java.util.Optional.empty();
      }
      return java.util.Optional.of(
          new ChildStatus(
              info.get(JAVA_INT, SIGINFO_CODE) == CLD_EXITED, info.get(JAVA_INT, SIGINFO_STATUS)));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** A descriptor that becomes readable when process {@code pid} ends; negative on old kernels. */
  static int pidfdOpen(int pid) {
    return (int) syscall(SYS_PIDFD_OPEN, pid, 0, 0, 0);
  }

  static long syscall(long number, long a, long b, long c, long d) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long answer = (long) SYSCALL.invokeExact(state, number, a, b, c, d);
      return answer < 0 ? -errno(state) : answer;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Opens {@code path} only as a place, without any right to read it; negative errno if absent. */
  static int openPath(String path) {
    return openAt(path, O_PATH | O_CLOEXEC);
  }

  /** Opens directory {@code path} to lock it; a negated errno when that is not possible. */
  static int openDirectory(String path) {
    return openAt(path, O_DIRECTORY | O_CLOEXEC);
  }

  private static int openAt(String path, int flags) {
    final long atFdCwd = -100;
    try (Arena arena = Arena.ofConfined()) {
      return (int) syscall(openatNumber(), atFdCwd, arena.allocateFrom(path).address(), flags, 0);
    }
  }

  /** Locks an open file for its description, at once or not at all. */
  static int lockExclusively(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int answer = (int) FLOCK.invokeExact(state, fd, LOCK_EX_NB);
      return answer < 0 ? -errno(state) : answer;
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  private static long openatNumber() {
    return System.getProperty("os.arch").equals("aarch64") ? 56 : 257;
  }
}
