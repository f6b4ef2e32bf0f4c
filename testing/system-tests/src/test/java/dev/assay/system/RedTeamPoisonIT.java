package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Poison on the topics, put there by who may write to them. Each record becomes a dead letter that
 * an operator can list, show and replay; its neighbours are decided, and the system is ready,
 * before and after a restart.
 */
class RedTeamPoisonIT {

  private static final String TIME = "2026-11-21T10:00:00.000Z";
  private static final String END_OF_TIME = "+999999999-12-31T23:59:59.999Z";

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    system = new UpSystem(home.resolve("data")).start();
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @AfterEach
  void theNeighboursAreDecidedAndTheSystemIsReady(TestInfo test) throws Exception {
    String name = Digests.sha256Hex(test.getDisplayName()).substring(0, 12);
    JsonNode decision = system.submit("after-" + name, "after/" + name, Samples.passing(name));

    assertThat(decision.path("kind").asText()).isEqualTo("PROMOTE");
    assertThat(system.api().get("/readyz").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"commit-placeholder", "isolation-placeholder", "lens-placeholder"})
  void aReportWithADeleteCharacterIsADeadLetterAndStopsNoPartition(String field) throws Exception {
    byte[] poison =
        replaced(
            Topic.REPORTS.codec().encode(report()), field, "a" + "\u007f".repeat(field.length()));

    system.records().write(Topic.REPORTS, "poison/report", poison, Map.of());

    assertThat(letter(poison).code()).isEqualTo(ErrorCode.INVALID_FIELD);
  }

  @Test
  void aTimeAfterAllTimesIsADeadLetterAndStopsNoSink() throws Exception {
    byte[] item = replaced(Topic.CONTROL_STATE.codec().encode(item()), TIME, END_OF_TIME);
    byte[] decision = replaced(Topic.DECISIONS.codec().encode(decision()), TIME, END_OF_TIME);

    system.records().write(Topic.CONTROL_STATE, "poison/item", item, Map.of());
    system.records().write(Topic.DECISIONS, "poison/item", decision, Map.of());

    assertThat(letter(item).code()).isEqualTo(ErrorCode.INVALID_FIELD);
    assertThat(letter(decision).code()).isEqualTo(ErrorCode.INVALID_FIELD);
    theSystemIsReadyAfterARestart();
  }

  @Test
  void bytesOnAnyTopicAreADeadLetterEach() throws Exception {
    for (Topic<?> topic : Topic.all()) {
      if (!topic.equals(Topic.DEAD_LETTERS)) {
        byte[] poison = bytes("\u0000\u00ff poison of " + topic.name());

        system.records().write(topic, "poison", poison, Map.of());

        assertThat(letter(poison).topic()).isEqualTo("assay." + topic.name());
      }
    }
  }

  @Test
  void recordsOfBeforeTheClockWasSetBackAreDecidedAtOnce() throws Exception {
    Records records = system.records();
    records.acceptTimesAhead(Topic.EXECUTIONS);
    String report = Samples.passing("poison.Clock");
    assertThat(system.api().put(report, "application/xml").status()).isEqualTo(201);
    byte[] event =
        bytes(Samples.event("ahead-1", Samples.dataOf("poison/clock", report)).toString());

    records.writeAt(
        Instant.now().plus(Duration.ofHours(2)), Topic.EXECUTIONS, "poison/clock", event);

    JsonNode item = system.workItem("poison/clock", 1, 2);
    assertThat(item.path("status").asText()).isEqualTo("promoted");
  }

  @Test
  void anOperatorListsShowsAndReplaysWhatWasRefused() throws Exception {
    byte[] poison = bytes("replay me\u001b[2J");
    Records records = system.records();
    records.write(Topic.REPORTS, "poison/replay", poison, Map.of());
    String digest = letter(poison).payloadDigest();
    JsonNode listed = listed(digest);
    String id = listed.path("id").asText();

    UpSystem.Command list = system.command("dead-letters", "list", "--topic", "reports");
    UpSystem.Command show = system.command("dead-letters", "show", id);
    UpSystem.Command replay = system.command("dead-letters", "replay", id);
    UpSystem.Command again = system.command("dead-letters", "replay", id);

    assertThat(list.exitCode()).as(list.output()).isZero();
    assertThat(list.output()).contains(id, "UNDECODABLE_RECORD", "assay.reports");
    assertThat(show.exitCode()).as(show.output()).isZero();
    assertThat(show.output()).contains("replay me\\x1b[2J", digest).doesNotContain("\u001b");
    assertThat(replay.exitCode()).as(replay.output()).isZero();
    assertThat(again.exitCode()).as(again.output()).isEqualTo(3);
    assertThat(again.output()).contains("ALREADY_REPLAYED");
    Await.until(
        "the replayed record is refused once more, and the replay is recorded",
        () ->
            records.all(Topic.DEAD_LETTERS).stream()
                    .filter(letter -> letter.payloadDigest().equals(digest))
                    .count()
                == 3);
  }

  private static void theSystemIsReadyAfterARestart() throws Exception {
    system.kill();
    system = system.start();
  }

  private static JsonNode listed(String digest) throws Exception {
    JsonNode items = system.api().json("/v1/dead-letters?code=undecodable-record").path("items");
    for (JsonNode item : items) {
      if (item.path("payloadDigest").asText().equals(digest)) {
        return item;
      }
    }
    throw new AssertionError("expected a dead letter of " + digest + ", found " + items);
  }

  private static DeadLetter letter(byte[] value) throws Exception {
    return system.records().deadLetter(Digests.sha256Hex(value));
  }

  /** An encoded message with another text in place of one, as no constructor allows it. */
  private static byte[] replaced(byte[] message, String text, String by) {
    return new String(message, StandardCharsets.ISO_8859_1)
        .replace(avro(text), avro(by))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A short text with its length before it. */
  private static String avro(String text) {
    return (char) (2 * text.length()) + text;
  }

  private static ReportMessage report() {
    VerificationReport report =
        new VerificationReport(
            "testreport",
            "1",
            new ReportTarget("poison/report", "commit-placeholder", List.of()),
            Result.PASS,
            List.of(),
            "summary",
            List.of("look"),
            1,
            List.of(),
            List.of(),
            null);
    return new ReportMessage(
        Digests.sha256Hex("request"),
        "poison/report",
        Digests.sha256Hex("event"),
        Digests.sha256Hex("plan"),
        1,
        report,
        Digests.sha256Hex(Json.canonical(report)),
        Digests.sha256Hex("{}"),
        null,
        null,
        "isolation-placeholder",
        List.of(),
        "lens-placeholder",
        TIME,
        1,
        "worker",
        null,
        null);
  }

  private static WorkItem item() {
    return new WorkItem(
        "poison/item",
        WorkItemStatus.VERIFYING,
        Mood.CALM,
        1,
        null,
        ControlState.empty(),
        List.of(),
        null,
        List.of(),
        null,
        Cost.none(),
        1,
        TIME,
        TIME,
        List.of(),
        0);
  }

  private static Decision decision() {
    return new Decision(
        Digests.sha256Hex("decision"),
        "poison/item",
        1,
        DecisionKind.RETRY,
        List.of(),
        List.of(),
        null,
        Mood.CALM,
        Mood.CALM,
        List.of(),
        null,
        null,
        null,
        null,
        List.of(),
        null,
        Digests.sha256Hex("event"),
        "e",
        null,
        Times.text(Instant.parse(TIME)),
        1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
