package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.ingest.OtlpPieces.Piece;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Ids;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.TraceContext;
import dev.assay.schemas.message.Agent;
import dev.assay.toolcalls.OtlpAttributes;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a request of OTLP, run by run. The same request gives the same runs whenever it is
 * read: nothing but the request and the fleet of what names none is looked at.
 */
final class OtlpSplit {

  /** Attributes of resources that say what the run is about. */
  private static final String WORK_ITEM = "assay.work_item";

  private static final String RUN = "assay.run";
  private static final String FLEET = "assay.fleet";
  private static final String ATTEMPT = "assay.attempt";
  private static final String GROUND_TRUTH = "assay.ground_truth";
  private static final List<String> SESSIONS =
      List.of("gen_ai.conversation.id", "conversation.id", "session.id");
  private static final List<String> OPERATION = List.of("gen_ai.operation.name");
  private static final String AGENT = "otel";

  /** A trace id, of any length, as some senders shorten theirs. */
  private static final Pattern TRACE = Pattern.compile("0*[1-9a-f][0-9a-f]*");

  /** The two signals, by the names of their members. */
  enum Signal {
    TRACES("resourceSpans", "scopeSpans", "spans"),
    LOGS("resourceLogs", "scopeLogs", "logRecords");

    private final String resources;
    private final String scopes;
    private final String records;

    Signal(String resources, String scopes, String records) {
      this.resources = resources;
      this.scopes = scopes;
      this.records = records;
    }

    /** The members on the way to records, outermost first. */
    List<String> path() {
      return List.of(resources, scopes, records);
    }

    String resources() {
      return resources;
    }

    String scopes() {
      return scopes;
    }

    String records() {
      return records;
    }

    /** The last part of the path, and what the reader of protobuf calls it. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What keeps runs apart.
   *
   * @param groundTruth the ground truth that the sender names, or null
   */
  record RunKey(
      String workItem, String run, String fleet, int attempt, @Nullable String groundTruth) {}

  /** The part of one run: its records and what they tell of its root. */
  static final class Part {
    private final JsonArray.Builder resources = JsonArray.builder();
    private int records;
    private OtlpRoot root = OtlpRoot.UNKNOWN;

    int records() {
      return records;
    }

    private void add(JsonObject record, boolean endsRoot) {
      records++;
      root = root.and(new OtlpRoot(endsRoot, root.wants(endsRoot) ? context(record) : null));
    }
  }

  private final Signal signal;
  private final List<JsonObject> resources;
  private final String fleetOtherwise;
  private final Map<RunKey, Part> parts = new LinkedHashMap<>();
  private final Supplier<Map<String, String>> sessionsOfRequest;
  private @Nullable Map<String, String> sessions;
  private int rejected;

  private OtlpSplit(Signal signal, Piece piece, String fleetOtherwise) {
    this.signal = signal;
    this.resources = Json.objectsOf(piece.request().get(signal.resources));
    this.sessionsOfRequest = piece.sessions();
    this.fleetOtherwise = fleetOtherwise;
  }

  /**
   * Splits {@code piece} of a request.
   *
   * @param fleetOtherwise the fleet of what names none
   */
  static OtlpSplit of(Signal signal, Piece piece, String fleetOtherwise) {
    OtlpSplit split = new OtlpSplit(signal, piece, fleetOtherwise);
    split.resources.forEach(split::resource);
    return split;
  }

  /** That the runs of a request get more of it together than is kept. */
  static ProblemException tooLarge() {
    return new ProblemException(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "expected runs that get at most "
            + IngestLimits.OTLP_LINES_BYTES_MAX
            + " bytes of a request as JSON, since each gets its resources and scopes, found more;"
            + " send fewer runs in a request, or smaller resources");
  }

  Map<RunKey, Part> parts() {
    return parts;
  }

  /** What the piece tells of the root of a run. */
  OtlpRoot root(RunKey key) {
    Part part = parts.get(key);
    return part == null ? OtlpRoot.UNKNOWN : part.root;
  }

  /** Records that belong to no run, since they name none or one that cannot be. */
  int rejected() {
    return rejected;
  }

  /**
   * The part of {@code key} as a line of OTLP JSON, empty when there is none.
   *
   * @param receivedSha256 digest of the request as it was received
   */
  byte[] line(RunKey key, String receivedSha256) {
    Part part = parts.get(key);
    if (part == null) {
      return new byte[0];
    }
    JsonObject request =
        JsonObject.builder()
            .put(signal.resources, part.resources.build())
            .put("receivedSha256", new Scalar.Text(receivedSha256))
            .build();
    return (JsonText.asWritten(request) + '\n').getBytes(StandardCharsets.UTF_8);
  }

  /** The conversation that the first record of a trace to name one names, by trace. */
  private Map<String, String> sessions() {
    Map<String, String> known = sessions;
    if (known == null) {
      known = sessionsOfRequest.get();
      sessions = known;
    }
    return known;
  }

