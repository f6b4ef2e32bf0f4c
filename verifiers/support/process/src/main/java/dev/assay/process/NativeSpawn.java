package dev.assay.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One {@code posix_spawnp}, marshalled ahead so that {@link #run} itself touches nothing but libc.
 *
 * <p>The child leads a new session and group, has every signal at its default and none blocked,
 * gets the standard descriptors named here, and inherits nothing else but the descriptors passed
 * on, numbered from 3.
 */
final class NativeSpawn implements AutoCloseable {

  /** First number of the descriptors passed on besides the standard three. */
  static final int FIRST_PASSED_FD = 3;

  private static final int PARKING_FD = 100;
  private static final int O_RDONLY = 0;
  private static final short FLAGS = 0x80 | 0x08 | 0x04; // SETSID, SETSIGMASK, SETSIGDEF
  private static final int OPAQUE_BYTES = 512;
  private static final int SIGSET_BYTES = 128;

  private static final MethodHandle SPAWN =
      function("posix_spawnp", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private static final MethodHandle ACTIONS_INIT =
      function("posix_spawn_file_actions_init", ADDRESS);
  private static final MethodHandle ACTIONS_DESTROY =
      function("posix_spawn_file_actions_destroy", ADDRESS);
  private static final MethodHandle ADD_OPEN =
      function("posix_spawn_file_actions_addopen", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle ADD_DUP2 =
      function("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle ADD_CLOSEFROM =
      function("posix_spawn_file_actions_addclosefrom_np", ADDRESS, JAVA_INT);
  private static final MethodHandle ADD_CHDIR =
      function("posix_spawn_file_actions_addchdir_np", ADDRESS, ADDRESS);
  private static final MethodHandle ATTR_INIT = function("posix_spawnattr_init", ADDRESS);
  private static final MethodHandle ATTR_DESTROY = function("posix_spawnattr_destroy", ADDRESS);
  private static final MethodHandle ATTR_FLAGS =
      function("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
  private static final MethodHandle ATTR_MASK =
      function("posix_spawnattr_setsigmask", ADDRESS, ADDRESS);
  private static final MethodHandle ATTR_DEFAULT =
      function("posix_spawnattr_setsigdefault", ADDRESS, ADDRESS);
  private static final MethodHandle SIGEMPTYSET = function("sigemptyset", ADDRESS);
  private static final MethodHandle SIGFILLSET = function("sigfillset", ADDRESS);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment pid = arena.allocate(JAVA_INT);
  private final MemorySegment file;
  private final MemorySegment actions = arena.allocate(OPAQUE_BYTES, Long.BYTES);
  private final MemorySegment attributes = arena.allocate(OPAQUE_BYTES, Long.BYTES);
  private final MemorySegment arguments;
  private final MemorySegment environment;

  /**
   * The descriptors that become the standard three.
   *
   * @param input {@link Fd#NONE} for {@code file}
   * @param file what the child opens as its input
   */
  record Standard(int input, String file, int output, int error) {

    static final String NOTHING = "/dev/null";

    Standard(int input, int output, int error) {
      this(input, NOTHING, output, error);
    }
  }

  /**
   * Prepares a spawn with these standard descriptors.
   *
   * @param passed descriptors that become 3, 4, and so on
   */
  NativeSpawn(
      List<String> argv,
      Map<String, String> variables,
      String directory,
      Standard standard,
      List<Integer> passed) {
    file = arena.allocateFrom(argv.getFirst());
    arguments = strings(argv);
    List<String> pairs = new ArrayList<>();
    new TreeMap<>(variables).forEach((name, value) -> pairs.add(name + "=" + value));
    environment = strings(pairs);
    try {
      addActions(directory, standard, passed);
      setAttributes();
    } catch (Throwable e) {
      throw Libc.broken(e);
    }
  }

  private static MethodHandle function(String name, MemoryLayout... arguments) {
    return Libc.function(name, FunctionDescriptor.of(JAVA_INT, arguments));
  }

  private MemorySegment strings(List<String> texts) {
    MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    return array;
  }

  private void addActions(String directory, Standard standard, List<Integer> passed)
      throws Throwable {
    check((int) ACTIONS_INIT.invokeExact(actions));
    for (int i = 0; i < passed.size(); i++) {
      check((int) ADD_DUP2.invokeExact(actions, (int) passed.get(i), PARKING_FD + i));
    }
    check((int) ADD_DUP2.invokeExact(actions, standard.output(), 1));
    check((int) ADD_DUP2.invokeExact(actions, standard.error(), 2));
    if (standard.input() == Fd.NONE) {
      check(
          (int) ADD_OPEN.invokeExact(actions, 0, arena.allocateFrom(standard.file()), O_RDONLY, 0));
    } else {
      check((int) ADD_DUP2.invokeExact(actions, standard.input(), 0));
    }
    for (int i = 0; i < passed.size(); i++) {
      check((int) ADD_DUP2.invokeExact(actions, PARKING_FD + i, FIRST_PASSED_FD + i));
    }
    check((int) ADD_CLOSEFROM.invokeExact(actions, FIRST_PASSED_FD + passed.size()));
    check((int) ADD_CHDIR.invokeExact(actions, arena.allocateFrom(directory)));
  }

  private void setAttributes() throws Throwable {
    MemorySegment none = arena.allocate(SIGSET_BYTES, Long.BYTES);
    MemorySegment all = arena.allocate(SIGSET_BYTES, Long.BYTES);
    check((int) SIGEMPTYSET.invokeExact(none));
    check((int) SIGFILLSET.invokeExact(all));
    check((int) ATTR_INIT.invokeExact(attributes));
    check((int) ATTR_FLAGS.invokeExact(attributes, FLAGS));
    check((int) ATTR_MASK.invokeExact(attributes, none));
    check((int) ATTR_DEFAULT.invokeExact(attributes, all));
  }

  private static void check(int error) {
    if (error != 0) {
      throw new IllegalStateException("a spawn attribute was refused with errno " + error);
    }
  }

  /** Starts the child: its process id, or the negated errno. */
  int run() {
    try {
      int error = (int) SPAWN.invokeExact(pid, file, actions, attributes, arguments, environment);
      return error == 0 ? pid.get(JAVA_INT, 0) : -error;
    } catch (Throwable e) {
      throw Libc.broken(e);
    }
  }

  @Override
  public void close() {
    try {
      check((int) ACTIONS_DESTROY.invokeExact(actions));
      check((int) ATTR_DESTROY.invokeExact(attributes));
    } catch (Throwable e) {
      throw Libc.broken(e);
    } finally {
      arena.close();
    }
  }
}
