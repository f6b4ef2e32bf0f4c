package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.artifact.Retention;
import dev.assay.cli.audit.AuditSamples;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An artifact that attestations name and that is gone: expired, or missing before its time. */
class ExpiredArtifactsTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final String ITEM = "item-0";

  private final Path keys;
  private final TestSystem system;
  private final String sha256 = Digests.sha256Hex("gone");
  private final StoredAttestation attested = AuditSamples.judging(0, sha256);
  private volatile Instant now = attested.time();

  ExpiredArtifactsTest(@TempDir Path directory) throws IOException {
    this.system = new TestSystem(directory, new Retention(DAY, () -> now));
    this.keys = AuditSamples.keys(directory, system.store.keys().getLast());
    system.store.append(List.of(attested));
    system.decided(ITEM, DecisionKind.RETRY, "ALL_PASS", "fleet-a");
    ObjectNode decision =
        new ObjectMapper()
            .createObjectNode()
            .put("id", "f".repeat(64))
            .put("workItem", ITEM)
            .put("attempt", 1)
            .put("kind", DecisionKind.RETRY.name())
            .put("time", Times.text(attested.time()));
    decision.putArray("reasons");
    decision.putArray("attestations").add(attested.id());
    system.store.write(
        new Batch(
            List.of(),
            List.of(
                new DecisionRow(
                    "f".repeat(64),
                    ITEM,
                    1,
                    DecisionKind.RETRY.name(),
                    decision.toString(),
                    attested.time(),
                    null)),
            List.of()));
  }

  @AfterEach
  void stop() {
    system.close();
  }

  private JsonNode json(String... words) throws IOException {
    TestSystem.Ran ran = system.run(words);
    return new ObjectMapper().readTree(ran.output());
  }

  private JsonNode audited() throws IOException {
    return json("audit", "--documents", "--json", "--keys", keys.toString()).path("documents");
  }

  @Test
  void whatExpiredIsShownAsSuchWithItsDate() throws Exception {
    now = attested.time().plus(DAY);
    String since = Times.text(now);

    assertThat(json("work-items", "lineage", ITEM, "--json").at("/artifacts/0/expired").asText())
        .isEqualTo(since);
    JsonNode explained = json("explain", ITEM, "--json");
    assertThat(explained.at("/claimed/0/sha256").asText()).isEqualTo(sha256);
    assertThat(explained.at("/claimed/0/expired").asText()).isEqualTo(since);
    assertThat(explained.at("/checks/0/artifacts/0/expired").asText()).isEqualTo(since);
    assertThat(system.run("explain", ITEM).output()).contains(sha256 + "  expired " + since);
  }

  @Test
  void whatIsGoneBeforeItsTimeIsNotShownAsExpired() throws Exception {
    now = attested.time().plus(DAY).minusMillis(1);

    assertThat(json("work-items", "lineage", ITEM, "--json").at("/artifacts/0/sha256").asText())
        .isEqualTo(sha256);
    assertThat(json("work-items", "lineage", ITEM, "--json").at("/artifacts/0").has("expired"))
        .isFalse();
    assertThat(json("explain", ITEM, "--json").at("/claimed/0").has("expired")).isFalse();
  }

  @Test
  void anAuditCountsWhatExpiredApartFromWhatIsMissing() throws Exception {
    now = attested.time().plus(DAY).minusMillis(1);
    JsonNode early = audited();
    now = attested.time().plus(DAY);
    JsonNode late = audited();

    assertThat(early.path("missing").asLong()).isEqualTo(2); // the report, too
    assertThat(early.path("expired").asLong()).isZero();
    assertThat(late.path("missing").asLong()).isEqualTo(1);
    assertThat(late.path("expired").asLong()).isEqualTo(1);
    assertThat(system.run("audit", "--documents", "--keys", keys.toString()).output())
        .contains("0 read, 1 no longer stored, 1 expired");
  }
}
