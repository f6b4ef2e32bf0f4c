package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.demo.Demo;
import dev.assay.core.merkle.Hash;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.topic.Topic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays of a real system, running and stopped, and of exports that somebody tampered with. */
class ReplayIT {

  private static final int EXTRA_ITEMS = 6;

  @TempDir private static Path home;

  private static Path data = Path.of("unset");
  private static Path export = Path.of("unset");
  private static String root = "";
  private static Replays.Answer running = new Replays.Answer(-1, noJson(), "");
  private static Replays.Answer stopped = running;
  private static Replays.Answer again = running;
  private static Replays.Answer audited = running;

  private static JsonNode noJson() {
    return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
  }

  /** The demo fleet, then items that are retried, split and promoted; then replays. */
  @BeforeAll
  static void history() throws Exception {
    data = home.resolve("data");
    export = home.resolve("export");
    Path demo = Path.of("../../demo").toRealPath();
    String command = Files.readString(demo.resolve("reexecution.json"));
    Files.createDirectories(data);
    Files.writeString(
        data.resolve("assay.yaml"),
        "worker: {verifiers: {reexecution: {commands: ["
            + command.replace("project/", demo + "/project/")
            + "]}}}\ndirector: {manifestSeconds: 1}\n");
    try (UpSystem system = new UpSystem(data).start()) {
      System.setProperty("assay.home", "../..");
      int code =
          Demo.run(
              system.api().url(),
              data.resolve("tokens/operator"),
              new PrintWriter(new StringWriter()),
              new PrintWriter(new StringWriter()));
      assertThat(code).isZero();
      for (int attempt = 1; attempt <= 4; attempt++) {
        var _ = system.submit("same-" + attempt, "same/1", Samples.failing("same.Failure"));
      }
      for (int i = 0; i < EXTRA_ITEMS; i++) {
        var _ = system.submit("item-" + i, "item/" + i, Samples.passing("item.N" + i));
      }
      var _ = system.submit("item-0b", "item/0", Samples.failing("item.Broken"));
      for (String garbage : List.of("first", "second")) {
        system
            .records()
            .write(Topic.REPORTS, "item/0", garbage.getBytes(StandardCharsets.UTF_8), Map.of());
      }
      Await.until(
          "both are dead letters", () -> system.records().all(Topic.DEAD_LETTERS).size() == 2);
      awaitManifests(system);
      running = Replays.replay("--data-dir", data.toString(), "--reverify");
      audited =
          Replays.audit(
              "--url",
              system.api().url(),
              "--token-file",
              data.resolve("tokens/operator").toString(),
              "--state",
              home.resolve("audit.state").toString(),
              "--documents",
              "--decisions");
      Files.writeString(home.resolve("keys.json"), system.api().get("/v1/keys").body());
      root = Hash.ofBase64(PublicLog.head(system.api()).root()).orElseThrow().hex();
      system.stop();
    }
    stopped = Replays.replay("--data-dir", data.toString(), "--expect-root", root);
    assertThat(Replays.export(data, export)).isZero();
    again = Replays.replay("--from", export.toString(), "--reverify", "--expect-root", root);
  }

  /** Waits until manifests cover all that stands on the topics, so that no more are written. */
  private static void awaitManifests(UpSystem system) {
    for (Topic<?> topic : List.of(Topic.EXECUTIONS, Topic.DECISIONS, Topic.DEAD_LETTERS)) {
      Await.until(
          "manifests cover " + topic.name(),
          () -> {
            int records = system.records().all(topic).size();
            String covered =
                "assay_manifest_covered{partition=\"0\",topic=\"" + topic.name() + "\"} ";
            return records == 0
                || system.api().get("/metrics").body().contains(covered + (double) records);
          });
    }
    Await.until(
        "a manifest lists each attestation",
        () -> {
          JsonNode manifests =
              Replays.audit(
                      "--url",
                      system.api().url(),
                      "--token-file",
                      data.resolve("tokens/operator").toString())
                  .json()
                  .path("manifests");
          return manifests.path("unlisted").asInt() == 0
              && manifests.path("undecided").asInt() == 0;
        });
  }

  @Test
  void aRunningSystemIsIdentical() {
    assertIdentical(running);
    assertThat(running.json().path("reverify").path("runs").asInt()).isPositive();
    assertThat(running.json().path("reverify").path("identical"))
        .isEqualTo(running.json().path("reverify").path("runs"));
    assertThat(running.json().path("log").path("root").asText()).isEqualTo(root);
    assertThat(running.errors()).contains("replay:");
  }

  @Test
  void aStoppedSystemIsIdenticalAndHasTheExpectedRoot() {
    assertIdentical(stopped);
    assertThat(stopped.json().path("decisions")).isEqualTo(running.json().path("decisions"));
    assertThat(stopped.json().path("attestations")).isEqualTo(running.json().path("attestations"));
    assertThat(stopped.json().path("log").path("expectedRoot").asText()).isEqualTo(root);
  }

