package dev.assay.quick.check;

import dev.assay.quick.check.CheckOutcome.StepStatus;
import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Reads one step as often as the consistency demands. */
final class StepVerifier {

  private final Session session;
  private final Consistency consistency;
  private final Sleeper sleeper;

  StepVerifier(Session session, Consistency consistency, Sleeper sleeper) {
    this.session = session;
    this.consistency = consistency;
    this.sleeper = sleeper;
  }

  CheckOutcome verify(CheckRequest request) throws CommandException {
    return switch (consistency) {
      case Consistency.Strong _ -> read(request).outcome();
      case Consistency.Eventual eventual -> readUntilSettled(request, eventual);
    };
  }

  private CheckOutcome readUntilSettled(CheckRequest request, Consistency.Eventual eventual)
      throws CommandException {
    long start = sleeper.nowMillis();
    while (true) {
      Reading reading = read(request);
      CheckCode pending = reading.pending();
      if (pending == null) {
        return reading.outcome();
      }
      if (sleeper.nowMillis() - start >= eventual.windowMillis()) {
        return CheckOutcome.of(StepStatus.UNCERTAIN, pending, reading.outcome().observed());
      }
      try {
        sleeper.sleep(eventual.pollMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CommandException(ErrorCode.INTERNAL_ERROR, "the run was interrupted", e);
      }
      session.refresh();
    }
  }

  /**
   * One reading.
   *
   * @param pending the code of the step should time run out now, null when waiting changes nothing
   */
  private record Reading(CheckOutcome outcome, @Nullable CheckCode pending) {}

  private Reading read(CheckRequest request) {
    PartVerifier parts = new PartVerifier(session.source());
    return switch (request) {
      case CheckRequest.Row row -> single(parts.row(row.row()));
      case CheckRequest.Absent absent -> absent(parts.absent(absent));
      case CheckRequest.Effects effects ->
          several(
              effects.effects().stream()
                  .map(effect -> new Part(effect.id(), parts.row(effect.row())))
                  .toList());
      case CheckRequest.Relational relational when relational.checks().size() == 1 ->
          single(parts.relation(relational.checks().getFirst()));
      case CheckRequest.Relational relational ->
          several(
              relational.checks().stream()
                  .map(check -> new Part(check.id(), parts.relation(check)))
                  .toList());
    };
  }

  private static Reading single(CheckOutcome outcome) {
    boolean missing = outcome.status() == StepStatus.MISSING;
    return new Reading(outcome, missing ? CheckCode.ROW_NOT_OBSERVED_WITHIN_WINDOW : null);
  }

  private static Reading absent(CheckOutcome outcome) {
    boolean present = outcome.code() == CheckCode.ROW_PRESENT_WHEN_FORBIDDEN;
    return new Reading(
        outcome, present ? CheckCode.FORBIDDEN_ROWS_STILL_PRESENT_WITHIN_WINDOW : null);
  }

  /** One effect or check of several. */
  private record Part(String id, CheckOutcome outcome) {
    boolean is(StepStatus status) {
      return outcome.status() == status;
    }
  }

  private static Reading several(List<Part> parts) {
    StringJoiner observed = new StringJoiner("; ");
    StringJoiner failed = new StringJoiner("; ");
    for (Part part : parts) {
      CheckCode code = part.outcome().code();
      observed.add(
          "["
              + part.id()
              + "] "
              + part.outcome().status().word()
              + " "
              + part.outcome().observed());
      if (code != null) {
        failed.add(part.id() + " " + code.name() + " (" + part.outcome().message() + ")");
      }
    }
    boolean missing = parts.stream().allMatch(part -> part.is(StepStatus.MISSING));
    CheckOutcome outcome = rollUp(parts, observed.toString(), failed.toString());
    return new Reading(outcome, missing ? CheckCode.MULTI_EFFECT_UNCERTAIN_WITHIN_WINDOW : null);
  }

  private static CheckOutcome rollUp(List<Part> parts, String observed, String failed) {
    if (parts.stream().anyMatch(part -> part.is(StepStatus.INCOMPLETE_VERIFICATION))) {
      return CheckOutcome.incomplete(CheckCode.MULTI_EFFECT_INCOMPLETE, failed, observed);
    }
    if (parts.stream().allMatch(part -> part.is(StepStatus.VERIFIED))) {
      return CheckOutcome.verified(observed);
    }
    return parts.stream().noneMatch(part -> part.is(StepStatus.VERIFIED))
        ? new CheckOutcome(
            StepStatus.INCONSISTENT, CheckCode.MULTI_EFFECT_ALL_FAILED, failed, observed)
        : new CheckOutcome(
            StepStatus.PARTIALLY_VERIFIED, CheckCode.MULTI_EFFECT_PARTIAL, failed, observed);
  }

  /** How often a step is read before its outcome counts. */
  public sealed interface Consistency {

    /** One read. */
    record Strong() implements Consistency {}

    /** Reads every {@code pollMillis} until the state is there or {@code windowMillis} are over. */
    record Eventual(long windowMillis, long pollMillis) implements Consistency {}
  }
}
