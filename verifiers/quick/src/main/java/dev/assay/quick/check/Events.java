package dev.assay.quick.check;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.toolcalls.json.EcmaText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The events of one workflow in capture order.
 *
 * @param malformedLines numbers, from 1, of the lines that are no events
 */
record Events(List<Observation> captured, List<Integer> malformedLines) {

  private static final Set<String> MEMBERS =
      Set.of("schemaVersion", "workflowId", "seq", "type", "toolId", "params", "timestamp");

  /**
   * Reads the text of an events file.
   *
   * @throws CommandException EVENTS_READ_FAILED when it has too many lines
   */
  static Events parse(String text, String workflowId) throws CommandException {
    List<Observation> captured = new ArrayList<>();
    List<Integer> malformed = new ArrayList<>();
    int lines = 0;
    int number = 0;
    int from = 0;
    while (from < text.length()) {
      int newline = text.indexOf('\n', from);
      int end = newline < 0 ? text.length() : newline;
      number++;
      int start = EcmaText.skipSpace(text, from, end);
      if (start < end) {
        if (++lines > CheckLimits.EVENT_LINES_MAX) {
          throw new CommandException(
              ErrorCode.EVENTS_READ_FAILED,
              "expected at most "
                  + CheckLimits.EVENT_LINES_MAX
                  + " events, found more; split the file by workflow");
        }
        Json line = JsonParser.parse(text, start, EcmaText.trimEnd(text, start, end));
        if (!(line instanceof JsonObject event) || !isEvent(event)) {
          malformed.add(number);
        } else if (workflowId.equals(Json.textOf(event.get("workflowId")))) {
          captured.add(observation(event));
        }
      }
      from = end + 1;
    }
    return new Events(List.copyOf(captured), List.copyOf(malformed));
  }

  /** The observations of each step, in capture order, by step. */
  SortedMap<Long, List<Observation>> steps() {
    SortedMap<Long, List<Observation>> steps = new TreeMap<>();
    for (Observation observation : captured) {
      steps.computeIfAbsent(observation.seq(), _ -> new ArrayList<>()).add(observation);
    }
    return steps;
  }

  /** Whether capture order does not follow the steps, or time goes backwards along them. */
  boolean isIrregular() {
    for (int i = 1; i < captured.size(); i++) {
      if (captured.get(i).seq() < captured.get(i - 1).seq()) {
        return true;
      }
    }
    Instant latest = Instant.MIN;
    List<Observation> ordered =
        captured.stream().sorted(Comparator.comparingLong(Observation::seq)).toList();
    for (Observation observation : ordered) {
      Instant at = moment(observation.timestamp());
      if (at != null && at.isBefore(latest)) {
        return true;
      }
      latest = at == null ? latest : at;
    }
    return false;
  }

  private static @Nullable Instant moment(@Nullable String timestamp) {
    if (timestamp == null) {
      return null;
    }
    try {
      return OffsetDateTime.parse(timestamp).toInstant();
    } catch (DateTimeException _) {
      return null;
    }
  }

  private static boolean isEvent(JsonObject event) {
    Json timestamp = event.get("timestamp");
    return event.sorted().stream().allMatch(member -> MEMBERS.contains(member.name()))
        && integer(event.get("schemaVersion")) == 1
        && "tool_observed".equals(Json.textOf(event.get("type")))
        && integer(event.get("seq")) >= 0
        && !Json.textOf(event.get("workflowId")).isEmpty()
        && !Json.textOf(event.get("toolId")).isEmpty()
        && event.get("params") instanceof JsonObject
        && (timestamp == null || timestamp instanceof Scalar.Text);
  }

  private static Observation observation(JsonObject event) {
    return new Observation(
        integer(event.get("seq")),
        Json.textOf(event.get("toolId")),
        event.get("params") instanceof JsonObject params ? params : JsonObject.empty(),
        event.get("timestamp") instanceof Scalar.Text(String text) ? text : null);
  }

  /** The integer that {@code value} is, or -1. */
  private static long integer(@Nullable Json value) {
    return switch (value) {
      case Scalar.Int(long exact) -> exact;
      case Scalar.Real(double rounded, _)
          when rounded == Math.rint(rounded) && Math.abs(rounded) < 0x1p63 ->
          (long) rounded;
      case null, default -> -1;
    };
  }

  /**
   * One observed tool call of the workflow.
   *
   * @param seq its logical step
   * @param timestamp as written, null when the event has none
   */
  record Observation(long seq, String toolId, JsonObject params, @Nullable String timestamp) {}
}
