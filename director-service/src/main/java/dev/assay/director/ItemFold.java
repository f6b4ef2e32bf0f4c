package dev.assay.director;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.Outcome;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Unprocessable;
import dev.assay.schemas.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * Folds one input into the state of its work item. The live director and a replay do the same here.
 * Safe for many threads.
 */
public final class ItemFold {

  private final DirectorStep step;

  /** A fold with {@code step}. */
  public ItemFold(DirectorStep step) {
    this.step = step;
  }

  /**
   * What {@code input} leads to. One that can't be taken in is refused: the work item shows it, and
   * what waits for it is decided without it.
   *
   * @param time RFC 3339 time of its record
   */
  public Outcome fold(ItemReader stored, DirectorInput input, String time) {
    Optional<Rejection> forged = forged(input);
    if (forged.isPresent()) {
      return refused(stored, forged.get());
    }
    try {
      return switch (input) {
        case DirectorInput.Execution(var event) -> step.onExecution(stored, event, time);
        case DirectorInput.Report(var message) -> step.onReport(stored, message, time);
        case DirectorInput.Governance(var fact) -> step.onFact(stored, fact, time);
        case DirectorInput.Canary _ -> new Outcome(ItemState.of(stored), List.of());
        case DirectorInput.Unusable(Rejection rejection) -> throw rejection.asException();
      };
    } catch (RejectedException e) {
      return refused(stored, input, e.rejection(), time);
    } catch (RuntimeException | StackOverflowError e) {
      return refused(stored, input, Unprocessable.rejection(e), time);
    }
  }

  /**
   * Why {@code input} is a report that nobody made: what is attested is what was stored. The true
   * one may still come, so nothing is decided without it.
   */
  private static Optional<Rejection> forged(DirectorInput input) {
    if (!(input instanceof DirectorInput.Report(var message))) {
      return Optional.empty();
    }
    String found = Digests.sha256Hex(Json.canonical(message.report()));
    return found.equals(message.reportDigest())
        ? Optional.empty()
        : Optional.of(
            Rejection.of(
                ErrorCode.DIGEST_MISMATCH,
                "expected a report whose canonical JSON has the SHA-256 that its message states,"
                    + " found "
                    + found));
  }

  private Outcome refused(
      ItemReader stored, DirectorInput input, Rejection rejection, String time) {
    return switch (input) {
      case DirectorInput.Execution(var event) -> step.refuse(stored, event, rejection, time);
      case DirectorInput.Report(var message) -> step.refuse(stored, message, rejection, time);
      case DirectorInput.Governance(var fact) -> step.refuse(stored, fact, rejection, time);
      case DirectorInput.Canary _, DirectorInput.Unusable _ -> refused(stored, rejection);
    };
  }

  private static Outcome refused(ItemReader stored, Rejection rejection) {
    return new Outcome(ItemState.of(stored), List.of(new Emission.Refuse(rejection)));
  }
}
