package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.artifact.Retention;
import dev.assay.artifact.RetentionSweep;
import dev.assay.http.Role;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Uploads whose time is over: gone, and told from what never was. */
class ExpiredArtifactTest {

  private static final Duration DAYS_2 = Duration.ofDays(2);
  private static final int PASSES_OF_A_ROUND = 16;
  private static final String REPORT = "/v1/artifacts/" + TestIngest.REPORT_SHA;

  private final Instant start = Instant.now();
  private volatile Instant now = start;
  private final InstantSource clock = () -> now;
  private final Retention retention = new Retention(DAYS_2, clock);
  private final TestIngest server;

  ExpiredArtifactTest(@TempDir Path directory) throws IOException {
    this.server = new TestIngest(directory, IngestLimits.defaults(), List.of(), retention);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private long swept() throws IOException {
    RetentionSweep sweep = server.store.sweep(retention);
    long deleted = 0;
    for (int i = 0; i < PASSES_OF_A_ROUND; i++) {
      deleted += sweep.pass(() -> false).deleted();
    }
    return deleted;
  }

  private void attested(String fleet) {
    server.uses.put(TestIngest.REPORT_SHA, new TestIngest.Use(fleet, start));
  }

  private static void assertCode(HttpResponse<String> response, int status, String code)
      throws IOException {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(TestIngest.json(response).path("code").asText()).isEqualTo(code);
  }

  @Test
  void anUploadWhoseTimeIsOverIsGoneAndSaysSinceWhen() throws Exception {
    server.put(TestIngest.REPORT);
    attested("f");
    now = start.plus(Duration.ofDays(4));
    assertThat(swept()).isEqualTo(1);

    HttpResponse<String> expired = server.get(REPORT);

    assertCode(expired, 410, "ARTIFACT_EXPIRED");
    JsonNode problem = TestIngest.json(expired);
    assertThat(problem.path("detail").asText())
        .contains(start.plus(DAYS_2).toString().substring(0, 19));
    assertCode(server.get("/v1/reports/" + TestIngest.REPORT_SHA), 404, "NOT_FOUND");
    assertThat(server.put(TestIngest.REPORT).statusCode()).isEqualTo(201);
    assertThat(server.get(REPORT).body()).isEqualTo(TestIngest.REPORT);
  }

  @Test
  void anArtifactThatIsGoneBeforeItsTimeIsMissingAndSoIsOneThatNobodyUsed() throws Exception {
    assertCode(server.get(REPORT), 404, "NOT_FOUND");
    attested("f");

    now = start.plus(DAYS_2).minusSeconds(1);
    assertCode(server.get(REPORT), 404, "NOT_FOUND");
    now = start.plus(DAYS_2);
    assertCode(server.get(REPORT), 410, "ARTIFACT_EXPIRED");
  }

  @Test
  void whoActsForAnotherFleetIsNotToldThatThereWasAnArtifact() throws Exception {
    attested("f");
    now = start.plus(DAYS_2);

    assertCode(server.getAs(TestIngest.token(Role.SUBMIT, "f"), REPORT), 410, "ARTIFACT_EXPIRED");
    HttpResponse<String> stranger = server.getAs(TestIngest.token(Role.SUBMIT, "g"), REPORT);
    assertCode(stranger, 404, "NOT_FOUND");
    server.uses.clear();
    HttpResponse<String> never = server.getAs(TestIngest.token(Role.SUBMIT, "g"), REPORT);
    assertThat(stranger.body()).isEqualTo(never.body());
  }

  @Test
  void whoeverIsToldThatAnArtifactIsThereMayRelyOnIt() throws Exception {
    server.put(TestIngest.REPORT);
    now = start.plus(DAYS_2);

    HttpResponse<String> there =
        server.put(TestIngest.REPORT, "If-None-Match", '"' + TestIngest.REPORT_SHA + '"');

    assertThat(there.statusCode()).isEqualTo(412);
    now = start.plus(DAYS_2).plus(DAYS_2);
    assertThat(swept()).isZero();
    assertThat(server.get(REPORT).statusCode()).isEqualTo(200);
  }

  @Test
  void anEventKeepsTheArtifactsThatItWasAcceptedWith() throws Exception {
    AtomicLong nanos = new AtomicLong();
    byte[] bytes = TestIngest.REPORT.getBytes(StandardCharsets.UTF_8);
    server.put(TestIngest.REPORT);
    ArtifactRef named =
        new ArtifactRef(
            ArtifactRole.TEST_REPORT,
            Digests.sha256Hex(bytes),
            bytes.length,
            "application/xml",
            null);
    try (ArtifactExistenceCache known =
        new ArtifactExistenceCache(server.store, 10, 1, nanos::get)) {
      assertThat(known.check(List.of(named))).isEmpty();
      now = start.plus(DAYS_2);
      nanos.addAndGet(IngestLimits.ARTIFACT_KNOWN_MAX.toNanos() + 1);

      assertThat(known.check(List.of(named))).isEmpty();

      now = start.plus(DAYS_2).plus(DAYS_2);
      assertThat(swept()).isZero();
      now = start.plus(Duration.ofDays(6));
      assertThat(swept()).isEqualTo(1);
      nanos.addAndGet(IngestLimits.ARTIFACT_KNOWN_MAX.toNanos() + 1);
      assertThat(known.check(List.of(named))).isPresent();
    }
  }

  @Test
  @Timeout(60)
  void theLoopDeletesCountsAndStops() throws Exception {
    server.put(TestIngest.REPORT);
    now = start.plus(Duration.ofDays(4));
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    RetentionLoop loop =
        new RetentionLoop(server.store.sweep(retention), Duration.ofMillis(1), registry);
    loop.start();
    try (loop) {
      while (registry.get("assay.retention.deleted").counter().count() < 1) {
        Thread.onSpinWait();
      }
      assertThat(loop.healthy()).isTrue();
    }
    assertThat(loop.healthy()).isFalse();

    assertThat(registry.get("assay.retention.deleted.bytes").counter().count())
        .isEqualTo(TestIngest.REPORT.length());
    assertThat(registry.get("assay.retention.failures").counter().count()).isZero();
    assertCode(server.get(REPORT), 404, "NOT_FOUND");
  }
}
