package dev.assay.quick.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.quick.check.CommandRun;
import dev.assay.quick.vectors.Documents;
import dev.assay.schemas.Digests;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lifecycle of a baseline, from outside. */
class EnforceCliTest {

  private static final String LOG = "{\"tool\":\"orders\",\"params\":{\"id\":1}}";

  @TempDir Path directory;
  private EnforceFixture fixture;

  @BeforeEach
  void createDatabase() throws Exception {
    fixture = new EnforceFixture(directory).sqlite();
  }

  @Test
  void aCheckNeedsABaseline() {
    fixture.enforce().assertRefused("ENFORCE_BASELINE_REQUIRED");
    fixture.accept("0".repeat(64), 0).assertRefused("ENFORCE_INVALID_TRANSITION");
    assertThat(fixture.stateFiles()).allMatch(path -> path.toString().endsWith(".lock"));
  }

  @Test
  void aBaselineIsCreatedOnce() {
    CommandRun created = fixture.enforce("--create-baseline");

    assertThat(created.exitCode()).isZero();
    JsonNode enforce = created.json().path("enforce");
    assertThat(enforce.path("decision").asText()).isEqualTo("decision_trusted");
    assertThat(enforce.path("decision_reason_code").asText()).isEqualTo("BASELINE_ESTABLISHED");
    assertThat(enforce.path("lifecycle_state").asText()).isEqualTo("baseline_active");
    assertThat(enforce.path("lifecycle_state_version").asInt()).isEqualTo(1);
    assertThat(enforce.path("material_truth").path("schemaVersion").asInt()).isEqualTo(2);
    assertThat(created.stderr()).startsWith("truth_check_verdict: trusted\n");

    fixture.enforce("--create-baseline").assertRefused("ENFORCE_INVALID_TRANSITION");
  }

  @Test
  void anUnchangedRunMatches() {
    fixture.enforce("--create-baseline");

    CommandRun run = fixture.enforce();

    assertThat(run.exitCode()).isZero();
    JsonNode enforce = run.json().path("enforce");
    assertThat(enforce.path("result_status").asText()).isEqualTo("match");
    assertThat(enforce.path("decision_reason_code").asText()).isEqualTo("CHECK_MATCH");
    assertThat(enforce.path("lifecycle_state_version").asInt()).isEqualTo(1);
    assertThat(fixture.history()).hasSize(1);
  }

  @Test
  void aChangedRowIsDriftAndShowsWhatChanged() throws Exception {
    String baseline = baseline();

    CommandRun run = drift();

    JsonNode enforce = run.json().path("enforce");
    assertThat(enforce.path("result_status").asText()).isEqualTo("drift");
    assertThat(enforce.path("decision").asText()).isEqualTo("decision_blocked");
    assertThat(enforce.path("decision_reason_code").asText()).isEqualTo("DRIFT_DETECTED");
    assertThat(enforce.path("lifecycle_state").asText()).isEqualTo("action_required");
    assertThat(enforce.path("expected_projection_hash").asText()).isEqualTo(baseline);
    assertThat(enforce.path("observed_sha256").asText()).isNotEqualTo(baseline);
    assertThat(run.stderr().lines())
        .contains(
            "~ stateRelation: \"matches_expectations\" -> \"does_not_match\"",
            "+ reason code VALUE_MISMATCH");
    assertThat(run.stderr()).contains("~ step seq=0 tool=pay observedOutcome: \"rowCount=1\" -> ");
    String envelope = run.stderr().lines().toList().getLast();
    Documents.assertValid(Documents.ENVELOPE, envelope);
    assertThat(CommandRun.tree(envelope).path("code").asText())
        .isEqualTo("VERIFICATION_OUTPUT_LOCK_MISMATCH");
  }

