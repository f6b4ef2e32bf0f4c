package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.cli.CommandException;
import dev.assay.cli.client.ApiClient;
import dev.assay.cli.client.FileDigests;
import dev.assay.cli.replay.AuditedExport;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.store.log.LogLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The log of a running system, with what its index serves. Safe for many threads. */
final class ServedLog implements AuditSource {

  private static final String BYTES = "application/octet-stream";
  private static final Map<String, JsonNodeType> LINE =
      Map.of("id", JsonNodeType.STRING, "logIndex", JsonNodeType.NUMBER);

  private final ApiClient api;
  private final String address;

  ServedLog(ApiClient api, String address) {
    this.api = api;
    this.address = address;
  }

  /** A call of the API. */
  private interface Call<T> {
    T run() throws IOException, InterruptedException;
  }

  private static <T> T call(Call<T> call) {
    try {
      return call.run();
    } catch (IOException e) {
      throw new CommandException(
          "UNREACHABLE",
          "expected the whole answer of the system, found "
              + e.getClass().getSimpleName()
              + "; run the command again, with --state it goes on where it was");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("UNREACHABLE", "expected an answer, found an interruption");
    }
  }

  private static <T> Optional<T> found(Call<T> call) {
    try {
      return Optional.of(call(call));
    } catch (CommandException e) {
      if (e.code().equals("NOT_FOUND")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public String description() {
    return address;
  }

  @Override
  public boolean whole() {
    return false;
  }

  @Override
  public String checkpoint() {
    return call(() -> api.text("/checkpoint"));
  }

  @Override
  public AuditKeys keys() {
    return AuditKeys.parse(call(() -> api.text("/v1/keys", ApiClient.KEYS)), "INVALID_ANSWER");
  }

  @Override
  public Optional<byte[]> tile(TilePath path) {
    return found(() -> api.bytes("/" + path.text(), BYTES, LogLimits.BUNDLE_BYTES_MAX));
  }

  @Override
  public List<Kept> kept(long from, List<byte[]> entries) {
    String path = "/v1/log?from=" + from + "&limit=" + entries.size();
    JsonNode answer = call(() -> api.list(path, "items", LINE));
    Map<Long, JsonNode> lines = new HashMap<>();
    for (JsonNode line : answer.path("items")) {
      lines.put(line.path("logIndex").longValue(), line);
    }
    List<Kept> kept = new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      JsonNode line = lines.get(from + i);
      kept.add(line == null ? new Kept.Nothing() : new Kept.Row(line, envelope(line)));
    }
    return kept;
  }

  private static @Nullable Envelope envelope(JsonNode line) {
    try {
      return Envelope.parse(Json.write(line.path("envelope")));
    } catch (RejectedInputException _) {
      return null;
    }
  }

  @Override
  public Optional<Placed> placed(String id) {
    String path = "/v1/attestations/" + id;
    return found(() -> api.json(path, ApiClient.ENVELOPE))
        .flatMap(envelope ->
            found(() -> api.text(path + "/proof"))
                .flatMap(proof -> {
                  try {
                    byte[] payload = Base64.getDecoder().decode(envelope.path("payload").asText());
                    return Optional.of(
                        new Placed(
                            TlogProof.parse(proof).index(),
                            new String(payload, StandardCharsets.UTF_8)));
                  } catch (IllegalArgumentException _) {
                    return Optional.empty();
                  }
                }));
  }

  @Override
  public void items(@Nullable Instant since, long most, ItemVisitor visitor) throws IOException {
    Map<String, @Nullable String> query = new LinkedHashMap<>();
    query.put("limit", Integer.toString(AuditLimits.WORK_ITEMS_PAGE));
    query.put("since", since == null ? null : Times.text(since));
    List<String> ids = new ArrayList<>();
    lines(
        "/v1/work-items",
        query,
        ApiClient.OF_WORK_ITEM,
        most,
        "at most " + most + " work items beside this log",
        item -> {
          ids.add(item.path("workItem").asText());
          if (ids.size() == AuditLimits.WORK_ITEMS_PAGE) {
            show(ids, visitor);
            ids.clear();
          }
          return true;
        });
    show(ids, visitor);
  }

  private void show(List<String> ids, ItemVisitor visitor) throws IOException {
    Ahead.each(
        ids,
        id -> item(id).orElseGet(() -> new DecisionCheck.Item(id, null, null, List.of())),
        (_, item) -> visitor.accept(item));
  }

  @Override
  public void list(ListCheck.Filter filter, String value, long most, ListCheck.Visitor visitor)
      throws IOException {
    Map<String, @Nullable String> query = new LinkedHashMap<>();
    query.put("limit", Integer.toString(AuditLimits.LIST_PAGE));
    if (filter.parameter() != null) {
      query.put(filter.parameter(), value);
    }
    if (filter.oldestFirst()) {
      query.put("order", "newest");
    }
    lines(
        filter.path(),
        query,
        LINE,
        most + AuditLimits.LIST_PAGE,
        "at most " + most + " lines of " + filter.path(),
        line ->
            Digests.valid(line.path("id").asText())
                && visitor.next(line.path("id").asText(), line.path("logIndex").longValue()));
  }

  /** What is done with a line of a list; true for the next one. */
  @FunctionalInterface
  private interface LineVisitor {
    boolean next(JsonNode line) throws IOException;
  }

  /**
   * Shows the lines of all pages of a list, as long as {@code visitor} wants more.
   *
   * @param most lines that it may have
   * @param expected what an answer with more of them was expected to be
   */
  private void lines(
      String call,
      Map<String, @Nullable String> query,
      Map<String, JsonNodeType> members,
      long most,
      String expected,
      LineVisitor visitor)
      throws IOException {
    long left = most;
    do {
      String path = call + ApiClient.query(query);
      JsonNode page = call(() -> api.list(path, "items", members));
      left -= Math.max(1, page.path("items").size());
      if (left < 0) {
        throw new CommandException(
            "INVALID_ANSWER", "expected " + expected + ", found more, or empty pages");
      }
      for (JsonNode line : page.path("items")) {
        if (!visitor.next(line)) {
          return;
        }
      }
      query.put("cursor", page.path("next").textValue());
    } while (query.get("cursor") != null);
  }

  @Override
  public Optional<DecisionCheck.Item> item(String id) {
    return found(() -> api.json(ApiClient.workItem(id), ApiClient.OF_WORK_ITEM))
        .map(item -> {
          List<JsonNode> decisions = new ArrayList<>();
          item.path("decisions").forEach(decisions::add);
          String status = item.path("status").textValue();
          return new DecisionCheck.Item(id, status, item, decisions);
        });
  }

  @Override
  public Optional<JsonNode> decision(String id) {
    return found(() -> api.json("/v1/decisions/" + id, ApiClient.OF_WORK_ITEM));
  }

  @Override
  public Stored stored(Document document, String sha256) {
    String path =
        switch (document) {
          case REPORT -> "/v1/reports/";
          case ARTIFACT -> "/v1/artifacts/";
        };
    try {
      return found(() -> FileDigests.sha256(api.stream(path + sha256)))
          .<Stored>map(Stored.Bytes::new)
          .orElseGet(Stored.Missing::new);
    } catch (CommandException e) {
      if (e.code().equals(ErrorCode.ARTIFACT_EXPIRED.name())) {
        return new Stored.Expired();
      }
      throw e;
    }
  }

  @Override
  public AuditedExport.@Nullable Replayed replay() {
    return null;
  }

  @Override
  public void close() {
    api.close();
  }
}
