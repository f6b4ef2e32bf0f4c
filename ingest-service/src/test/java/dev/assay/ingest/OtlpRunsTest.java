package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.http.ProblemException;
import dev.assay.ingest.OtlpPieces.Piece;
import dev.assay.ingest.OtlpRuns.Body;
import dev.assay.ingest.OtlpRuns.Bounds;
import dev.assay.ingest.OtlpRuns.Held;
import dev.assay.ingest.OtlpRuns.Owned;
import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.ErrorCode;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtlpRunsTest {

  private static final Bounds LARGE = new Bounds(1_000, 1 << 20);

  @TempDir Path directory;

  @Test
  void oneWhoSendsMuchLeavesRunsForOthers() throws Exception {
    try (OtlpRuns runs = runs(new Bounds(8, 1 << 20))) {
      for (int i = 0; i < 4; i++) {
        assertThat(send(runs, "greedy", "run-" + i, i)).isEmpty();
      }

      assertThat(send(runs, "greedy", "run-4", 4)).hasValue(ErrorCode.OVERLOADED);
      assertThat(send(runs, "greedy", "run-3", 5)).isEmpty();
      assertThat(send(runs, "other", "run-0", 0)).isEmpty();
    }
  }

  @Test
  void aRunThatHasItsBytesIsOverAndTakesNoMoreUntilItIsHandedIn() throws Exception {
    try (OtlpRuns runs = runs(new Bounds(1_000, 300))) {
      assertThat(send(runs, "p", "run", 0)).isEmpty();
      assertThat(runs.due()).isEmpty();
      assertThat(send(runs, "p", "run", 1)).isEmpty();
      assertThat(runs.due()).hasSize(1);

      assertThat(send(runs, "p", "run", 2)).hasValue(ErrorCode.OVERLOADED);
      Owned due = runs.due().getFirst();
      runs.closed(due, runs.bodies(due).size());
      assertThat(send(runs, "p", "run", 2)).isEmpty();
    }
  }

  @Test
  void aHalfLineOfAWriteThatFailedDamagesNoOther() throws Exception {
    try (OtlpRuns runs = runs(LARGE)) {
      send(runs, "p", "one", 0);
      Files.writeString(journal(), "{\"principal\":\"p\",\"wo", StandardOpenOption.APPEND);
      send(runs, "p", "two", 1);
    }
    try (OtlpRuns runs = runs(LARGE)) {
      assertThat(runs.size()).isEqualTo(2);
    }
  }

  @Test
  void aHalfLineOfACrashIsCutOff() throws Exception {
    try (OtlpRuns runs = runs(LARGE)) {
      send(runs, "p", "one", 0);
    }
    Files.writeString(journal(), "{\"principal\":\"p\",\"wo", StandardOpenOption.APPEND);
    try (OtlpRuns runs = runs(LARGE)) {
      send(runs, "p", "two", 1);
    }
    try (OtlpRuns runs = runs(LARGE)) {
      assertThat(runs.size()).isEqualTo(2);
    }
  }

  @Test
  void linesThatNobodyCanReadCostNoOthers() throws Exception {
    try (OtlpRuns runs = runs(LARGE)) {
      send(runs, "p", "one", 0);
    }
    String line = Files.readString(journal());
    Files.write(journal(), new byte[] {(byte) 0xff, (byte) 0xfe, '\n'}, StandardOpenOption.APPEND);
    Files.writeString(journal(), line.replace("TRACES", "METRICS"), StandardOpenOption.APPEND);
    Files.writeString(journal(), line.replace("\"one\"", "\"two\""), StandardOpenOption.APPEND);
    try (OtlpRuns runs = runs(LARGE)) {
      assertThat(runs.size()).isEqualTo(2);
    }
  }

  @Test
  void aJournalThatCannotBeReplacedGoesOn() throws Exception {
    try (OtlpJournal journal = new OtlpJournal(directory)) {
      Path aside = directory.resolve("aside");
      Files.move(journal(), aside);
      Files.createDirectories(journal().resolve("in-the-way"));

      assertThatThrownBy(() -> journal.rewrite(java.util.List.of()))
          .isInstanceOf(IOException.class);
      journal.append(
          java.util.List.of(
              new OtlpJournal.Line.Ending("p", new RunKey("item", "run", "otel", 1, null))));

      assertThat(Files.readString(aside)).contains("\"run\"");
    }
  }

  @Test
  void whatCameWhileARunWasHandedInIsAnotherRunAlsoAfterARestart() throws Exception {
    try (OtlpRuns runs = runs(LARGE)) {
      send(runs, "p", "run", 0);
      runs.end("p", "otel/run", "");
      send(runs, "p", "run", 1);
      runs.closed(runs.due().getFirst(), 1);

      assertThat(runs.due()).isEmpty();
      assertThat(runs.size()).isEqualTo(1);
    }
    try (OtlpRuns runs = runs(LARGE)) {
      assertThat(runs.size()).isEqualTo(1);
      runs.end("p", "otel/run", "");
      assertThat(runs.bodies(runs.due().getFirst()).keySet())
          .extracting(Body::sha256)
          .containsExactly("sha-1");
    }
  }

  @Test
  void aRunKeepsTheTraceContextOfItsRootAlsoAfterARestart() throws Exception {
    String trace = "0af7651916cd43dd8448eb211c80319c";
    try (OtlpRuns runs = runs(LARGE)) {
      send(runs, 0, span(trace, "00000000000000a1", "00000000000000a0"));
      assertThat(runs.traceparent(TRACED)).isEqualTo("00-" + trace + "-00000000000000a1-01");
      send(runs, 1, span(trace, "00000000000000A0", ""));
      send(runs, 2, span(trace, "00000000000000b0", ""));
    }
    try (OtlpRuns runs = runs(LARGE)) {
      assertThat(runs.traceparent(TRACED)).isEqualTo("00-" + trace + "-00000000000000a0-01");
    }
  }

  @Test
  void aRunWithoutTraceContextHasNone() throws Exception {
    try (OtlpRuns runs = runs(LARGE)) {
      send(runs, 0, span("0".repeat(32), "00000000000000a1", ""));
      send(runs, 1, span("0af7651916cd43dd8448eb211c80319c", "a1", ""));
      assertThat(runs.traceparent(TRACED)).isNull();
    }
  }

  private static final Owned TRACED =
      new Owned("p", new RunKey("otel/run", "run", "otel", 1, null));

  private static String span(String trace, String span, String parent) {
    return "\"traceId\":\""
        + trace
        + "\",\"spanId\":\""
        + span
        + "\",\"parentSpanId\":\""
        + parent
        + "\"";
  }

  @Test
  void theFilesOfLinesAreGoneWithTheirRuns() throws Exception {
    try (OtlpRuns runs = runs(LARGE)) {
      send(runs, "p", "run", 0);
      runs.end("p", "otel/run", "");
      Owned due = runs.due().getFirst();
      assertThat(runs.bodies(due).values()).allMatch(Held::ready);
      runs.closed(due, 1);
    }
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(journal());
    }
  }

  private Path journal() {
    return directory.resolve("open-runs.ndjson");
  }

  private OtlpRuns runs(Bounds bounds) throws IOException {
    return new OtlpRuns(directory, () -> 0, bounds);
  }

  private static Optional<ErrorCode> send(OtlpRuns runs, String principal, String run, int number)
      throws IOException {
    String span = "\"parentSpanId\":\"01\",\"spanId\":\"0" + number + "\",\"name\":\"some tool\"";
    assertThat(request(run, span).getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(250);
    return send(runs, principal, run, number, span);
  }

  private static void send(OtlpRuns runs, int number, String span) throws IOException {
    assertThat(send(runs, "p", "run", number, span)).isEmpty();
  }

  private static String request(String run, String span) {
    return """
    {"resourceSpans":[{"resource":{"attributes":[\
    {"key":"assay.run","value":{"stringValue":"%s"}}]},\
    "scopeSpans":[{"spans":[{%s}]}]}]}\
    """
        .formatted(run, span);
  }

  private static Optional<ErrorCode> send(
      OtlpRuns runs, String principal, String run, int number, String span) throws IOException {
    String request = request(run, span);
    JsonObject tree = (JsonObject) Objects.requireNonNull(JsonParser.parse(request));
    OtlpSplit split = OtlpSplit.of(Signal.TRACES, new Piece(tree, Map::of), "otel");
    Body body = new Body("sha-" + number, Signal.TRACES, false, "otel");
    OtlpLines lines = runs.fresh();
    for (RunKey key : split.parts().keySet()) {
      lines.add(key, split.line(key, body.sha256()), split.root(key));
    }
    try {
      runs.received(principal, body, lines);
      assertThat(lines.bytes()).isPositive();
      return Optional.empty();
    } catch (ProblemException e) {
      return Optional.of(e.rejection().code());
    }
  }
}