  @Test
  void repeatedDriftStaysBlockedWithoutANewVersion() throws Exception {
    baseline();
    drift();

    CommandRun again = fixture.enforce("--no-human-report");

    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.json().path("enforce").path("lifecycle_state_version").asInt()).isEqualTo(2);
    assertThat(again.stderr()).hasLineCount(1);
    fixture.enforce("--create-baseline").assertRefused("ENFORCE_INVALID_TRANSITION");
  }

  @Test
  void aStateThatWasPutBackStillNeedsAnAcknowledgement() throws Exception {
    String hash = baseline();
    drift();
    fixture.execute("UPDATE orders SET status = 'paid' WHERE id = 1");

    fixture.enforce().assertRefused("ENFORCE_REMEDIATION_ACK_REQUIRED");

    assertThat(fixture.accept(hash, 2).exitCode()).isZero();
    CommandRun rerun = fixture.enforce();
    assertThat(rerun.exitCode()).isZero();
    assertThat(rerun.json().path("enforce").path("decision_reason_code").asText())
        .isEqualTo("RERUN_PASS");
  }

  @Test
  void anAcceptedDriftHasToShowUpAgain() throws Exception {
    String hash = baseline();
    drift();

    CommandRun accepted = fixture.accept(hash, 2, "--review-by=2027-01-31");
    assertThat(accepted.exitCode()).as("the run itself does not match").isEqualTo(1);
    JsonNode enforce = accepted.json().path("enforce");
    assertThat(enforce.path("result_status").asText()).isEqualTo("accepted");
    assertThat(enforce.path("lifecycle_state").asText()).isEqualTo("rerun_required");
    assertThat(enforce.has("expected_projection_hash")).isFalse();

    fixture.accept(hash, 2).assertRefused("ENFORCE_INVALID_TRANSITION");

    CommandRun rerun = fixture.enforce();
    assertThat(rerun.exitCode()).isEqualTo(1);
    assertThat(rerun.json().path("enforce").path("result_status").asText()).isEqualTo("rerun_pass");
    assertThat(rerun.json().path("enforce").path("lifecycle_state").asText())
        .isEqualTo("baseline_active");
    assertThat(fixture.enforce().json().path("enforce").path("result_status").asText())
        .isEqualTo("match");
  }

  @Test
  void aRerunThatDiffersFails() throws Exception {
    String hash = baseline();
    drift();
    fixture.accept(hash, 2);
    fixture.execute("DELETE FROM orders");

    CommandRun rerun = fixture.enforce();

    assertThat(rerun.exitCode()).isEqualTo(4);
    JsonNode enforce = rerun.json().path("enforce");
    assertThat(enforce.path("result_status").asText()).isEqualTo("rerun_fail");
    assertThat(enforce.path("decision_reason_code").asText()).isEqualTo("RERUN_FAIL");
    assertThat(enforce.path("lifecycle_state").asText()).isEqualTo("action_required");
  }

  @Test
  void anAcceptanceNamesTheStateItIsAbout() throws Exception {
    String hash = baseline();
    drift();

    fixture.accept(hash, 1).assertRefused("ENFORCE_STALE_STATE_VERSION");
    fixture.accept("f".repeat(64), 2).assertRefused("ENFORCE_EXPECTED_HASH_MISMATCH");
    assertThat(fixture.history()).hasSize(2);
  }

  @Test
  void theHistorySaysWhoAcceptedWhatAndWhy() throws Exception {
    String hash = baseline();
    drift();
    fixture.accept(hash, 2, "--evidence-links=[\"https://example.org/1\"]");

    assertThat(fixture.history()).hasSize(3);
    JsonNode last = CommandRun.tree(fixture.history().get(2));
    assertThat(last.path("operation").asText()).isEqualTo("accept_drift");
    assertThat(last.path("owner").asText()).isEqualTo("ann");
    assertThat(last.path("reason").asText()).isEqualTo("price change");
    assertThat(last.path("evidence_links").path(0).asText()).isEqualTo("https://example.org/1");
    assertThat(last.path("at").asText()).isEqualTo("2026-11-22T10:00:00Z");
    assertThat(last.path("previous_sha256").asText())
        .isEqualTo(Digests.sha256Hex(fixture.history().get(1)));
  }

  @Test
  void aPreviewIsNoBaselineAndWritesNoFile() throws Exception {
    fixture.preview(LOG, "--create-baseline").assertRefused("ENFORCE_DECISION_GRADE_REQUIRED");

    String hash = baseline();
    CommandRun run =
        fixture.preview(LOG, "--export-registry=exported.json", "--emit-events=exported.ndjson");
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(Files.exists(directory.resolve("exported.json"))).isFalse();
    assertThat(Files.exists(directory.resolve("exported.ndjson"))).isFalse();
    fixture
        .preview(
            LOG,
            "--accept-drift",
            "--expected-projection-hash=" + hash,
            "--lifecycle-state-version=2",
            "--reason=r",
            "--owner=o")
        .assertRefused("ENFORCE_DECISION_GRADE_REQUIRED");
  }

  @Test
  void aVerificationWithoutVerdictTouchesNoState() throws Exception {
    baseline();
    Files.delete(directory.resolve("tools.json"));

    fixture.enforce().assertRefused("REGISTRY_READ_FAILED");

    assertThat(fixture.history()).hasSize(1);
  }

  @Test
  void workflowsHaveStatesOfTheirOwn() {
    baseline();

    fixture
        .run(
            java.util.List.of(
                "--registry=tools.json",
                "--events=events.ndjson",
                "--workflow-id=other",
                "--state-dir=state",
                "--db=db.sqlite"),
            "")
        .assertRefused("ENFORCE_BASELINE_REQUIRED");
  }

  private String baseline() {
    return fixture
        .enforce("--create-baseline")
        .json()
        .path("enforce")
        .path("baseline_sha256")
        .asText();
  }

  private CommandRun drift() throws Exception {
    fixture.execute("UPDATE orders SET status = 'lost' WHERE id = 1");
    CommandRun run = fixture.enforce();
    assertThat(run.exitCode()).as(run.stderr()).isEqualTo(4);
    return run;
  }
}
