package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.schemas.Digests;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Data directories that earlier builds wrote, started with this one as in the minutes after: what
 * was decided is shown as it was, what was open is gone on with. How they were made is in {@code
 * src/test/resources/upgrade/README.md}.
 */
@ParameterizedClass
@ValueSource(strings = {UpgradeIT.FIRST, "c0dff3c7"})
class UpgradeIT {

  /** The commit of the first edition. */
  static final String FIRST = "d9eed883";

  @TempDir private static Path home;

  private static EarlierBuild earlier = unset();
  private static UpSystem system = new UpSystem(Path.of("unset"));
  private static Map<String, JsonNode> items = Map.of();
  private static Map<String, JsonNode> attestations = Map.of();
  private static JsonNode repaired = noJson();
  private static JsonNode underway = noJson();
  private static UpSystem.Command answered = new UpSystem.Command(-1, "");
  private static Replays.Answer audited = new Replays.Answer(-1, noJson(), "");
  private static Replays.Answer replayed = audited;

  /** Its commit. */
  @Parameter private String build = "";

  private static EarlierBuild unset() {
    return EarlierBuild.in(Path.of("unset"));
  }

  private static JsonNode noJson() {
    return MissingNode.getInstance();
  }

  /** Starts what the earlier build left, looks at all of it, goes on with it, and audits it. */
  @BeforeParameterizedClassInvocation
  static void upgrade(String build) throws Exception {
    earlier = EarlierBuild.unpacked(build, Files.createDirectory(home.resolve(build)));
    SteppedClock clock = new SteppedClock(home.resolve(build));
    clock.setBack(Duration.between(earlier.written(), Instant.now()).minusMinutes(5));
    system = new UpSystem(earlier.data(), Child.FLAGS, clock.environment()).start();
    Api api = system.api();
    underway = system.workItem("underway", 1, 2);
    items = new HashMap<>();
    for (String id : earlier.workItems().keySet()) {
      items.put(id, api.json("/v1/work-items/" + id));
    }
    attestations = new HashMap<>();
    for (String id : earlier.attestations().keySet()) {
      attestations.put(id, api.json("/v1/attestations/" + id));
    }
    repaired = submitAgain("retried");
    String question = item("asked").at("/decisions/0/approval/id").asText();
    answered =
        system.command(
            "approvals", "answer", question, "--answer", "proceed", "--reason", "it is meant");
    var _ = system.workItem("asked", 2, 2);
    audited =
        Replays.audit(
            "--url",
            api.url(),
            "--token-file",
            earlier.data().resolve("tokens/operator").toString(),
            "--state",
            home.resolve(build + ".state").toString(),
            "--documents",
            "--decisions");
    replayed = Replays.replay("--data-dir", earlier.data().toString());
  }

  /** What the system shows of a work item of the earlier build. */
  private static JsonNode item(String id) {
    return Objects.requireNonNull(items.get(id), id);
  }

  /** A second attempt in which the test that failed passes. */
  private static JsonNode submitAgain(String workItem) throws Exception {
    String report =
        "<testsuite name=\"%1$s\" tests=\"1\"><testcase classname=\"%1$s\" name=\"addsUp\"/></testsuite>"
            .formatted(workItem);
    assertThat(system.api().put(report, "application/xml").status()).isIn(200, 201);
    ObjectNode data = Samples.dataOf(workItem, report);
    data.put("attempt", 2).putObject("agent").put("fleet", "upgrades").put("id", "agent-1");
    Api.Answer answer =
        system.api().post(Api.EVENT, Samples.event(workItem + "-2", data).toString(), "?wait=100");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().path("decision");
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    system.close();
  }

  @Test
  void whatWasDecidedIsShownAsItWas() throws Exception {
    Map<String, JsonNode> before = earlier.workItems();

    assertThat(before).hasSizeGreaterThanOrEqualTo(6);
    before.forEach((id, item) -> {
      JsonNode now = item(id);
      for (String member : List.of("workItem", "status", "mood", "attempt", "attestations")) {
        assertThat(now.path(member)).as(member + " of " + id).isEqualTo(item.path(member));
      }
      assertThat(now.path("decisions")).hasSameSizeAs(item.path("decisions"));
      for (int i = 0; i < item.path("decisions").size(); i++) {
        assertHas(now.path("decisions").path(i), item.path("decisions").path(i));
      }
      assertThat(now.at("/controlState/assert")).isEqualTo(item.at("/controlState/assert"));
    });
  }

