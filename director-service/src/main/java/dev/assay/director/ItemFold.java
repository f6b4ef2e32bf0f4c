package dev.assay.director;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.Outcome;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Unprocessable;
import dev.assay.schemas.avro.AvroCodec;
import dev.assay.schemas.json.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Folds one input into the state of its work item, within the bounds that a stored state has. The
 * live director and a replay do the same here. Safe for many threads.
 */
public final class ItemFold {

  private static final AvroCodec<ItemState> STATES = AvroCodec.beside(ItemState.class);

  private final DirectorStep step;

  /** A fold with {@code step}. */
  public ItemFold(DirectorStep step) {
    this.step = step;
  }

  /** All that is known of a work item: its state as it is stored. */
  public static final class Known {

    private static final Known NOTHING = new Known(null, new byte[0]);

    private final @Nullable ItemState state;
    private final byte[] stored;

    private Known(@Nullable ItemState state, byte[] stored) {
      this.state = state;
      this.stored = stored;
    }

    /** Nothing is known yet. */
    public static Known nothing() {
      return NOTHING;
    }

    /**
     * The state with these bytes.
     *
     * @throws RejectedException with UNDECODABLE_RECORD when they are none
     */
    static Known of(byte @Nullable [] stored) {
      if (stored == null) {
        return NOTHING;
      }
      return switch (STATES.decode(stored)) {
        case Parsed.Accepted<ItemState>(ItemState state) -> new Known(state, stored);
        case Parsed.Rejected<ItemState>(Rejection rejection) ->
            throw Rejection.of(
                    ErrorCode.UNDECODABLE_RECORD,
                    "expected the state of this work item in the director's own store to be"
                        + " readable; "
                        + rejection.detail())
                .asException();
      };
    }

    @Nullable ItemState state() {
      return state;
    }

    private ItemState stateOrEmpty() {
      return state == null ? ItemState.empty() : state;
    }

    /** The state's bytes; equal states have equal bytes. Not to be changed. */
    public byte[] stored() {
      return stored;
    }
  }

  /** What is known after an input, and what the director sends, in order. */
  public record Folded(Known next, List<Emission> emissions) {

    public Folded {
      emissions = List.copyOf(emissions);
    }
  }

  /**
   * What {@code input} leads to. One that can't be taken in is refused: the work item shows it, and
   * what waits for it is decided without it.
   *
   * @param time RFC 3339 time of its record
   */
  public Folded fold(Known known, DirectorInput input, String time) {
    Optional<Rejection> forged = forged(input);
    if (forged.isPresent()) {
      return new Folded(known, List.of(new Emission.Refuse(forged.get())));
    }
    try {
      Outcome outcome =
          switch (input) {
            case DirectorInput.Execution(var event) -> step.onExecution(known.state, event, time);
            case DirectorInput.Report(var message) -> step.onReport(known.state, message, time);
            case DirectorInput.Governance(var fact) -> step.onFact(known.state, fact, time);
            case DirectorInput.Canary _ -> new Outcome(known.stateOrEmpty(), List.of());
            case DirectorInput.Unusable(Rejection rejection) -> throw rejection.asException();
          };
      if (outcome.next().equals(known.stateOrEmpty())) {
        return new Folded(known, outcome.emissions());
      }
      byte[] stored = STATES.encode(outcome.next());
      requireBounded(known, outcome.next(), stored, input);
      return new Folded(new Known(outcome.next(), stored), outcome.emissions());
    } catch (RejectedException e) {
      return refused(known, input, e.rejection(), time);
    } catch (RuntimeException | StackOverflowError e) {
      return refused(known, input, Unprocessable.rejection(e), time);
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

  private Folded refused(Known known, DirectorInput input, Rejection rejection, String time) {
    Outcome outcome =
        switch (input) {
          case DirectorInput.Execution(var event) ->
              step.refuse(known.state, event, rejection, time);
          case DirectorInput.Report(var message) ->
              step.refuse(known.state, message, rejection, time);
          case DirectorInput.Governance(var fact) ->
              step.refuse(known.state, fact, rejection, time);
          case DirectorInput.Canary _, DirectorInput.Unusable _ ->
              new Outcome(known.stateOrEmpty(), List.of(new Emission.Refuse(rejection)));
        };
    return outcome.next().equals(known.stateOrEmpty())
        ? new Folded(known, outcome.emissions())
        : new Folded(new Known(outcome.next(), STATES.encode(outcome.next())), outcome.emissions());
  }

  /**
   * An execution finds half of the room, a report all but what deciding needs. What is refused and
   * what decides is never measured: there is a bounded number of both.
   */
  private static void requireBounded(
      Known known, ItemState next, byte[] stored, DirectorInput input) {
    int bytesMax =
        switch (input) {
          case DirectorInput.Execution _ ->
              next.executions().size() > known.stateOrEmpty().executions().size()
                  ? DirectorLimits.STATE_BYTES_AFTER_EXECUTION_MAX
                  : Integer.MAX_VALUE;
          case DirectorInput.Governance(var fact) ->
              switch (fact.kind()) {
                case APPROVAL_ANSWERED, APPROVAL_EXPIRED -> Integer.MAX_VALUE;
                case CHILD_OPENED, CHILD_SETTLED, PLAN_SUGGESTED ->
                    DirectorLimits.STATE_BYTES_AFTER_EVIDENCE_MAX;
              };
          case DirectorInput.Report _ -> DirectorLimits.STATE_BYTES_AFTER_EVIDENCE_MAX;
          case DirectorInput.Canary _, DirectorInput.Unusable _ -> Integer.MAX_VALUE;
        };
    if (stored.length > known.stored.length && stored.length > bytesMax) {
      throw Rejection.of(
              ErrorCode.LIMIT_EXCEEDED,
              "expected all that is known of a work item to stay within "
                  + bytesMax
                  + " bytes, found "
                  + stored.length
                  + "; send further attempts as another work item")
          .asException();
    }
  }
}