  @Test
  void anExportIsIdenticalWithoutItsSystem() {
    assertIdentical(again);
    assertThat(again.json().path("decisions")).isEqualTo(running.json().path("decisions"));
    assertThat(again.json().path("attestations")).isEqualTo(running.json().path("attestations"));
    assertThat(export.resolve("artifacts")).isDirectory();
    assertThat(export.resolve("manifest.json")).content().doesNotContain("PRIVATE");
  }

  @Test
  void aRunningSystemIsAuditedByItsAddressAndFoundClean() {
    assertThat(audited.json().path("findings")).isEmpty();
    assertThat(audited.exitCode()).as(audited.errors()).isZero();
    assertThat(audited.json().path("entries").asInt())
        .isEqualTo(
            running.json().path("attestations").asInt() + running.json().path("manifests").asInt());
    assertThat(audited.json().path("documents").path("checked").asInt()).isPositive();
    assertThat(audited.json().path("decisions").path("workItems").asInt()).isPositive();
  }

  @Test
  void everyEventAndEveryVerdictOfTheSystemIsInItsManifests() {
    JsonNode manifests = audited.json().path("manifests");

    assertThat(manifests.path("read")).isEqualTo(running.json().path("manifests"));
    assertThat(manifests.path("read").asInt()).isGreaterThanOrEqualTo(3);
    assertThat(manifests.path("attestations").asInt())
        .isGreaterThanOrEqualTo(running.json().path("attestations").asInt());
    assertThat(manifests.path("unlisted").asInt()).isZero();
    assertThat(manifests.path("uncovered").asInt()).isZero();
    assertThat(manifests.path("undecided").asInt()).isZero();
  }

  @Test
  void anAuditOfTheExportGoesOnFromThatOfTheSystemAndMissesWhatIsDropped() throws Exception {
    Path state = Files.copy(home.resolve("audit.state"), home.resolve("export.state"));
    ExportFiles files = copy("audited");
    List<String> lines = Files.readAllLines(files.directory().resolve("log.ndjson"));
    Files.write(files.directory().resolve("log.ndjson"), lines.subList(0, lines.size() - 1));

    Replays.Answer whole =
        Replays.audit("--from", export.toString(), "--state", state.toString(), "--documents");
    Replays.Answer cut = Replays.audit("--from", files.directory().toString());

    assertThat(whole.json().path("findings")).isEmpty();
    assertThat(whole.json().path("sinceSize").asInt()).isPositive();
    assertThat(cut.exitCode()).isEqualTo(1);
    assertThat(cut.codes()).contains("TILE_DIFFERS", "LOG_ENTRY_MISSING", "LOG_ROOT_DIFFERS");
  }

  @Test
  void anAuditOfTheExportHoldsSignaturesToTheEndOfTheirKey() throws Exception {
    String keys = Files.readString(home.resolve("keys.json"));
    Path ended = home.resolve("ended.json");
    Files.writeString(
        ended,
        keys.replace(
            "\"use\":\"attestation\"",
            "\"use\":\"attestation\",\"notAfter\":\"2020-01-01T00:00:00.000Z\""));

    Replays.Answer now =
        Replays.audit(
            "--from",
            export.toString(),
            "--keys",
            home.resolve("keys.json").toString(),
            "--no-replay");
    Replays.Answer late =
        Replays.audit("--from", export.toString(), "--keys", ended.toString(), "--no-replay");

    assertThat(now.json().path("findings")).isEmpty();
    assertThat(late.codes()).isNotEmpty().containsOnly("ATTESTATION_KEY_RETIRED");
  }

