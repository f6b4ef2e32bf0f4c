package dev.assay.agencyverify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class VerifyStateTest {

  @TempDir Path root;
  private AgencyFixture agency;

  @BeforeEach
  void createRun() throws Exception {
    agency = new AgencyFixture(root);
  }

  private Map<String, String> everything() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(agency.data)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(agency.data.relativize(path).toString(), Files.readString(path));
      }
    }
    return files;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3 * 24 * 3_600})
  void aLockWithALivingHolderStopsTheCommandWhateverItsAge(long ageSeconds) throws Exception {
    long holder = ProcessHandle.current().parent().orElseThrow().pid();
    Files.writeString(
        agency.lock(),
        "{\"pid\":%d,\"created_at\":\"2026-01-09T10:00:00Z\",\"cmd\":\"merge\"}".formatted(holder));
    Files.setLastModifiedTime(agency.lock(), FileTime.from(Instant.now().minusSeconds(ageSeconds)));
    Map<String, String> before = everything();

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.exit()).isEqualTo(1);
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err())
        .startsWith(
            "E_REPO_LOCKED: repo %s is locked by pid %d since 2026-01-09T10:00:00Z (lock file: %s)"
                .formatted(AgencyFixture.REPO, holder, agency.lock()));
    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(longs = {999_999_999, 0, -5})
  void aLockWithoutALivingHolderIsTakenOverAndGivenBack(long pid) throws Exception {
    Files.writeString(agency.lock(), "{\"pid\":" + pid + "}");

    assertThat(agency.verify().exit()).isZero();
    assertThat(agency.lock()).doesNotExist();
  }

  @Test
  void aLockOfThisVeryProcessThatNobodyHoldsIsStale() throws Exception {
    Files.writeString(agency.lock(), "{\"pid\":" + ProcessHandle.current().pid() + "}");

    assertThat(agency.verify().exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "10800, 0"})
  void anUnreadableLockCountsForTwoHours(long ageSeconds, int exit) throws Exception {
    Files.writeString(agency.lock(), "garbage");
    Files.setLastModifiedTime(agency.lock(), FileTime.from(Instant.now().minusSeconds(ageSeconds)));

    assertThat(agency.verify().exit()).isEqualTo(exit);
  }

  @Test
  void theLockIsHeldWhileTheScriptRunsAndNamesItsHolder() throws Exception {
    agency.script("cat " + agency.lock() + "; stat -c %a " + agency.lock());

    var _ = agency.verify();

    assertThat(agency.log())
        .contains("{\"pid\":" + ProcessHandle.current().pid() + ",\"created_at\":\"")
        .contains("\"cmd\":\"verify\"}")
        .contains("600");
  }

  @Test
  void anArchivedRunIsNotVerified() throws Exception {
    agency.meta(meta -> meta.putObject("archive").put("archived_at", "2026-01-10T00:00:00Z"));
    Map<String, String> before = everything();

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.exit()).isEqualTo(1);
    assertThat(shown.err()).startsWith("E_WORKSPACE_ARCHIVED: cannot verify archived run");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void aRunWhoseWorktreeIsGoneIsNotVerified() throws Exception {
    agency.meta(meta -> meta.put("worktree_path", root.resolve("gone").toString()));

    assertThat(agency.verify().err()).startsWith("E_WORKSPACE_ARCHIVED: ");
    assertThat(agency.runDirectory.resolve("events.jsonl")).doesNotExist();
    assertThat(agency.meta().has("last_verify_at")).isFalse();
  }

  @Test
  void attentionThatSomebodyElseAskedForSurvivesASuccess() throws Exception {
    agency.meta(meta ->
        meta.putObject("flags")
            .put("needs_attention", true)
            .put("needs_attention_reason", "stop_requested"));

    var _ = agency.verify();
    assertThat(attention()).isEqualTo("true stop_requested");

    agency.script("exit 1");
    var _ = agency.verify();
    assertThat(attention()).isEqualTo("true verify_failed");

    agency.script("exit 0");
    var _ = agency.verify();
    assertThat(agency.meta().path("flags").toString()).isEqualTo("{}");
  }

  private String attention() throws IOException {
    JsonNode flags = agency.meta().path("flags");
    return flags.path("needs_attention") + " " + flags.path("needs_attention_reason").textValue();
  }

  @Test
  void unknownMembersOfMetaSurviveAndNothingIsLeftOver() throws Exception {
    agency.meta(meta -> {
      meta.put("future", "value").put("exact", new java.math.BigDecimal("12345678901234567890.10"));
      meta.putObject("flags").put("setup_failed", true).put("later", 7);
    });
    Files.writeString(agency.runDirectory.resolve(".agency-atomic-0000000000000000"), "{");
    ObjectNode expected = ((ObjectNode) exact(agency.runDirectory.resolve("meta.json"))).deepCopy();
    agency.script("exit 1");

    var _ = agency.verify();

    expected.put("last_verify_at", agency.record().path("finished_at").textValue());
    expected
        .withObject("/flags")
        .put("needs_attention", true)
        .put("needs_attention_reason", "verify_failed");
    assertThat(exact(agency.runDirectory.resolve("meta.json"))).isEqualTo(expected);
    try (Stream<Path> files = Files.walk(agency.data)) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.contains(".agency-atomic-"));
    }
  }

  private static JsonNode exact(Path file) throws IOException {
    return AgencyFixture.JSON
        .reader()
        .with(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .readTree(Files.readString(file));
  }

  @Test
  void eventsThatCannotBeAppendedLoseNothingElse() throws Exception {
    Files.createDirectory(agency.runDirectory.resolve("events.jsonl"));

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.exit()).isZero();
    assertThat(shown.out()).startsWith("ok verify ");
    assertThat(shown.err()).startsWith("warning: events append failed: verify_started: ");
    assertThat(agency.record().path("error").textValue())
        .startsWith("events append failed: verify_started: ")
        .contains("; verify_finished: ");
    assertThat(agency.meta().has("last_verify_at")).isTrue();
  }

  @Test
  void eventsTellTheStartAndTheEnd() throws Exception {
    agency.script("exit 4");

    var _ = agency.verify("--timeout=90s");

    List<JsonNode> events = agency.events();
    assertThat(events)
        .extracting(event -> event.path("event").textValue())
        .containsExactly("verify_started", "verify_finished");
    JsonNode started = events.getFirst();
    assertThat(started.path("schema_version").textValue()).isEqualTo("1.0");
    assertThat(started.path("timestamp").textValue()).matches("[0-9-]{10}T[0-9:]{8}Z");
    assertThat(started.path("run_id").textValue()).isEqualTo(AgencyFixture.RUN);
    assertThat(started.path("data").path("timeout_ms").longValue()).isEqualTo(90_000);
    assertThat(started.path("data").path("verify_json_path").textValue())
        .isEqualTo(agency.verifyJsonPath().toString());
    JsonNode finished = events.getLast().path("data");
    assertThat(finished.path("ok").booleanValue()).isFalse();
    assertThat(finished.path("exit_code").intValue()).isEqualTo(4);
    assertThat(finished.path("verify_record_path").textValue()).endsWith("/verify_record.json");
    assertThat(finished.has("verify_json_path")).isFalse();
  }

  @Test
  void anEventLineThatAKilledWriterLeftUnfinishedDoesNotSwallowTheNext() throws Exception {
    Files.writeString(agency.runDirectory.resolve("events.jsonl"), "{\"event\":\"cut");

    var _ = agency.verify();

    assertThat(Files.readAllLines(agency.runDirectory.resolve("events.jsonl")))
        .hasSize(3)
        .first()
        .isEqualTo("{\"event\":\"cut");
  }

  @Test
  void aLogThatCannotBeOpenedIsAnInternalErrorWithARecord() throws Exception {
    Files.writeString(agency.runDirectory.resolve("logs"), "a file where a directory belongs");

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.exit()).isEqualTo(1);
    assertThat(shown.err()).startsWith("E_INTERNAL: verify runner failed: ");
    assertThat(agency.record().path("ok").booleanValue()).isFalse();
    assertThat(agency.record().get("exit_code").isNull()).isTrue();
    assertThat(agency.meta().has("last_verify_at")).isFalse();
    assertThat(attention()).isEqualTo("true verify_failed");
    assertThat(agency.lock()).doesNotExist();
  }

  @Test
  void metaThatTheScriptDestroyedIsAPersistFailureWithTheRecordKept() throws Exception {
    agency.script("echo broken > " + agency.runDirectory.resolve("meta.json"));

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.err()).startsWith("E_PERSIST_FAILED: ");
    assertThat(agency.record().path("error").textValue()).contains("meta update failed: ");
    assertThat(agency.events()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "E_INVALID_AGENCY_JSON | {",
        "E_INVALID_AGENCY_JSON | {\"version\":2,\"scripts\":{\"verify\":\"x\"}}",
        "E_INVALID_AGENCY_JSON | {\"version\":\"1\",\"scripts\":{\"verify\":\"x\"}}",
        "E_INVALID_AGENCY_JSON | {\"version\":1}",
        "E_INVALID_AGENCY_JSON | {\"version\":1,\"scripts\":{}}",
        "E_INVALID_AGENCY_JSON | {\"version\":1,\"scripts\":{\"verify\":\"\"}}",
        "E_INVALID_AGENCY_JSON | {\"version\":1,\"scripts\":{\"verify\":{\"path\":\"x\",\"more\":1}}}",
        "E_INVALID_AGENCY_JSON | {\"version\":1,\"extra\":1,\"scripts\":{\"verify\":\"x\"}}",
        "E_INVALID_AGENCY_JSON | {\"version\":1,\"scripts\":{\"verify\":{\"path\":\"x\",\"timeout\":\"30s\"}}}",
        "E_INVALID_AGENCY_JSON | {\"version\":1,\"scripts\":{\"verify\":{\"path\":\"x\",\"timeout\":\"25h\"}}}"
      })
  void aWrongAgencyJsonIsNamedAndTheLockGivenBack(String code, String text) throws Exception {
    Files.writeString(agency.worktree.resolve("agency.json"), text);

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.exit()).isEqualTo(1);
    assertThat(shown.err()).startsWith(code + ": ").hasLineCount(1);
    assertThat(agency.lock()).doesNotExist();
    assertThat(agency.runDirectory.resolve("verify_record.json")).doesNotExist();
  }

  @Test
  void aMissingAgencyJsonIsNamed() throws Exception {
    Files.delete(agency.worktree.resolve("agency.json"));

    assertThat(agency.verify().err()).startsWith("E_NO_AGENCY_JSON: ");
  }

  @Test
  void bothShapesOfAScriptAreReadAndItsTimeoutCounts() throws Exception {
    Files.writeString(
        agency.worktree.resolve("agency.json"),
        "{\"version\":1.0,\"scripts\":{\"verify\":\"exit 9\"}}");
    var _ = agency.verify();
    assertThat(agency.record().path("exit_code").intValue()).isEqualTo(9);

    Files.writeString(
        agency.worktree.resolve("agency.json"),
        "{\"version\":1,\"scripts\":{\"verify\":{\"path\":\"true\",\"timeout\":\"1h30m\"}}}");
    var _ = agency.verify();
    assertThat(agency.record().path("timeout_ms").longValue()).isEqualTo(5_400_000);
  }

  @Test
  void theRecordHasTheMembersOfTheSpecificationInTheirOrder() throws Exception {
    var _ = agency.verify();

    String text = Files.readString(agency.runDirectory.resolve("verify_record.json"));
    assertThat(text)
        .startsWith("{\n  \"schema_version\": \"1.0\",\n  \"repo_id\": \"")
        .endsWith("}\n");
    assertThat(agency.record().properties().stream().map(Map.Entry::getKey))
        .containsExactly(
            "schema_version",
            "repo_id",
            "run_id",
            "script_path",
            "started_at",
            "finished_at",
            "duration_ms",
            "timeout_ms",
            "timed_out",
            "cancelled",
            "exit_code",
            "signal",
            "error",
            "ok",
            "verify_json_path",
            "log_path",
            "summary");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(agency.runDirectory.resolve("verify_record.json"))))
        .isEqualTo("rw-r--r--");
    assertThat(
            Duration.between(
                    Instant.parse(agency.record().path("started_at").textValue()),
                    Instant.parse(agency.record().path("finished_at").textValue()))
                .toMillis())
        .isEqualTo(agency.record().path("duration_ms").longValue());
  }
}
