package dev.assay.process;

import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessRunner.OutputSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One long-lived command that is talked to line by line: lines go to its standard input, lines come
 * from its standard output, and its standard error is handed on while it lives.
 *
 * <p>The command has a session and group of its own, which is killed and swept when the dialogue is
 * closed. {@link #send} and {@link #receive} belong to one thread; {@link #stop} and {@link #close}
 * may be called by any.
 */
public final class Dialogue implements AutoCloseable {

  private final int pid;
  private final int lineBytesMax;
  private final Fd input;
  private final Fd output;
  private final Fd ended;
  private final Thread errors;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private volatile boolean closing;
  private volatile long closedNanos;
  private boolean reaped;

  private Dialogue(
      int pid, int lineBytesMax, Fd.Pipe input, Fd.Pipe output, Fd errors, OutputSink sink) {
    this.pid = pid;
    this.lineBytesMax = lineBytesMax;
    this.input = input.write();
    this.output = output.read();
    this.ended = new Fd(Libc.pidfdOpen(pid));
    Libc.neverBlock(this.input.number());
    this.errors =
        Thread.ofPlatform().name("dialogue-errors").daemon().start(() -> handOn(errors, sink));
  }

  /**
   * Starts {@code command} without isolation.
   *
   * @param lineBytesMax longest line it may answer
   * @param errors gets its standard error, on a thread of its own; what it throws is ignored
   * @throws IOException when the command cannot be started
   */
  public static Dialogue start(Command command, int lineBytesMax, OutputSink errors)
      throws IOException {
    Fd.Pipe input = Fd.Pipe.open();
    Fd.Pipe output = Fd.Pipe.open();
    Fd.Pipe error = Fd.Pipe.open();
    NativeSpawn.Standard standard =
        new NativeSpawn.Standard(
            input.read().number(), output.write().number(), error.write().number());
    int pid;
    try (Fd _ = input.read();
        Fd _ = output.write();
        Fd _ = error.write();
        NativeSpawn spawn =
            new NativeSpawn(
                command.argv(),
                command.environment(),
                command.directory().toString(),
                standard,
                List.of())) {
      pid = spawn.run();
    }
    if (pid < 0) {
      input.close();
      output.close();
      error.close();
      throw new IOException(
          "expected to start '%s' in %s, found errno %d; check that the program and the directory exist and may be used"
              .formatted(command.argv().getFirst(), command.directory(), -pid));
    }
    return new Dialogue(pid, lineBytesMax, input, output, error.read(), errors);
  }

  /**
   * Writes one line.
   *
   * @param text without a line feed
   * @throws IOException when the command has ended or does not read in time
   */
  public void send(byte[] text, Duration timeout) throws IOException, InterruptedException {
    long started = System.nanoTime();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(text.length + 1L);
      MemorySegment.copy(text, 0, bytes, ValueLayout.JAVA_BYTE, 0, text.length);
      bytes.set(ValueLayout.JAVA_BYTE, text.length, (byte) '\n');
      long at = 0;
      while (at < bytes.byteSize()) {
        long written = Libc.write(input.number(), bytes.asSlice(at));
        if (written > 0) {
          at += written;
        } else if (written == -Libc.EAGAIN || written == -Libc.EINTR) {
          pause(started, timeout, "take the line it was sent");
          var _ = Libc.awaitWritable(input.number(), ProcessLimits.POLL_SLICE_MILLIS);
        } else {
          throw new IOException("the command no longer reads its input; it " + fate());
        }
      }
    }
  }

  /**
   * The next line, without its line feed.
   *
   * @throws IOException when the command ends its output first, answers a longer line than allowed,
   *     or not in time
   */
  public byte[] receive(Duration timeout) throws IOException, InterruptedException {
    long started = System.nanoTime();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(ProcessLimits.READ_BYTES);
      while (!takeLine()) {
        pause(started, timeout, "answer");
        short[] events = Libc.poll(new int[] {output.number()}, ProcessLimits.POLL_SLICE_MILLIS);
        if (events[0] == 0) {
          continue;
        }
        long length = Libc.read(output.number(), buffer);
        if (length <= 0) {
          throw new IOException("the command ended its output without a whole line; it " + fate());
        }
        pending.write(buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
      }
    }
    byte[] whole = line.toByteArray();
    line.reset();
    return whole;
  }

  /** Whether something other than blanks has come that no {@link #receive} has taken. */
  public boolean hasUnread() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(ProcessLimits.READ_BYTES);
      long length = 1;
      while (isBlank(pending)
          && length > 0
          && (Libc.poll(new int[] {output.number()}, 0)[0] & Libc.POLLIN) != 0) {
        pending.reset();
        length = Libc.read(output.number(), buffer);
        pending.write(
            buffer.asSlice(0, Math.max(0, length)).toArray(ValueLayout.JAVA_BYTE),
            0,
            (int) Math.max(0, length));
      }
    }
    return !isBlank(pending);
  }

  private static boolean isBlank(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).isBlank();
  }

  private boolean takeLine() throws IOException {
    byte[] bytes = pending.toByteArray();
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    if (line.size() + end > lineBytesMax) {
      throw new IOException(
          "expected lines of at most %d bytes, found a longer one".formatted(lineBytesMax));
    }
    line.write(bytes, 0, end);
    pending.reset();
    if (end == bytes.length) {
      return false;
    }
    pending.write(bytes, end + 1, bytes.length - end - 1);
    return true;
  }

  private void pause(long started, Duration timeout, String what)
      throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while waiting for a command");
    }
    if (System.nanoTime() - started > timeout.toNanos()) {
      throw new IOException(
          "expected the command to %s within %d ms, found nothing"
              .formatted(what, timeout.toMillis()));
    }
  }

  private String fate() {
    Optional<Libc.ChildStatus> status = endWithin(ProcessLimits.FATE_WAIT);
    if (status.isEmpty()) {
      return "still runs";
    }
    return switch (status.get().end()) {
      case ProcessEnd.Exited(int code) -> "exited with " + code;
      case ProcessEnd.Signalled(String signal) -> "was ended by " + signal;
      case ProcessEnd.NotStarted(String reason) -> reason;
    };
  }

  private synchronized Optional<Libc.ChildStatus> endWithin(Duration wait) {
    long started = System.nanoTime();
    Optional<Libc.ChildStatus> status = reaped ? Optional.empty() : Libc.peek(pid);
    while (!reaped && status.isEmpty() && System.nanoTime() - started < wait.toNanos()) {
      var _ = Libc.poll(new int[] {ended.number()}, ProcessLimits.POLL_SLICE_WITHOUT_PIDFD_MILLIS);
      status = Libc.peek(pid);
    }
    return status;
  }

  /** Kills the whole group at once. */
  public void stop() {
    reap();
    closed();
  }

  private void closed() {
    closedNanos = System.nanoTime();
    closing = true;
  }

  private synchronized void reap() {
    if (!reaped) {
      var _ = Libc.kill(-pid, Signals.SIGKILL);
      Libc.reap(pid);
      reaped = true;
      long started = System.nanoTime();
      while (ProcessGroups.hasLiveMember(pid)
          && System.nanoTime() - started < ProcessLimits.SWEEP_WAIT.toNanos()) {
        var _ = Libc.poll(new int[] {Fd.NONE}, ProcessLimits.POLL_SLICE_WITHOUT_PIDFD_MILLIS);
      }
    }
  }

  /**
   * Ends the input, gives the command {@link ProcessLimits#GRACE} to end by itself, kills what is
   * left of its group, and waits for the last of its standard error.
   */
  @Override
  public void close() {
    input.close();
    var _ = endWithin(ProcessLimits.GRACE);
    reap();
    closed();
    boolean interrupted = false;
    try {
      errors.join(ProcessLimits.DRAIN_WAIT);
    } catch (InterruptedException _) {
      interrupted = true;
    }
    output.close();
    ended.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads until the end; after the command is gone only what is already in the pipe. */
  private void handOn(Fd errors, OutputSink sink) {
    try (errors;
        Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(ProcessLimits.READ_BYTES);
      OutputSink reader = sink;
      while (true) {
        boolean last = closing;
        if (last && System.nanoTime() - closedNanos > ProcessLimits.DRAIN_WAIT.toNanos()) {
          return;
        }
        short[] events = Libc.poll(new int[] {errors.number()}, ProcessLimits.POLL_SLICE_MILLIS);
        if (events[0] == 0) {
          if (last) {
            return;
          }
          continue;
        }
        long length = Libc.read(errors.number(), buffer);
        if (length <= 0) {
          return;
        }
        reader = handOn(buffer.asSlice(0, length), reader);
      }
    }
  }

  /** A reader that fails gets no more; the command's errors are read on, lest it dies of them. */
  private static OutputSink handOn(MemorySegment bytes, OutputSink reader) {
    try {
      reader.accept(bytes.asByteBuffer());
      return reader;
    } catch (IOException _) {
      return OutputSink.NOWHERE;
    }
  }
}
