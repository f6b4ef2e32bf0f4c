package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which events count, and what becomes of the others. */
class CheckEventsTest {

  private static final String GOOD = "{'id':1,'fields':{}}";

  @TempDir Path directory;
  private ContractFixture fixture;

  @BeforeEach
  void createDatabase() throws Exception {
    fixture = new ContractFixture(directory).sqlite().tool("t", ContractFixture.ROW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no json",
        "[]",
        "null",
        "{'schemaVersion':2,'workflowId':'wf','seq':1,'type':'tool_observed','toolId':'t','params':{}}",
        "{'schemaVersion':1,'workflowId':'wf','seq':-1,'type':'tool_observed','toolId':'t','params':{}}",
        "{'schemaVersion':1,'workflowId':'wf','seq':1.5,'type':'tool_observed','toolId':'t','params':{}}",
        "{'schemaVersion':1,'workflowId':'wf','seq':1,'type':'other','toolId':'t','params':{}}",
        "{'schemaVersion':1,'workflowId':'wf','seq':1,'type':'tool_observed','toolId':'','params':{}}",
        "{'schemaVersion':1,'workflowId':'','seq':1,'type':'tool_observed','toolId':'t','params':{}}",
        "{'schemaVersion':1,'workflowId':'wf','seq':1,'type':'tool_observed','toolId':'t','params':[]}",
        "{'schemaVersion':1,'workflowId':'wf','seq':1,'type':'tool_observed','toolId':'t','params':{},"
            + "'timestamp':1}",
        "{'schemaVersion':1,'workflowId':'wf','seq':1,'type':'tool_observed','toolId':'t','params':{},"
            + "'more':1}",
        "{'schemaVersion':1,'workflowId':'wf','seq':1,'type':'tool_observed','toolId':'t'}",
      })
  void aLineThatIsNoEventLeavesTheRunIncomplete(String line) {
    CommandRun run = fixture.event(0, "t", GOOD).line(line).check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("MALFORMED_EVENT_LINE");
    assertThat(run.json().path("evidenceCompleteness").path("blockerCategory").asText())
        .isEqualTo("event_sequence");
    assertThat(run.stderr()).startsWith("truth_check_verdict: unknown\n");
  }

  @Test
  void eachMalformedLineIsReportedAfterTheSteps() {
    CommandRun run = fixture.line("x").event(0, "t", "{'id':7,'fields':{}}").line("y").check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes())
        .containsExactly("ROW_ABSENT", "MALFORMED_EVENT_LINE", "MALFORMED_EVENT_LINE");
  }

  @Test
  void blankLinesAndCarriageReturnsMeanNothing() {
    CommandRun run = fixture.line("\r").event(0, "t", GOOD + "").line("  \r").line("").check();

    assertThat(run.exitCode()).isZero();
  }

  @Test
  void eventsOfOtherWorkflowsAreIgnored() {
    fixture.line(
        "{'schemaVersion':1,'workflowId':'other','seq':0,'type':'tool_observed','toolId':'t',"
            + "'params':{'id':7,'fields':{}}}");

    CommandRun none = fixture.check();
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.codes()).containsExactly("NO_STEPS_FOR_WORKFLOW");

    assertThat(fixture.event(0, "t", GOOD).check().exitCode()).isZero();
  }

  @Test
  void aToolWithoutEntryStaysUnverified() {
    CommandRun run = fixture.event(0, "t", GOOD).event(1, "unknown", "{}").check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("UNKNOWN_TOOL");
    assertThat(run.json().path("steps").path(1).path("toolId").asText()).isEqualTo("unknown");
  }

  @Test
  void stepsAreOrderedBySeqWhateverTheCaptureOrder() {
    CommandRun run = fixture.event(5, "t", GOOD).event(2, "t", GOOD).check();

    assertThat(run.exitCode()).isZero();
    assertThat(run.json().path("steps").path(0).path("seq").asInt()).isEqualTo(2);
    assertThat(run.stderr()).contains("Event sequence: irregular");
  }

  @Test
  void timestampsThatGoBackwardsAreMentionedOnly() {
    CommandRun run =
        fixture
            .line(stamped(0, "2026-01-01T00:00:10Z"))
            .line(stamped(1, "not a time"))
            .line(stamped(2, "2026-01-01T00:00:09Z"))
            .check();

    assertThat(run.exitCode()).isZero();
    assertThat(run.stderr()).contains("Event sequence: irregular");
  }

  @Test
  void observationsOfOneStepMustAgree() {
    CommandRun same =
        fixture.event(0, "t", "{'id':1,'fields':{}}").event(0, "t", "{'fields':{},'id':1}").check();
    assertThat(same.exitCode()).isZero();
    assertThat(same.json().path("steps")).hasSize(1);
    assertThat(same.stderr()).contains("Event sequence: regular");

    CommandRun other = fixture.event(0, "t", "{'id':2,'fields':{}}").check();
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.codes()).containsExactly("RETRY_OBSERVATIONS_DIVERGE");
  }

  @Test
  void kindsThatSqlCannotVerifyStayUnverified() {
    CommandRun run =
        fixture
            .tool("web", "{'kind':'http_witness','url':{'const':'http://x'}}")
            .event(0, "web", "{}")
            .check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("UNSUPPORTED_VERIFICATION_KIND");
  }

  @Test
  void tooManyEventsAreRefused() throws Exception {
    assertThat(fixture.event(0, "t", GOOD).check().exitCode()).isZero();
    Files.writeString(
        directory.resolve("events.ndjson"), "x\n".repeat(CheckLimits.EVENT_LINES_MAX + 1));

    fixture
        .run(
            java.util.List.of(
                "--registry=tools.json",
                "--events=events.ndjson",
                "--workflow-id=wf",
                "--db=db.sqlite"))
        .assertRefused("EVENTS_READ_FAILED");
  }

  private static String stamped(int seq, String timestamp) {
    return "{'schemaVersion':1,'workflowId':'wf','seq':"
        + seq
        + ",'type':'tool_observed','toolId':'t','params':"
        + GOOD
        + ",'timestamp':'"
        + timestamp
        + "'}";
  }
}
