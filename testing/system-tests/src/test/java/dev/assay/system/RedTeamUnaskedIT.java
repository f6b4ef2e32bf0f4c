package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.runtime.kafka.Access;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.topic.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What services may write to the director's topics, about what it has never heard of. */
class RedTeamUnaskedIT {

  private static final int FLOOD = 500;

  @TempDir private Path home;

  private UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeEach
  void start() throws Exception {
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(
        data.resolve("assay.yaml"),
        "director: {earlyReportSeconds: 1, manifestSeconds: 1}\n" + UpSystem.NO_CANARIES);
    system = new UpSystem(data).start();
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @Test
  void aReportOnAnExecutionThatNobodySentIsADeadLetterAndLeavesNothing() throws Exception {
    system.submit("asked", "red/asked", Samples.passing("red.Asked"));
    ReportMessage asked =
        system.records().first(Topic.REPORTS, "a report", m -> m.workItem().equals("red/asked"));
    ReportMessage noItem = about(asked, "red/nobody-sent", asked.eventKey());
    ReportMessage noExecution = about(asked, "red/asked", Digests.sha256Hex("nobody sent"));

    DeadLetter ofNoItem = written(Access.WORKER, Topic.REPORTS, noItem.workItem(), noItem);
    DeadLetter ofNoExecution =
        written(Access.WORKER, Topic.REPORTS, noExecution.workItem(), noExecution);

    assertThat(List.of(ofNoItem, ofNoExecution))
        .extracting(DeadLetter::code)
        .containsOnly(ErrorCode.UNKNOWN_REQUEST);
    assertThat(ofNoItem.workItem()).isEqualTo("red/nobody-sent");
    assertThat(
            system
                .command(
                    "dead-letters",
                    "list",
                    "--code",
                    "unknown-request",
                    "--work-item",
                    "red/nobody-sent")
                .output())
        .contains("UNKNOWN_REQUEST", "red/nobody-sent");
    assertThat(system.api().get("/metrics").body())
        .contains("assay_director_refused_total{code=\"UNKNOWN_REQUEST\"} 2");
    assertThat(system.api().get("/v1/work-items/red/nobody-sent").status()).isEqualTo(404);
    assertThat(system.workItem("red/asked", 1, 2).path("status").asText()).isEqualTo("promoted");
    JsonNode sent = system.submit("then", "red/nobody-sent", Samples.passing("red.Then"));
    assertThat(sent.path("kind").asText()).isEqualTo("PROMOTE");
    GovernanceFact lowers =
        GovernanceFact.lowered("red/asked", null, Risk.LOW, List.of(), "because", "alice");
    assertThat(written(Access.INGEST, Topic.GOVERNANCE, "red/asked", lowers).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(system.local("replay").exitCode()).isZero();
    UpSystem.Command audited = system.command("audit", "--decisions", "--documents");
    assertThat(audited.exitCode()).as(audited.output()).isZero();
    system.stop();
    Path export = home.resolve("export");
    assertThat(system.local("export", "--to", export.toString()).exitCode()).isZero();
    Replays.Answer record = Replays.audit("--from", export.toString(), "--documents");
    assertThat(record.json().path("findings")).isEmpty();
    assertThat(record.exitCode()).as(record.errors()).isZero();
    assertThat(Replays.replay("--from", export.toString()).json().path("refused").asInt())
        .as("two reports and a lowering")
        .isEqualTo(3);
  }

  /** How many it is has no bound but the sender's patience; this many show what stays. */
  @Test
  void aFloodOfSuchReportsIsRefusedAndHarmsNobody() throws Exception {
    system.submit("asked", "red/asked", Samples.passing("red.Asked"));
    ReportMessage asked =
        system.records().first(Topic.REPORTS, "a report", m -> m.workItem().equals("red/asked"));
    Map<String, byte[]> flood = new HashMap<>();
    for (int i = 0; i < FLOOD; i++) {
      String workItem = "red/flood-" + i;
      flood.put(workItem, Topic.REPORTS.codec().encode(about(asked, workItem, asked.eventKey())));
    }

    system.records(Access.WORKER).writeAll(Topic.REPORTS, flood);

    JsonNode amid = system.submit("amid", "red/amid", Samples.passing("red.Amid"));
    assertThat(amid.path("kind").asText()).isEqualTo("PROMOTE");
    Await.until(
        "every report is refused",
        () ->
            system
                .api()
                .get("/metrics")
                .body()
                .contains("assay_director_refused_total{code=\"UNKNOWN_REQUEST\"} " + FLOOD));
    assertThat(system.records().all(Topic.DEAD_LETTERS))
        .extracting(DeadLetter::workItem)
        .containsExactlyInAnyOrderElementsOf(flood.keySet());
    assertThat(system.api().json("/v1/work-items").path("items").findValuesAsText("workItem"))
        .containsExactlyInAnyOrder("red/asked", "red/amid");
  }

  /**
   * Each fact as ingest may write it, in a role that it says itself, about a work item that nobody
   * sent.
   */
  @Test
  void noFactAboutAWorkItemThatNobodySentDecidesOrShowsAnything() throws Exception {
    String id = Digests.sha256Hex("nobody asked");
    List<GovernanceFact> refused =
        List.of(
            GovernanceFact.answered("red/f", id, "resume", null, "alice").as("operate", null),
            GovernanceFact.lowered("red/f", null, Risk.LOW, List.of(), "why", "alice")
                .as("approve", "system-tests"),
            GovernanceFact.expired("red/f", id),
            GovernanceFact.overdue("red/f", id, 0),
            GovernanceFact.unclaimed("red/f", "2026-11-21T10:00:00.000Z"),
            GovernanceFact.childSettled("red/f", "red/child", ChildState.PROMOTED, id));
    List<GovernanceFact> kept =
        List.of(
            GovernanceFact.suggested("red/k", id, "model", List.of("testreport")),
            GovernanceFact.evidence("red/k", id, "alice", List.of(id))
                .as("evidence", "system-tests"),
            GovernanceFact.childOpened("red/k", "red/parent", List.of(), 1, Risk.HIGH, List.of()));
    for (GovernanceFact fact : kept) {
      byte[] bytes = Topic.GOVERNANCE.codec().encode(fact);
      system.records(Access.INGEST).write(Topic.GOVERNANCE, fact.workItem(), bytes, Map.of());
    }
    List<ErrorCode> codes = new ArrayList<>();
    for (GovernanceFact fact : refused) {
      codes.add(written(Access.INGEST, Topic.GOVERNANCE, fact.workItem(), fact).code());
    }
    assertThat(codes).containsOnly(ErrorCode.UNKNOWN_REQUEST);

    JsonNode decision = system.submit("k", "red/k", Samples.passing("red.Kept"));

    assertThat(system.records().all(Topic.DECISIONS))
        .allSatisfy(made -> assertThat(made.workItem()).isEqualTo("red/k"));
    assertThat(decision.path("kind").asText())
        .as("a forged parent raises the bar, and nothing that was forged lowers it")
        .isNotEqualTo("PROMOTE");
  }

  private <T> DeadLetter written(String user, Topic<T> topic, String key, T message)
      throws Exception {
    byte[] bytes = topic.codec().encode(message);
    system.records(user).write(topic, key, bytes, Map.of());
    return system.records().deadLetter(Digests.sha256Hex(bytes));
  }

  private static ReportMessage about(ReportMessage m, String workItem, String eventKey) {
    return new ReportMessage(
        m.requestId(),
        workItem,
        eventKey,
        m.planId(),
        m.attempt(),
        m.report(),
        m.reportDigest(),
        m.configDigest(),
        m.commandDigest(),
        m.environmentDigest(),
        m.isolation(),
        m.artifacts(),
        m.lens(),
        m.startedAt(),
        m.durationMillis(),
        m.worker(),
        m.errorRates(),
        m.basis());
  }
}
