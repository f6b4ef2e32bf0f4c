package dev.assay.process;

import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessOutcome.StopReason;
import dev.assay.process.ProcessRunner.OutputSink;
import dev.assay.process.ProcessRunner.RunRules;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One run from spawn to the last process gone, on the calling platform thread: pumps the output,
 * sees the timeout and the cancellation, interrupts, kills, sweeps, reaps.
 *
 * <p>The leader stays unreaped until its group has been killed, so that its number cannot meanwhile
 * name somebody else's group.
 */
final class Supervision {

  private final Command command;
  private final RunRules rules;
  private final OutputSink sink;
  private final @Nullable OutputSink errors;
  private final Cancellation cancellation;
  private final SandboxReport report = new SandboxReport();

  private StopReason stop = StopReason.NONE;
  private long stopNanos;
  private boolean killed;
  private long killNanos;
  private long outputBytes;
  private @Nullable String outputError;

  Supervision(
      Command command,
      RunRules rules,
      OutputSink sink,
      @Nullable OutputSink errors,
      Cancellation cancellation) {
    this.command = command;
    this.rules = rules;
    this.sink = sink;
    this.errors = errors;
    this.cancellation = cancellation;
  }

  ProcessOutcome run() {
    long started = System.nanoTime();
    try (Child child = Child.start(command, rules.isolation(), errors != null);
        Arena arena = Arena.ofConfined()) {
      if (child.pid < 0) {
        return outcome(started, new ProcessEnd.NotStarted(refusal(-child.pid)), true, true);
      }
      MemorySegment buffer = arena.allocate(ProcessLimits.READ_BYTES);
      Optional<Libc.ChildStatus> status = Optional.empty();
      boolean gone = false;
      try {
        status = watch(child, buffer, started);
      } finally {
        gone = sweep(child, status.isPresent());
      }
      drain(child, buffer);
      return conclude(started, status, gone);
    }
  }

  private String refusal(int errno) {
    return "expected to start '%s' in %s, found errno %d; check that the program and the directory exist and may be used"
        .formatted(command.argv().getFirst(), command.directory(), errno);
  }

  /** Waits for the leader's end; empty when even SIGKILL did not end it in time. */
  private Optional<Libc.ChildStatus> watch(Child child, MemorySegment buffer, long started) {
    while (true) {
      Optional<Libc.ChildStatus> status = Libc.peek(child.pid);
      if (status.isPresent() && isOver(child)) {
        return status;
      }
      long now = System.nanoTime();
      considerStopping(child, now, started);
      if (stop != StopReason.NONE && !killed && now - stopNanos >= rules.grace().toNanos()) {
        kill(child, now);
      }
      if (killed && now - killNanos > ProcessLimits.SWEEP_WAIT.toNanos()) {
        return Optional.empty();
      }
      pump(child, buffer, sliceMillis(child, started, now));
    }
  }

  /** Whether nobody of the group is owed any more grace. */
  private boolean isOver(Child child) {
    return stop == StopReason.NONE || killed || !ProcessGroups.hasLiveMember(child.pid);
  }

  private int sliceMillis(Child child, long started, long now) {
    int slice =
        child.ended.isOpen()
            ? ProcessLimits.POLL_SLICE_MILLIS
            : ProcessLimits.POLL_SLICE_WITHOUT_PIDFD_MILLIS;
    if (stop != StopReason.NONE) {
      return slice;
    }
    long left = rules.timeout().toNanos() - (now - started);
    return Math.clamp(Duration.ofNanos(left).toMillis(), 1, slice);
  }

  private void considerStopping(Child child, long now, long started) {
    if (stop != StopReason.NONE) {
      return;
    }
    if (cancellation.isRequested()) {
      stop = StopReason.CANCELLED;
    } else if (now - started >= rules.timeout().toNanos()) {
      stop = StopReason.TIMEOUT;
    } else {
      return;
    }
    stopNanos = now;
    switch (child.isolation) {
      case NONE, LANDLOCK -> {
        var _ = Libc.kill(-child.pid, Signals.SIGINT);
      }
      case BWRAP -> {
        OptionalInt first = report.firstProcess();
        if (first.isPresent() && report.commandStarted()) {
          var _ = Libc.kill(-first.getAsInt(), Signals.SIGINT);
        } else {
          kill(child, now);
        }
      }
    }
  }

  private void kill(Child child, long now) {
    killed = true;
    killNanos = now;
    var _ = Libc.kill(-child.pid, Signals.SIGKILL);
  }