  /** What says nothing, in one of both or in both, is the same. */
  private static void assertHas(JsonNode now, JsonNode before) {
    before
        .properties()
        .forEach(member ->
            assertThat(now.path(member.getKey()))
                .as(member.getKey() + " of " + now)
                .isEqualTo(member.getValue()));
  }

  @Test
  void everyStatementIsTheBytesThatWereSignedAndItsReportIsThere() throws Exception {
    assertThat(attestations).isEqualTo(earlier.attestations());
    List<String> reports = new ArrayList<>();
    for (Map.Entry<String, JsonNode> each : attestations.entrySet()) {
      byte[] payload = Base64.getDecoder().decode(each.getValue().path("payload").asText());
      assertThat(Digests.sha256Hex(payload)).isEqualTo(each.getKey());
      JsonNode report =
          new Api.Answer(200, new String(payload, StandardCharsets.UTF_8))
              .json()
              .at("/predicate/reportDigest");
      if (report.isTextual()) {
        reports.add(report.asText());
      }
    }
    assertThat(reports).isNotEmpty();
    for (String report : reports) {
      byte[] bytes = system.api().bytes("/v1/reports/" + report);
      assertThat(Digests.sha256Hex(bytes)).isEqualTo(report);
    }
  }

  @Test
  void theLogGoesOnBehindTheCheckpointThatWasKept() throws Exception {
    String checkpoint = earlier.checkpoint();
    PublicLog.Head before = PublicLog.Head.of(checkpoint);
    PublicLog log = PublicLog.read(system.api());

    assertThat(log.size()).isGreaterThan(before.size());
    assertThat(log.root(before.size())).isEqualTo(before.root());
    assertThat(log.ids().subList(0, before.size())).containsAll(earlier.attestations().keySet());
    assertThat(system.api().json("/v1/keys").path("keys"))
        .extracting(key -> key.path("keyid").asText() + key.path("vkey").asText())
        .containsAll(
            earlier
                .keys()
                .path("keys")
                .valueStream()
                .map(key -> key.path("keyid").asText() + key.path("vkey").asText())
                .toList());
    NoteKey key = system.api().checkpointKey();
    assertThatCode(() -> SignedNote.parse(checkpoint).requireSignedBy(key, key.key()))
        .doesNotThrowAnyException();
  }

  @Test
  void whatWasOpenIsGoneOnWith() throws Exception {
    if (build.equals(FIRST)) {
      // Who named no risk had a medium one, and an upgrade lowers nothing.
      assertThat(repaired.path("kind").asText()).as(repaired.toString()).isEqualTo("ESCALATE");
      assertThat(repaired.at("/needed/evidence").asText()).isEqualTo("WITNESSED");
    } else {
      assertThat(repaired.path("kind").asText()).as(repaired.toString()).isEqualTo("PROMOTE");
    }
    assertThat(answered.exitCode()).as(answered.output()).isZero();
    assertThat(answered.output()).contains("CONTINUE", "APPROVAL_ANSWERED");
    assertThat(underway.at("/decisions/0/kind").asText()).isEqualTo("PROMOTE");
    assertThat(system.api().json("/v1/work-items/retried").path("decisions")).hasSize(2);
    assertThat(system.api().json("/v1/approvals").path("items")).isEmpty();
  }

  @Test
  void aReplayIsIdentical() {
    assertThat(replayed.json().path("differences")).as(replayed.json().toPrettyString()).isEmpty();
    assertThat(replayed.exitCode()).as(replayed.errors()).isZero();
    assertThat(replayed.json().path("identical").asBoolean()).isTrue();
    assertThat(replayed.json().path("pending").asLong(-1)).isZero();
  }

  @Test
  void anAuditIsClean() {
    assertThat(audited.json().path("findings")).as(audited.json().toPrettyString()).isEmpty();
    assertThat(audited.exitCode()).as(audited.errors()).isZero();
  }
}
