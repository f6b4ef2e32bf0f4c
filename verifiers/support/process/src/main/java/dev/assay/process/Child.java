package dev.assay.process;

import dev.assay.process.Bubblewrap.ResourceLimits;
import dev.assay.process.IsolationRequest.Isolation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A started child and the descriptors that supervise it.
 *
 * <p>The gate keeps an isolated command from starting before it is certain that it will not outlive
 * this JVM: a guard process kills its group when this JVM disappears, and bubblewrap, which leaves
 * the group, kills its sandbox when the thread that started it ends.
 */
final class Child implements AutoCloseable {

  private static final int GUARDED_GATE_FD = NativeSpawn.FIRST_PASSED_FD;
  private static final String GUARD =
      "read -r x <&%d; kill -s KILL -- -$1".formatted(NativeSpawn.FIRST_PASSED_FD);

  private static final Fd NO_LINE = new Fd(Fd.NONE);

  /** Process id, or a negated errno when the child could not be started. */
  final int pid;

  final Isolation isolation;
  final Fd output;
  final Fd errors;
  final Fd control;
  final Fd gate;
  final Fd ended;
  private final int guard;
  private final Fd guardLine;
  private final @Nullable LandlockDomain domain;

  private Child(
      int pid,
      Isolation isolation,
      Pipes pipes,
      int guard,
      Fd guardLine,
      @Nullable LandlockDomain domain) {
    this.pid = pid;
    this.isolation = isolation;
    this.output = pipes.output().read();
    this.errors = pipes.errors().read();
    this.control = pipes.control().read();
    this.gate = pipes.gate().write();
    this.ended = pid > 0 ? new Fd(Libc.pidfdOpen(pid)) : new Fd(Fd.NONE);
    this.guard = guard;
    this.guardLine = guardLine;
    this.domain = domain;
  }

  /**
   * What a child and this process talk through.
   *
   * @param errors the same as {@code output} unless they are read apart
   */
  private record Pipes(Fd.Pipe output, Fd.Pipe errors, Fd.Pipe control, Fd.Pipe gate) {

    static Pipes open(boolean errorsApart) {
      Fd.Pipe output = Fd.Pipe.open();
      return new Pipes(
          output, errorsApart ? Fd.Pipe.open() : output, Fd.Pipe.open(), Fd.Pipe.open());
    }

    NativeSpawn spawn(Command command, List<String> argv, List<Integer> passed) {
      String input =
          command.input() == null ? NativeSpawn.Standard.NOTHING : command.input().toString();
      return new NativeSpawn(
          argv,
          command.environment(),
          command.directory().toString(),
          new NativeSpawn.Standard(
              Fd.NONE, input, output.write().number(), errors.write().number()),
          passed);
    }

    void closeChildsEnds() {
      output.write().close();
      errors.write().close();
      control.write().close();
      gate.read().close();
    }

    void close() {
      output.close();
      errors.close();
      control.close();
      gate.close();
    }
  }

  /**
   * Starts {@code command}; the calling thread must outlive the child.
   *
   * @param errorsApart whether its standard error has a pipe of its own
   */
  static Child start(Command command, Isolation isolation, boolean errorsApart) {
    Pipes pipes = Pipes.open(errorsApart);
    boolean started = false;
    try {
      Child child =
          switch (isolation) {
            case NONE -> plain(command, pipes);
            case BWRAP -> bubblewrapped(command, pipes);
            case LANDLOCK -> landlocked(command, pipes);
          };
      started = true;
      return child;
    } finally {
      pipes.closeChildsEnds();
      if (!started) {
        pipes.close();
      }
    }
  }

  private static Child plain(Command command, Pipes pipes) {
    try (NativeSpawn spawn = pipes.spawn(command, command.argv(), List.of())) {
      return new Child(spawn.run(), Isolation.NONE, pipes, 0, NO_LINE, null);
    }
  }

  private static Child bubblewrapped(Command command, Pipes pipes) {
    int control = pipes.control().write().number();
    List<Integer> passed = List.of(control, control, pipes.gate().read().number());
    Fd.Pipe line = Fd.Pipe.open();
    try (Fd _ = line.read();
        NativeSpawn spawn = pipes.spawn(command, Bubblewrap.argv(command), passed)) {
      int pid = spawn.run();
      int guard = openGuarded(pid, line, pipes.gate());
      return new Child(pid, Isolation.BWRAP, pipes, guard, line.write(), null);
    }
  }

  private static Child landlocked(Command command, Pipes pipes) {
    List<String> argv =
        Stream.concat(
                ResourceLimits.closedGatePrefix(GUARDED_GATE_FD, Bubblewrap.GATE_CLOSED).stream(),
                command.argv().stream())
            .toList();
    Fd.Pipe line = Fd.Pipe.open();
    try (Fd _ = line.read();
        Fd ruleset = Landlock.ruleset(command);
        NativeSpawn spawn = pipes.spawn(command, argv, List.of(pipes.gate().read().number()))) {
      LandlockDomain domain = new LandlockDomain(ruleset, spawn);
      int pid = domain.pid();
      int guard = openGuarded(pid, line, pipes.gate());
      pipes.gate().write().close();
      return new Child(pid, Isolation.LANDLOCK, pipes, guard, line.write(), domain);
    }
  }

  /** Lets a started child pass its first gate once a guard watches over its group. */
  private static int openGuarded(int pid, Fd.Pipe line, Fd.Pipe gate) {
    int guard = pid > 0 ? startGuard(pid, line) : 0;
    if (guard > 0) {
      var _ = Libc.writeLineFeed(gate.write().number());
    }
    return guard;
  }

  private static int startGuard(int group, Fd.Pipe line) {
    Command guard =
        new Command(
            List.of("sh", "-c", GUARD, "guard", Integer.toString(group)),
            Map.of("PATH", "/usr/bin:/bin"),
            Path.of("/"),
            List.of());
    try (Fd.Pipe nowhere = Fd.Pipe.open();
        NativeSpawn spawn =
            new NativeSpawn(
                guard.argv(),
                guard.environment(),
                guard.directory().toString(),
                new NativeSpawn.Standard(
                    Fd.NONE, nowhere.write().number(), nowhere.write().number()),
                List.of(line.read().number()))) {
      return spawn.run();
    }
  }

  /**
   * Kills what is left of the command: its group, and what left the group as far as can be told.
   */
  void kill() {
    var _ = Libc.kill(-pid, Signals.SIGKILL);
    if (domain != null && guard > 0) {
      domain.kill(guard);
    }
  }

  @Override
  public void close() {
    if (domain != null) {
      domain.leave();
    }
    if (guard > 0) {
      var _ = Libc.kill(guard, Signals.SIGKILL);
      Libc.reap(guard);
    }
    guardLine.close();
    output.close();
    errors.close();
    control.close();
    gate.close();
    ended.close();
  }
}