  private void pump(Child child, MemorySegment buffer, int timeoutMillis) {
    short[] events =
        Libc.poll(
            new int[] {
              child.output.number(),
              child.control.number(),
              child.errors.number(),
              child.ended.number()
            },
            timeoutMillis);
    readWhat(events, child, buffer);
  }

  private void readWhat(short[] events, Child child, MemorySegment buffer) {
    if (events[0] != 0) {
      readOutput(child.output, sink, buffer);
    }
    if (events[1] != 0) {
      readControl(child, buffer);
    }
    if (events[2] != 0 && errors != null) {
      readOutput(child.errors, errors, buffer);
    }
  }

  private void readOutput(Fd output, OutputSink taker, MemorySegment buffer) {
    long length = Libc.read(output.number(), buffer);
    if (length <= 0) {
      output.close();
      return;
    }
    outputBytes += length;
    if (outputError != null) {
      return;
    }
    try {
      taker.accept(buffer.asSlice(0, length).asByteBuffer());
    } catch (IOException e) {
      outputError = "the output could not be kept: " + e.getMessage();
    }
  }

  private void readControl(Child child, MemorySegment buffer) {
    long length = Libc.read(child.control.number(), buffer);
    if (length <= 0) {
      child.control.close();
      return;
    }
    report.add(buffer, length);
    if (child.gate.isOpen() && report.isReady()) {
      var _ = Libc.writeLineFeed(child.gate.number());
      child.gate.close();
    }
  }

  /** Kills what is left, reaps the leader, and says whether all of the group is gone. */
  private boolean sweep(Child child, boolean leaderEnded) {
    child.kill();
    if (!leaderEnded && !endsSoon(child.pid)) {
      return false;
    }
    Libc.reap(child.pid);
    long started = System.nanoTime();
    while (ProcessGroups.hasLiveMember(child.pid)) {
      if (System.nanoTime() - started > ProcessLimits.SWEEP_WAIT.toNanos()) {
        return false;
      }
      var _ = Libc.poll(new int[] {Fd.NONE}, ProcessLimits.POLL_SLICE_WITHOUT_PIDFD_MILLIS);
    }
    return true;
  }

  private static boolean endsSoon(int pid) {
    long started = System.nanoTime();
    while (Libc.peek(pid).isEmpty()) {
      if (System.nanoTime() - started > ProcessLimits.SWEEP_WAIT.toNanos()) {
        return false;
      }
      var _ = Libc.poll(new int[] {Fd.NONE}, ProcessLimits.POLL_SLICE_WITHOUT_PIDFD_MILLIS);
    }
    return true;
  }

  /** Reads what is already in the pipes; a process that escaped the group cannot hold this up. */
  private void drain(Child child, MemorySegment buffer) {
    long started = System.nanoTime();
    while (System.nanoTime() - started < ProcessLimits.DRAIN_WAIT.toNanos()) {
      short[] events =
          Libc.poll(
              new int[] {child.output.number(), child.control.number(), child.errors.number()}, 0);
      if (events[0] == 0 && events[1] == 0 && events[2] == 0) {
        return;
      }
      readWhat(events, child, buffer);
    }
  }

  private ProcessOutcome conclude(long started, Optional<Libc.ChildStatus> status, boolean gone) {
    ProcessEnd end =
        status
            .map(Libc.ChildStatus::end)
            .orElseGet(() -> new ProcessEnd.Signalled(Signals.name(Signals.SIGKILL)));
    return switch (rules.isolation()) {
      case NONE, LANDLOCK -> outcome(started, end, true, gone);
      case BWRAP -> {
        if (!report.commandStarted() && stop == StopReason.NONE) {
          yield outcome(
              started,
              new ProcessEnd.NotStarted(
                  "expected the sandbox to start the command, found bubblewrap ended first (%s); its message is in the log"
                      .formatted(end)),
              true,
              gone);
        }
        SandboxReport.Reading reading = report.read(end, Bubblewrap.reportsExactStatus());
        yield outcome(started, reading.end(), reading.exact(), gone);
      }
    };
  }

  private ProcessOutcome outcome(long started, ProcessEnd end, boolean exact, boolean groupGone) {
    Duration duration = Duration.ofNanos(System.nanoTime() - started);
    return new ProcessOutcome(end, stop, duration, outputBytes, outputError, exact, groupGone);
  }
}
