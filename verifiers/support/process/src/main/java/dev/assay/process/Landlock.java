package dev.assay.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Landlock, the kernel's own sandbox for unprivileged processes: a thread gives up rights and every
 * process it then starts lacks them too, while the rest of the JVM keeps them.
 *
 * <p>Constants are those of {@code linux/landlock.h}; rights that a kernel does not know are left
 * out.
 */
final class Landlock {

  private static final long SYS_CREATE_RULESET = 444;
  private static final long SYS_ADD_RULE = 445;
  private static final long SYS_RESTRICT_SELF = 446;
  private static final long VERSION_QUERY = 1;
  private static final long RULE_PATH_BENEATH = 1;
  private static final int PR_SET_NO_NEW_PRIVS = 38;

  /** The first version that also confines TCP. */
  private static final int VERSION_MIN = 4;

  private static final long EXECUTE = 1;
  private static final long WRITE_FILE = 1 << 1;
  private static final long READ_FILE = 1 << 2;
  private static final long READ_DIR = 1 << 3;
  private static final long TRUNCATE = 1 << 14;
  private static final long IOCTL_DEV = 1 << 15;
  private static final long ALL_FILES = (1 << 15) - 1;
  private static final long NET_TCP = 3;
  private static final long SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3;
  private static final int SCOPE_VERSION = 6;
  private static final int IOCTL_VERSION = 5;
  private static final long ONLY_FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
  private static final long READ = EXECUTE | READ_FILE | READ_DIR;
  private static final List<String> DEVICES =
      List.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");
  private static final int RULESET_BYTES = 24;
  private static final int RULE_BYTES = 12;

  private static final MethodHandle PRCTL =
      Libc.function(
          "prctl",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.firstVariadicArg(1));

  private static final int VERSION = (int) Libc.syscall(SYS_CREATE_RULESET, 0, 0, VERSION_QUERY, 0);

  private Landlock() {}

  /** Why this kernel cannot confine a process, or empty when it can. */
  static Optional<String> unavailable() {
    return VERSION >= VERSION_MIN
        ? Optional.empty()
        : Optional.of(
            "expected a kernel with Landlock version %d or newer, found %s; use a kernel from 6.7 on with landlock among its security modules"
                .formatted(VERSION_MIN, VERSION < 0 ? "none" : Integer.toString(VERSION)));
  }

  /**
   * A rule set that shows the system and {@code command}'s paths, writable only in its directory.
   */
  static Fd ruleset(Command command) {
    long handled = VERSION >= IOCTL_VERSION ? ALL_FILES | IOCTL_DEV : ALL_FILES;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(RULESET_BYTES, Long.BYTES);
      attributes.setAtIndex(JAVA_LONG, 0, handled);
      attributes.setAtIndex(JAVA_LONG, 1, command.network() ? 0 : NET_TCP);
      attributes.setAtIndex(
          JAVA_LONG, 2, VERSION >= SCOPE_VERSION ? SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS : 0);
      long fd = Libc.syscall(SYS_CREATE_RULESET, attributes.address(), RULESET_BYTES, 0, 0);
      if (fd < 0) {
        throw new IllegalStateException(
            "expected a Landlock rule set, found errno %d; run with --isolation none to go without"
                .formatted(-fd));
      }
      Fd ruleset = new Fd((int) fd);
      SystemPaths.PROGRAMS.forEach(path -> allow(ruleset, path, READ));
      SystemPaths.CONFIGURATION.forEach(path -> allow(ruleset, path, READ));
      if (command.network()) {
        SystemPaths.NETWORK.forEach(path -> allow(ruleset, path, READ));
      }
      command.readable().forEach(path -> allow(ruleset, path.toString(), READ));
      allow(ruleset, "/proc", READ_FILE | READ_DIR);
      DEVICES.forEach(path -> allow(ruleset, path, READ_FILE | WRITE_FILE));
      allow(ruleset, command.directory().toString(), handled);
      return ruleset;
    }
  }

  private static void allow(Fd ruleset, String path, long rights) {
    int place = Libc.openPath(path);
    if (place < 0) {
      return; // a path the host does not have needs no rule
    }
    try (Fd parent = new Fd(place);
        Arena arena = Arena.ofConfined()) {
      MemorySegment rule = arena.allocate(RULE_BYTES, Long.BYTES);
      rule.set(JAVA_LONG, 0, Files.isDirectory(Path.of(path)) ? rights : rights & ONLY_FOR_FILES);
      rule.set(JAVA_INT, Long.BYTES, parent.number());
      long answer =
          Libc.syscall(SYS_ADD_RULE, ruleset.number(), RULE_PATH_BENEATH, rule.address(), 0);
      if (answer < 0) {
        throw new IllegalStateException(
            "expected Landlock to accept a rule for %s, found errno %d; run with --isolation none to go without"
                .formatted(path, -answer));
      }
    }
  }

  /**
   * Confines the calling thread for ever, and every process it starts. Touches no class and no
   * file, so that it can be the last thing a thread does before it spawns.
   *
   * @return 0, or a negated errno
   */
  static long restrictThisThread(int ruleset) {
    try {
      int answer = (int) PRCTL.invokeExact(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
      return answer != 0 ? -Libc.EPERM : Libc.syscall(SYS_RESTRICT_SELF, ruleset, 0, 0, 0);
    } catch (Throwable e) {
      throw Libc.broken(e);
    }
  }
}