  @Test
  void anotherRootIsNotTheExpectedOne() {
    Replays.Answer answer =
        Replays.replay("--from", export.toString(), "--expect-root", "0".repeat(64));

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.codes()).containsExactly("EXPECTED_ROOT_DIFFERS");
  }

  @Test
  void aFlippedBitInAReportRecordIsNamed() throws Exception {
    ExportFiles files = copy("flipped");
    var report = files.first(Topic.REPORTS, message -> true);
    files.flip(Topic.REPORTS, report);

    Replays.Answer answer = Replays.replay("--from", files.directory().toString());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertNamed(answer, "RECORD_DAMAGED", "assay.reports", report.partition(), report.offset());
  }

  @Test
  void aReportThatWasTurnedIntoAPassIsNamed() throws Exception {
    ExportFiles files = copy("turned");
    var report =
        files.first(
            Topic.REPORTS,
            message ->
                !ReservedIds.isCanary(message.workItem())
                    && message.report().result() == Result.FAIL);
    files.put(Topic.REPORTS, report, passing(report.message()));

    Replays.Answer answer = Replays.replay("--from", files.directory().toString());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertNamed(answer, "INPUT_CHANGED", "assay.reports", report.partition(), report.offset());
    assertThat(answer.codes()).contains("ATTESTATION_INVENTED", "DECISION_INVENTED");
  }

  @Test
  void aDroppedAnInventedAndAChangedDeadLetterAreNamed() throws Exception {
    ExportFiles dropped = copy("letter-dropped");
    var letter = dropped.first(Topic.DEAD_LETTERS, message -> true);
    dropped.drop(Topic.DEAD_LETTERS, letter);
    ExportFiles changed = copy("letter-changed");
    DeadLetter real = letter.message();
    DeadLetter excused =
        new DeadLetter(
            real.topic(),
            real.partition(),
            real.offset(),
            real.code(),
            "nothing to see here",
            real.workItem(),
            real.payloadDigest(),
            real.payloadHead(),
            real.time());
    changed.put(Topic.DEAD_LETTERS, letter, excused);

    for (ExportFiles files : List.of(dropped, changed)) {
      Replays.Answer replayed = Replays.replay("--from", files.directory().toString());
      Replays.Answer audited = Replays.audit("--from", files.directory().toString());

      assertThat(replayed.exitCode()).isEqualTo(1);
      assertThat(replayed.codes()).contains("MANIFEST_DIFFERS");
      assertThat(audited.exitCode()).isEqualTo(1);
      assertThat(audited.codes()).contains("MANIFEST_DIFFERS");
    }
  }

  /** Nothing that the director says rests on what an agent claims in words. */
  @Test
  void aClaimThatWasChangedIsNamed() throws Exception {
    ExportFiles files = copy("claim");
    var execution = files.first(Topic.EXECUTIONS, event -> event.id().equals("item-1"));
    ExecutionEvent event = execution.message();
    ExecutionData data = event.data();
    ExecutionData other =
        new ExecutionData(
            data.workItem(),
            data.run(),
            data.attempt(),
            data.agent(),
            data.target(),
            List.of("I never said this"),
            data.artifacts(),
            data.requires(),
            data.suggests(),
            data.groundTruth(),
            data.risk(),
            data.maxVerifyRetries(),
            data.hints());
    files.put(
        Topic.EXECUTIONS,
        execution,
        new ExecutionEvent(
            event.source(),
            event.id(),
            event.time(),
            event.traceparent(),
            other,
            event.submittedBy(),
            event.witness(),
            event.commitment()));

    Replays.Answer answer = Replays.replay("--from", files.directory().toString());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.codes()).containsExactly("MANIFEST_DIFFERS");
    assertNamed(
        answer, "MANIFEST_DIFFERS", "assay.executions", execution.partition(), execution.offset());
  }

  @Test
  void aDroppedDecisionIsMissing() throws Exception {
    ExportFiles files = copy("dropped");
    var decision = files.first(Topic.DECISIONS, d -> d.workItem().equals("item/3"));
    files.drop(Topic.DECISIONS, decision);

    Replays.Answer answer = Replays.replay("--from", files.directory().toString());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.codes()).containsExactly("DECISION_MISSING");
    assertThat(answer.first().path("expected").asText()).isEqualTo(decision.message().id());
    assertThat(answer.first().path("workItem").asText()).isEqualTo("item/3");
    assertThat(answer.first().path("topic").asText()).isEqualTo("assay.reports");
  }

  @Test
  void anInventedDecisionIsNamed() throws Exception {
    ExportFiles files = copy("invented");
    var decision = files.first(Topic.DECISIONS, d -> d.kind() == DecisionKind.PROMOTE);
    Decision forged = promoted(decision.message(), "f".repeat(64));
    files.append(Topic.DECISIONS, decision, forged);

    Replays.Answer answer = Replays.replay("--from", files.directory().toString());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.codes()).containsExactly("DECISION_INVENTED");
    assertThat(answer.first().path("found").asText()).isEqualTo(forged.id());
    assertThat(answer.first().path("topic").asText()).isEqualTo("assay.decisions");
  }

  @Test
  void aChangedAttestationIsNamed() throws Exception {
    ExportFiles files = copy("attestation");
    var attestation =
        files.first(Topic.ATTESTATIONS, message -> message.statement().contains("\"FAIL\""));
    AttestationMessage real = attestation.message();
    String statement = real.statement().replace("\"result\":\"FAIL\"", "\"result\":\"PASS\"");
    AttestationMessage forged =
        new AttestationMessage(
            dev.assay.schemas.Digests.sha256Hex(statement),
            real.workItem(),
            real.eventKey(),
            real.attempt(),
            real.agent(),
            statement,
            real.keyId(),
            real.signature(),
            real.time());
    files.put(Topic.ATTESTATIONS, attestation, forged);

    Replays.Answer answer = Replays.replay("--from", files.directory().toString());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertNamed(
        answer,
        "ATTESTATION_DIFFERS",
        "assay.attestations",
        attestation.partition(),
        attestation.offset());
    assertThat(answer.first().path("expected").asText()).isEqualTo(real.id());
    assertThat(answer.codes()).contains("ATTESTATION_SIGNATURE");
  }

  @Test
  void aChangedArtifactIsFoundByRunningTheVerifierAgain() throws Exception {
    ExportFiles files = copy("artifact");
    var report = files.first(Topic.REPORTS, message -> message.workItem().equals("item/1"));
    String sha256 = report.message().artifacts().getFirst().sha256();
    files.overwrite(sha256);

    Replays.Answer without = Replays.replay("--from", files.directory().toString());
    Replays.Answer answer = Replays.replay("--from", files.directory().toString(), "--reverify");

    assertThat(without.exitCode()).isZero();
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.codes()).containsExactly("ARTIFACT_CHANGED");
    assertThat(answer.first().path("expected").asText()).contains(sha256);
  }

  @Test
  void aPolicyThatWasNotInForceIsSaidFirst() throws Exception {
    Path policy = home.resolve("policy.yaml");
    Files.writeString(
        policy, "name: other\nverifiers: {testreport: {subjects: [test-report], pace: fast}}\n");

    Replays.Answer answer =
        Replays.replay("--from", export.toString(), "--policy", policy.toString());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.codes().getFirst()).isEqualTo("POLICY_UNKNOWN");
  }

  @Test
  void aSystemThatBeganWithoutAPolicyOfItsOwnIsReplayedWithTheStandardOneAndItsOwn()
      throws Exception {
    Path policy = home.resolve("own.yaml");
    Files.writeString(
        policy, "name: own\nverifiers: {testreport: {subjects: [test-report], pace: fast}}\n");

    Replays.Answer answer =
        Replays.replay(
            "--from", export.toString(), "--policy", "standard", "--policy", policy.toString());

    assertIdentical(answer);
    assertThat(answer.json().path("policies"))
        .extracting(each -> each.path("name").asText())
        .contains("standard")
        .last()
        .isEqualTo("own");
  }

  @Test
  void whatIsNoExportIsAnOperationalError() {
    assertThat(Replays.replay("--from", home.toString()).exitCode()).isEqualTo(3);
  }

  private static void assertIdentical(Replays.Answer answer) {
    assertThat(answer.json().path("differences")).as(answer.json().toPrettyString()).isEmpty();
    assertThat(answer.exitCode()).as(answer.errors()).isZero();
    assertThat(answer.json().path("identical").asBoolean()).isTrue();
    assertThat(answer.json().path("pending").asLong()).isZero();
    assertThat(answer.json().path("workItems").asInt()).isGreaterThan(EXTRA_ITEMS);
    assertThat(answer.json().path("log").path("checkpointMatches").asBoolean()).isTrue();
    assertThat(answer.json().path("signatures").path("unknownKeys").asInt()).isZero();
    assertThat(answer.json().path("log").path("size").asInt())
        .isEqualTo(
            answer.json().path("attestations").asInt() + answer.json().path("manifests").asInt());
  }

  private static void assertNamed(
      Replays.Answer answer, String code, String topic, int partition, long offset) {
    JsonNode first = answer.first();
    assertThat(first.path("code").asText()).as(answer.json().toPrettyString()).isEqualTo(code);
    assertThat(first.path("topic").asText()).isEqualTo(topic);
    assertThat(first.path("partition").asInt()).isEqualTo(partition);
    assertThat(first.path("offset").asLong()).isEqualTo(offset);
    assertThat(List.of(first.path("expected"), first.path("found"), first.path("next")))
        .allSatisfy(text -> assertThat(text.asText()).isNotEmpty());
  }

  private static ExportFiles copy(String name) throws Exception {
    return ExportFiles.copy(export, home.resolve(name));
  }

  private static ReportMessage passing(ReportMessage m) {
    VerificationReport r = m.report();
    VerificationReport pass =
        new VerificationReport(
            r.verifierType(),
            r.verifierVersion(),
            r.target(),
            Result.PASS,
            List.of(),
            r.summary(),
            r.nextActions(),
            r.confidence(),
            r.hyperthesis(),
            r.pointers(),
            r.details());
    return m.with(pass);
  }

  private static Decision promoted(Decision d, String id) {
    return new Decision(
        id,
        d.workItem(),
        d.attempt() + 1,
        DecisionKind.PROMOTE,
        d.reasons(),
        d.attestations(),
        d.promotion(),
        d.moodBefore(),
        d.moodAfter(),
        List.of(),
        null,
        null,
        null,
        null,
        List.of(),
        null,
        d.eventKey(),
        d.eventId(),
        d.agent(),
        d.time(),
        d.ordinal() + 1);
  }
}
