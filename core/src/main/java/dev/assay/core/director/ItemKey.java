package dev.assay.core.director;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.avro.AvroCodec;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Names one value of a work item's state. A step reads and writes whole values, so that an input
 * costs the same however many executions the work item has had.
 *
 * @param name tells values of one kind apart; text without blanks
 */
public record ItemKey(Kind kind, String name) {

  /** The kinds of values. */
  public enum Kind {
    HEAD(ItemHead.class),
    EXECUTION(ItemValue.Accepted.class),
    DECISION(ItemValue.Decided.class),
    REPORT(ItemValue.ReportFact.class),
    PLAN(Plan.class),
    FACT(ItemValue.GovernanceEntry.class),
    INDEX(ItemValue.FactPlace.class);

    private final Class<? extends ItemValue> type;

    Kind(Class<? extends ItemValue> type) {
      this.type = type;
    }
  }

  private record Codec<T extends ItemValue>(Class<T> type, AvroCodec<T> avro) {

    static <T extends ItemValue> Codec<T> of(Class<T> type) {
      return new Codec<>(type, AvroCodec.beside(type));
    }

    byte[] encode(ItemValue value) {
      return avro.encode(type.cast(value));
    }

    Parsed<? extends ItemValue> decode(byte[] stored) {
      return avro.decode(stored);
    }
  }

  private static final Map<Kind, Codec<?>> CODECS =
      Stream.of(Kind.values()).collect(toUnmodifiableMap(identity(), kind -> Codec.of(kind.type)));

  private static final AvroCodec<PriorItemState> PRIOR = AvroCodec.beside(PriorItemState.class);

  /** The one value that every input reads. */
  public static final ItemKey HEAD = new ItemKey(Kind.HEAD, "");

  /** The execution with that place among the accepted ones, from 0. */
  static ItemKey execution(int index) {
    return new ItemKey(Kind.EXECUTION, Integer.toString(index));
  }

  /** What was decided about the execution with that place. */
  static ItemKey decision(int index) {
    return new ItemKey(Kind.DECISION, Integer.toString(index));
  }

  /** The report with that place among those that answer an execution. */
  static ItemKey report(int execution, int place) {
    return new ItemKey(Kind.REPORT, execution + "." + place);
  }

  /** The report with that place among those that came before their execution was planned. */
  static ItemKey early(String eventKey, int place) {
    return new ItemKey(Kind.REPORT, eventKey + "." + place);
  }

  /** The plan of the execution with that place, when it was not planned as it was accepted. */
  static ItemKey plan(int index) {
    return new ItemKey(Kind.PLAN, Integer.toString(index));
  }

  /** The governance fact with that place among the facts, from 0. */
  static ItemKey fact(int place) {
    return new ItemKey(Kind.FACT, Integer.toString(place));
  }

  /** Where the fact with that id is. */
  static ItemKey factPlace(String id) {
    return new ItemKey(Kind.INDEX, id);
  }

  /** Where the fact is that is the suggestion with that number, from 0, for an execution. */
  static ItemKey suggestion(String eventKey, int number) {
    return new ItemKey(Kind.INDEX, eventKey + "." + number);
  }

  private Codec<?> codec() {
    return Objects.requireNonNull(CODECS.get(kind));
  }

  /** The bytes of {@code value}; equal values have equal bytes. */
  public byte[] encode(ItemValue value) {
    return codec().encode(value);
  }

  /**
   * The value with these bytes.
   *
   * @throws RejectedException with UNDECODABLE_RECORD when they are none
   */
  public ItemValue decode(byte[] stored) {
    return switch (codec().decode(stored)) {
      case Parsed.Accepted<? extends ItemValue>(ItemValue value) -> value;
      case Parsed.Rejected<? extends ItemValue>(Rejection rejection) -> {
        if (kind == Kind.HEAD
            && PRIOR.decode(stored)
                instanceof Parsed.Accepted<PriorItemState>(PriorItemState prior)) {
          yield prior;
        }
        throw Rejection.of(
                ErrorCode.UNDECODABLE_RECORD,
                "expected the state of this work item in the director's own store to be"
                    + " readable; "
                    + rejection.detail())
            .asException();
      }
    };
  }
}
