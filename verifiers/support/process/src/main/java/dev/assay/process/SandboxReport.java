package dev.assay.process;

import dev.assay.process.ProcessOutcome.ProcessEnd;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * What a bubblewrap sandbox has told about itself: its first process, that the command started, and
 * its wait status. The command shares a user with the shim that writes this, so a status counts
 * only when it agrees with the exit code the kernel gave for the sandbox.
 */
final class SandboxReport {

  private static final String CHILD = "\"child-pid\":";
  private static final String READY = "ready\n";
  private static final String STARTED = "started\n";
  private static final String STATUS = "status ";
  private static final int SIGNAL_BITS = 0x7f;
  private static final int SIGNAL_BASE = 128;

  private final StringBuilder text = new StringBuilder();

  /** Adds {@code length} bytes read from the status pipe. */
  void add(MemorySegment bytes, long length) {
    int room = ProcessLimits.CONTROL_BYTES_MAX - text.length();
    byte[] part =
        bytes.asSlice(0, Math.min(length, Math.max(0, room))).toArray(ValueLayout.JAVA_BYTE);
    text.append(new String(part, StandardCharsets.ISO_8859_1));
  }

  /** The sandbox's first process, as numbered outside. */
  OptionalInt firstProcess() {
    return numberAfter(CHILD);
  }

  /** Whether the shim waits for its gate, so that the sandbox is tied to this process. */
  boolean isReady() {
    return text.indexOf(READY) >= 0;
  }

  /** Whether the shim was about to start the command. */
  boolean commandStarted() {
    return text.indexOf(STARTED) >= 0;
  }

  /** How the command ended, given how the sandbox itself ended. */
  Reading read(ProcessEnd sandbox, boolean shimIsExact) {
    if (!(sandbox instanceof ProcessEnd.Exited(int code))) {
      return new Reading(sandbox, true);
    }
    if (!shimIsExact) {
      return new Reading(sandbox, code <= SIGNAL_BASE);
    }
    OptionalInt status = numberAfter(STATUS);
    if (status.isEmpty()) {
      return new Reading(sandbox, code <= SIGNAL_BASE);
    }
    int signal = status.getAsInt() & SIGNAL_BITS;
    if (signal == 0) {
      return new Reading(sandbox, status.getAsInt() >> Byte.SIZE == code);
    }
    return SIGNAL_BASE + signal == code
        ? new Reading(new ProcessEnd.Signalled(Signals.name(signal)), true)
        : new Reading(sandbox, false);
  }

  /** An end and whether exit code and signal are known apart. */
  record Reading(ProcessEnd end, boolean exact) {}

  private OptionalInt numberAfter(String label) {
    int at = text.indexOf(label);
    if (at < 0) {
      return OptionalInt.empty();
    }
    int start = at + label.length();
    while (start < text.length() && text.charAt(start) == ' ') {
      start++;
    }
    int end = start;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    boolean whole = end > start && end < text.length() && end - start < 10;
    return whole ? OptionalInt.of(Integer.parseInt(text, start, end, 10)) : OptionalInt.empty();
  }
}