  /** Those of {@code request}. */
  static Map<String, String> sessions(Signal signal, JsonObject request) {
    Map<String, String> sessions = new HashMap<>();
    for (JsonObject resource : Json.objectsOf(request.get(signal.resources))) {
      for (JsonObject scope : Json.objectsOf(resource.get(signal.scopes))) {
        for (JsonObject record : Json.objectsOf(scope.get(signal.records))) {
          session(record, sessions);
        }
      }
    }
    return sessions;
  }

  /** Adds what {@code record} names to {@code sessions}. */
  static void session(JsonObject record, Map<String, String> sessions) {
    String session = OtlpAttributes.text(record.get("attributes"), SESSIONS);
    String trace = trace(record);
    if (!session.isEmpty() && !trace.isEmpty()) {
      sessions.putIfAbsent(trace, session);
    }
  }

  private void resource(JsonObject resource) {
    JsonObject attributes =
        OtlpAttributes.of(Json.objectOf(resource.get("resource")).get("attributes"));
    String named = Json.textOf(attributes.get(RUN));
    String session = session(attributes);
    Map<String, Optional<RunKey>> keys = new HashMap<>();
    Map<RunKey, JsonArray.Builder> scopes = new LinkedHashMap<>();
    for (JsonObject scope : Json.objectsOf(resource.get(signal.scopes))) {
      Map<RunKey, JsonArray.Builder> records = new LinkedHashMap<>();
      for (JsonObject record : Json.objectsOf(scope.get(signal.records))) {
        String run = named.isEmpty() ? run(session, record) : named;
        @Nullable RunKey key = keys.computeIfAbsent(run, _ -> key(attributes, run)).orElse(null);
        if (key == null) {
          rejected++;
          continue;
        }
        parts.computeIfAbsent(key, _ -> new Part()).add(record, endsRoot(record));
        records.computeIfAbsent(key, _ -> JsonArray.builder()).add(record);
      }
      records.forEach((key, list) ->
          scopes
              .computeIfAbsent(key, _ -> JsonArray.builder())
              .add(scope.with(signal.records, list.build())));
    }
    scopes.forEach((key, list) -> {
      Part part = parts.get(key);
      if (part != null) {
        part.resources.add(resource.with(signal.scopes, list.build()));
      }
    });
  }

  /** The run of a record whose resource names none, but maybe the {@code session}. */
  private String run(String session, JsonObject record) {
    String trace = trace(record);
    String known = session;
    if (known.isEmpty()) {
      known = OtlpAttributes.text(record.get("attributes"), SESSIONS);
    }
    if (known.isEmpty()) {
      known = sessions().getOrDefault(trace, "");
    }
    return Ids.valid(known) ? known : trace;
  }

  private Optional<RunKey> key(JsonObject resource, String run) {
    String workItem = Json.textOf(resource.get(WORK_ITEM));
    if (workItem.isEmpty()) {
      workItem = "otel/" + run;
    }
    String named = Json.textOf(resource.get(FLEET));
    String fleet = named.isEmpty() ? fleetOtherwise : named;
    String truth = Json.textOf(resource.get(GROUND_TRUTH));
    boolean valid =
        Ids.valid(workItem)
            && !ReservedIds.isReserved(workItem)
            && Ids.valid(run)
            && Ids.valid(fleet)
            && (truth.isEmpty() || Ids.valid(truth));
    return valid
        ? Optional.of(
            new RunKey(workItem, run, fleet, attempt(resource), truth.isEmpty() ? null : truth))
        : Optional.empty();
  }

  private static int attempt(JsonObject resource) {
    return resource.get(ATTEMPT) instanceof Scalar scalar
            && scalar.plainText().matches("[1-9][0-9]?")
        ? Integer.parseInt(scalar.plainText())
        : 1;
  }

  private static String session(JsonObject attributes) {
    for (String name : SESSIONS) {
      String session = Json.textOf(attributes.get(name));
      if (!session.isEmpty()) {
        return session;
      }
    }
    return "";
  }

  /** In small letters; empty when it is none, as all zeros are. */
  private static String trace(JsonObject record) {
    String trace = Json.textOf(record.get("traceId")).toLowerCase(Locale.ROOT);
    return TRACE.matcher(trace).matches() ? trace : "";
  }

  private static @Nullable String context(JsonObject record) {
    return TraceContext.sampled(trace(record), Json.textOf(record.get("spanId")))
        .map(TraceContext::text)
        .orElse(null);
  }

  private boolean endsRoot(JsonObject record) {
    if (signal == Signal.LOGS) {
      return false;
    }
    return Json.textOf(record.get("parentSpanId")).isEmpty()
        || OtlpAttributes.text(record.get("attributes"), OPERATION).equals("invoke_agent");
  }

  /** The agent that executions of {@code key} name. */
  static Agent agent(RunKey key) {
    return new Agent(key.fleet(), AGENT, null);
  }
}
