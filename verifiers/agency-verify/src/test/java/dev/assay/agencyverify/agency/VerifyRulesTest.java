package dev.assay.agencyverify.agency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.agencyverify.agency.RunMeta.Attention;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyRulesTest {

  @ParameterizedTest
  @CsvSource({
    "true,  false, 0,  yes, false",
    "false, true,  0,  yes, false",
    "true,  false,  ,  none, false",
    "false, false,  ,  yes, false",
    "false, false, 1,  yes, false",
    "false, false, 1,  none, false",
    "false, false, 0,  yes, true",
    "false, false, 0,  no, false",
    "false, false, 0,  none, true",
    "false, false, 0,  bad, true"
  })
  void okFollowsThePrecedenceOfTheSpecification(
      boolean timedOut, boolean cancelled, @Nullable Integer exitCode, String said, boolean ok) {
    VerifyJson json =
        switch (said) {
          case "yes" -> new VerifyJson.Valid(true, "");
          case "no" -> new VerifyJson.Valid(false, "");
          case "bad" -> new VerifyJson.Invalid("broken");
          default -> new VerifyJson.Absent();
        };

    assertThat(VerifyRecord.ok(timedOut, cancelled, exitCode, json)).isEqualTo(ok);
  }

  @ParameterizedTest
  @MethodSource
  void aFailureThatTheScriptStatesCountsHoweverItIsWritten(String text, @TempDir Path worktree)
      throws Exception {
    Files.createDirectories(VerifyJson.path(worktree).getParent());
    Files.writeString(VerifyJson.path(worktree), text);

    assertThat(VerifyJson.read(worktree)).isEqualTo(new VerifyJson.Valid(false, ""));
  }

  static List<String> aFailureThatTheScriptStatesCountsHoweverItIsWritten() {
    String failed = "{\"schema_version\":\"1.0\",\"ok\":false";
    return List.of(
        failed + ",\"summary\":null}",
        failed + ",\"ok\":false}",
        "{\"ok\":true,\"schema_version\":\"1.0\",\"ok\":false}",
        failed + ",\"data\":{\"a\":1,\"a\":2}}",
        failed + ",\"data\":\"" + "x".repeat(3 * AgencyLimits.DOCUMENT_BYTES_MAX) + "\"}",
        failed + ",\"data\":" + "[".repeat(90_000) + "]".repeat(90_000) + "}",
        failed + ",\"data\":1" + "0".repeat(5_000) + "}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void aBombIsNoVerifyJson(String opening, @TempDir Path worktree) throws Exception {
    String bomb = opening.repeat(AgencyLimits.VERIFY_JSON_DEPTH_MAX + 1);
    Files.createDirectories(VerifyJson.path(worktree).getParent());
    Files.writeString(
        VerifyJson.path(worktree), "{\"schema_version\":\"1.0\",\"ok\":true,\"data\":" + bomb);

    assertThat(VerifyJson.read(worktree)).isInstanceOf(VerifyJson.Invalid.class);
    Path document = Files.writeString(worktree.resolve("agency.json"), bomb);
    assertThatExceptionOfType(JsonFiles.Malformed.class).isThrownBy(() -> JsonFiles.read(document));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{\"ok\":false}",
        "{\"schema_version\":\"\",\"ok\":false}",
        "{\"schema_version\":1,\"ok\":false}",
        "{\"schema_version\":\"1.0\"}",
        "{\"schema_version\":\"1.0\",\"ok\":null}",
        "{\"schema_version\":\"1.0\",\"ok\":\"false\"}",
        "{\"schema_version\":\"1.0\",\"ok\":false,\"summary\":5}",
        "{\"schema_version\":\"1.0\",\"ok\":false}}",
        "{\"schema_version\":\"1.0\",\"ok\":false} x",
        "{\"schema_version\":\"1.0\",\"ok\":false,}",
        "{\"schema_version\":\"1.0\",\"ok\":false"
      })
  void whatIsNoVerifyJsonCountsForNothing(String text, @TempDir Path worktree) throws Exception {
    Files.createDirectories(VerifyJson.path(worktree).getParent());
    Files.writeString(VerifyJson.path(worktree), text);

    assertThat(VerifyJson.read(worktree)).isInstanceOf(VerifyJson.Invalid.class);
  }

  @ParameterizedTest
  @CsvSource({
    "true,  verify_failed,  true,  false, ''",
    "true,  stop_requested, true,  true,  stop_requested",
    "true,  unknown,        true,  true,  unknown",
    "false, '',             true,  false, ''",
    "false, '',             false, true,  verify_failed",
    "true,  user_marked,    false, true,  verify_failed",
    "true,  verify_failed,  false, true,  verify_failed"
  })
  void attentionFollowsTheTableOfTheSpecification(
      boolean needed, String reason, boolean ok, boolean neededAfter, String reasonAfter) {
    assertThat(new Attention(needed, reason).after(ok))
        .isEqualTo(new Attention(neededAfter, reasonAfter));
  }

  @ParameterizedTest
  @CsvSource({
    "30m, 1800000",
    "1h30m, 5400000",
    "1.5s, 1500",
    "90s, 90000",
    "250ms, 250",
    "+2m, 120000",
    "-5s, -5000",
    "0, 0",
    ".5h, 1800000",
    "1000us, 1",
    "1000\u00b5s, 1"
  })
  void goDurationsAreRead(String text, long millis) {
    assertThat(GoDuration.parse(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10",
        "s",
        "1x",
        "1.2.3s",
        ".s",
        "1h 30m",
        "--1s",
        "abc",
        "9999999999h",
        "1s5"
      })
  void whatGoRefusesIsRefused(String text) {
    assertThat(GoDuration.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-09T10:11:12Z, 2026-01-09T10:11:12Z",
    "2026-01-09T10:11:12.500Z, 2026-01-09T10:11:12.5Z",
    "2026-01-09T10:11:12.000000010Z, 2026-01-09T10:11:12.00000001Z",
    "2026-01-09T10:11:12.123456789Z, 2026-01-09T10:11:12.123456789Z"
  })
  void timestampsHaveNoTrailingZeros(Instant time, String text) {
    assertThat(Timestamps.nanos(time)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "git@github.com:owner/repo.git, owner/repo",
    "https://github.com/owner/repo, owner/repo",
    "https://github.com/owner/repo.git, owner/repo",
    "ssh://git@github.com/owner/repo.git, owner/repo"
  })
  void gitHubRemotesNameTheRepository(String url, String name) {
    assertThat(GitRepository.gitHubName(url)).contains(name);
  }

  @Test
  void otherRemotesDoNot() {
    assertThat(GitRepository.gitHubName("https://example.org/owner/repo.git")).isEmpty();
    assertThat(GitRepository.gitHubName("https://github.com/owner")).isEmpty();
    assertThat(GitRepository.id(Optional.of("o/r"), "/x"))
        .isEqualTo(GitRepository.id(Optional.of("o/r"), "/y"))
        .hasSize(16);
  }
}
