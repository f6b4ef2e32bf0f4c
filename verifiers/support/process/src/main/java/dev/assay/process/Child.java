package dev.assay.process;

import dev.assay.process.Bubblewrap.ResourceLimits;
import dev.assay.process.IsolationRequest.Isolation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

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
  final Fd control;
  final Fd gate;
  final Fd ended;
  private final int guard;
  private final Fd guardLine;

  private Child(
      int pid, Isolation isolation, Fd output, Fd control, Fd gate, int guard, Fd guardLine) {
    this.pid = pid;
    this.isolation = isolation;
    this.output = output;
    this.control = control;
    this.gate = gate;
    this.ended = pid > 0 ? new Fd(Libc.pidfdOpen(pid)) : new Fd(Fd.NONE);
    this.guard = guard;
    this.guardLine = guardLine;
  }

  /** Starts {@code command}; the calling thread must outlive the child. */
  static Child start(Command command, Isolation isolation) {
    Fd.Pipe output = Fd.Pipe.open();
    Fd.Pipe control = Fd.Pipe.open();
    Fd.Pipe gate = Fd.Pipe.open();
    boolean started = false;
    try {
      Child child =
          switch (isolation) {
            case NONE -> plain(command, output, control, gate);
            case BWRAP -> bubblewrapped(command, output, control, gate);
            case LANDLOCK -> landlocked(command, output, control, gate);
          };
      started = true;
      return child;
    } finally {
      output.write().close();
      control.write().close();
      gate.read().close();
      if (!started) {
        output.close();
        control.close();
        gate.close();
      }
    }
  }

  private static Child plain(Command command, Fd.Pipe output, Fd.Pipe control, Fd.Pipe gate) {
    try (NativeSpawn spawn = spawn(command, command.argv(), output.write(), List.of())) {
      return new Child(
          spawn.run(), Isolation.NONE, output.read(), control.read(), gate.write(), 0, NO_LINE);
    }
  }

  private static Child bubblewrapped(
      Command command, Fd.Pipe output, Fd.Pipe control, Fd.Pipe gate) {
    List<Integer> passed =
        List.of(control.write().number(), control.write().number(), gate.read().number());
    Fd.Pipe line = Fd.Pipe.open();
    try (Fd _ = line.read();
        NativeSpawn spawn = spawn(command, Bubblewrap.argv(command), output.write(), passed)) {
      int pid = spawn.run();
      int guard = openGuarded(pid, line, gate);
      return new Child(
          pid, Isolation.BWRAP, output.read(), control.read(), gate.write(), guard, line.write());
    }
  }

  private static Child landlocked(Command command, Fd.Pipe output, Fd.Pipe control, Fd.Pipe gate) {
    List<String> argv =
        Stream.concat(
                ResourceLimits.closedGatePrefix(GUARDED_GATE_FD, Bubblewrap.GATE_CLOSED).stream(),
                command.argv().stream())
            .toList();
    Fd.Pipe line = Fd.Pipe.open();
    try (Fd _ = line.read();
        Fd ruleset = Landlock.ruleset(command);
        NativeSpawn spawn = spawn(command, argv, output.write(), List.of(gate.read().number()))) {
      int pid = restrictAndRun(ruleset.number(), spawn);
      int guard = openGuarded(pid, line, gate);
      gate.write().close();
      return new Child(
          pid,
          Isolation.LANDLOCK,
          output.read(),
          control.read(),
          gate.write(),
          guard,
          line.write());
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

  private static int restrictAndRun(int ruleset, NativeSpawn spawn) {
    AtomicInteger pid = new AtomicInteger();
    Thread confined =
        Thread.ofPlatform()
            .name("landlock-spawn")
            .daemon()
            .start(() -> {
              long refused = Landlock.restrictThisThread(ruleset);
              pid.set(refused < 0 ? (int) refused : spawn.run());
            });
    boolean interrupted = false;
    while (confined.isAlive()) {
      try {
        confined.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return pid.get();
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
            spawn(guard, guard.argv(), nowhere.write(), List.of(line.read().number()))) {
      return spawn.run();
    }
  }

  private static NativeSpawn spawn(
      Command command, List<String> argv, Fd output, List<Integer> passed) {
    return new NativeSpawn(
        argv, command.environment(), command.directory().toString(), output.number(), passed);
  }

  @Override
  public void close() {
    if (guard > 0) {
      var _ = Libc.kill(guard, Signals.SIGKILL);
      Libc.reap(guard);
    }
    guardLine.close();
    output.close();
    control.close();
    gate.close();
    ended.close();
  }
}
