package dev.assay.quick.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException.RunOverException;
import dev.assay.quick.vectors.Documents;
import dev.assay.schemas.Digests;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickTraceVerifierTest {

  private static final String RIGHT =
      "{\"tool\":\"orders.update\",\"params\":{\"id\":1,\"total\":5}}";
  private static final String WRONG =
      "{\"tool\":\"orders.update\",\"params\":{\"id\":1,\"total\":6}}";

  @TempDir Path directory;
  private final MemoryScope scope = new MemoryScope();
  private GroundTruths groundTruths = new GroundTruths(Map.of());
  private QuickTraceVerifier verifier = new QuickTraceVerifier(groundTruths);

  @BeforeEach
  void open() throws SQLException {
    createDatabase("shop.sqlite", 5);
    groundTruths =
        new GroundTruths(
            Map.of(
                "shop",
                new GroundTruth.Sqlite(directory.resolve("shop.sqlite")),
                "gone",
                new GroundTruth.Sqlite(directory.resolve("gone.sqlite")),
                ReservedIds.CANARY_GROUND_TRUTH,
                new GroundTruth.Made(
                    directory.resolve("made.sqlite"),
                    file -> Files.copy(directory.resolve("shop.sqlite"), file))));
    verifier = new QuickTraceVerifier(groundTruths);
  }

  @AfterEach
  void close() {
    groundTruths.close();
  }

  @Test
  void aTraceThatTheDatabaseConfirmsPasses() throws Exception {
    Finding finding = verify(RIGHT, "shop");

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.failureSignatures()).isEmpty();
    assertThat(finding.confidence()).isEqualTo(1);
    assertThat(finding.basisOf(QuickTraceVerifier.INFO)).isEqualTo(EvidenceBasis.OBSERVED);
    assertThat(finding.hyperthesis()).hasSize(4);
    Documents.assertValid(Documents.REPORT, scope.text(Objects.requireNonNull(finding.details())));
    Documents.assertValid(Documents.REGISTRY, scope.text(finding.pointers().getLast().artifact()));
  }

  @Test
  void aContradictedTraceFailsWithCodeTableAndField() throws Exception {
    Finding finding = verify(WRONG, "shop");

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.failureSignatures())
        .extracting(FailureSignature::kind, FailureSignature::text)
        .containsExactly(tuple("quick", "VALUE_MISMATCH orders.total"));
    assertThat(finding.pointers())
        .extracting(Pointer::artifact)
        .contains(Digests.sha256Hex(WRONG.getBytes(StandardCharsets.UTF_8)));
  }

  /** An agent may write what it likes into its rows; half a gigabyte was read into memory. */
  @Test
  void aRowLargerThanMemoryShouldHoldIsNotRead() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("shop.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE orders ADD COLUMN scan BLOB AS (zeroblob(500000000))");
    }

    Finding finding = verify(RIGHT, "shop");

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.failureSignatures())
        .extracting(FailureSignature::text)
        .containsExactly("CONNECTOR_ERROR orders");
  }

  /** To the specification the row that is still there is a call that did what it said. */
  @ParameterizedTest
  @ValueSource(
      strings = {"orders.delete", "delete_orders", "removeOrders", "orders:PURGE", "dropOrders"})
  void aRowThatACallSaysItTookAwayAndThatIsThereIsNoPass(String tool) throws Exception {
    String trace =
        RIGHT + "\n{\"tool\":\"%s\",\"params\":{\"id\":1,\"total\":5}}\n".formatted(tool);

    Finding finding = verify(trace, "shop");

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.failureSignatures())
        .extracting(FailureSignature::text)
        .containsExactly("ABSENCE_NOT_CHECKED");
    assertThat(finding.hyperthesis().getFirst().blindSpot()).contains("took away");
  }

  @Test
  void aNameThatOnlyContainsSuchAWordIsNone() throws Exception {
    String trace = RIGHT.replace("orders.update", "orders.backdrop_undeleted");

    assertThat(verify(trace, "shop").result()).isEqualTo(Result.PASS);
  }

  @Test
  void aTraceWithoutToolCallsIsInconclusiveWithADisclosure() throws Exception {
    Finding finding = verify("all done, trust me", "shop");

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.hyperthesis()).isNotEmpty();
  }

  @Test
  void anExecutionThatNamesNoKnownGroundTruthIsInconclusive() throws Exception {
    assertThat(verify(RIGHT, null).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThatThrownBy(() -> verify(RIGHT, "jdbc:sqlite:/etc/passwd"))
        .isInstanceOf(NotAllowedHereException.class);
  }

  @Test
  void theGroundTruthOfCanariesIsMadeWhenACanaryNeedsItAndServesNothingElse() throws Exception {
    assertThatThrownBy(() -> verify(RIGHT, ReservedIds.CANARY_GROUND_TRUTH))
        .isInstanceOf(NotAllowedHereException.class);
    boolean madeForTheOther = Files.exists(directory.resolve("made.sqlite"));
    Finding canary =
        verify(ReservedIds.CANARY_PREFIX + "1", RIGHT, ReservedIds.CANARY_GROUND_TRUTH);

    assertThat(madeForTheOther).isFalse();
    assertThat(canary.result()).isEqualTo(Result.PASS);
  }

  @Test
  void aTraceMadeToExhaustTheReaderIsInconclusive() throws Exception {
    String call = "{\"tool\":\"" + "orders ".repeat(1_000) + "\",\"params\":{\"id\":1}}";

    assertThat(verify(call, "shop").result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void anUnreachableGroundTruthIsTriedAgain() {
    assertThatThrownBy(() -> verify(RIGHT, "gone")).isInstanceOf(IOException.class);
  }

  @Test
  void theSameTraceGivesTheSameReportBytes() throws Exception {
    assertThat(verify(WRONG, "shop")).isEqualTo(verify(WRONG, "shop"));
  }

  @Test
  void aReplacedDatabaseFileIsSeen() throws Exception {
    assertThat(verify(RIGHT, "shop").result()).isEqualTo(Result.PASS);

    createDatabase("next.sqlite", 6);
    Files.move(
        directory.resolve("next.sqlite"),
        directory.resolve("shop.sqlite"),
        StandardCopyOption.REPLACE_EXISTING);

    assertThat(verify(RIGHT, "shop").result()).isEqualTo(Result.FAIL);
  }

  @Test
  void nothingIsReadOnceTheRunsTimeIsOver() {
    scope.nanosLeft = () -> -1;

    assertThatThrownBy(() -> verify(RIGHT, "shop")).isInstanceOf(Exception.class);
    assertThat(scope.documents).hasSize(1);
  }

  @Test
  void aRunWhoseTimeEndsBetweenTwoRowsStopsThereAndTheNextIsSound() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    scope.nanosLeft = () -> looks.incrementAndGet() > 6 ? -1 : TimeUnit.SECONDS.toNanos(10);

    assertThatThrownBy(() -> verify((WRONG + "\n").repeat(20), "shop"))
        .isInstanceOf(InterruptedException.class)
        .hasMessageContaining("time");
    scope.nanosLeft = () -> TimeUnit.SECONDS.toNanos(10);
    assertThat(verify(RIGHT, "shop").result()).isEqualTo(Result.PASS);
  }

  @Test
  void aStatementUnderWayEndsWithItsRun() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("shop.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "CREATE VIEW slow AS WITH RECURSIVE n(i) AS"
              + " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)"
              + " SELECT count(*) AS id, 1 AS total FROM n");
    }
    try (RowSource source =
        new GroundTruth.Sqlite(directory.resolve("shop.sqlite")).open(Duration.ofSeconds(10))) {
      AtomicInteger looks = new AtomicInteger();
      source.within(() -> looks.incrementAndGet() > 5 ? -1 : TimeUnit.SECONDS.toNanos(10));

      assertThatThrownBy(() -> source.read(source.query().fixed("SELECT * FROM ").table("slow"), 2))
          .isInstanceOf(RunOverException.class);
    }
  }

  @Test
  void aRunWaitsForALockNoLongerThanItHasTime() throws Exception {
    try (Connection writer =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("shop.sqlite"));
        Statement statement = writer.createStatement()) {
      statement.execute("BEGIN EXCLUSIVE");
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
      scope.nanosLeft = () -> end - System.nanoTime();

      assertThatThrownBy(() -> verify(RIGHT, "shop")).isInstanceOf(Exception.class);
      assertThat(System.nanoTime() - end)
          .isLessThan(TimeUnit.MILLISECONDS.toNanos(QuickLimits.LOCK_TIMEOUT_MILLIS - 500));
      statement.execute("ROLLBACK");
    }
  }

  @Test
  void manyRunsAtOnceShareTheConnections() throws Exception {
    List<Future<Result>> results = new ArrayList<>();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        String trace = i % 2 == 0 ? RIGHT : WRONG;
        results.add(executor.submit(() -> verify(trace, "shop").result()));
      }
    }

    for (int i = 0; i < results.size(); i++) {
      assertThat(results.get(i).get()).isEqualTo(i % 2 == 0 ? Result.PASS : Result.FAIL);
    }
  }

  @Test
  void envelopesAreReadWhenTheTraceOrThePolicySaysSo() throws Exception {
    String right =
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\","
            + "\"name\":\"mcp__shop__orders_update\",\"input\":{\"id\":1,\"total\":5}}]}";

    assertThat(verify("i", right, "shop", MediaTypes.ENVELOPES, "{}").result())
        .isEqualTo(Result.PASS);
    assertThat(verify("i", right, "shop", "text/plain", "{\"profile\":\"envelopes\"}").result())
        .isEqualTo(Result.PASS);
    assertThat(
            verify("i", right, "shop", MediaTypes.ENVELOPES, "{\"profile\":\"ladder\"}").result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(verify(right, "shop").result()).isEqualTo(Result.INCONCLUSIVE);
    for (String config : List.of("{\"profile\":\"all\"}", "[1]", "null", "7", "{", "{\"a\":1}")) {
      assertThatThrownBy(() -> verify("i", right, "shop", "text/plain", config))
          .as(config)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("repair the policy");
    }
  }

  @Test
  void missingArgumentsNameTheirSwitchInTheFinding() throws Exception {
    String bare =
        "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{\"eventName\":\"claude_code.tool_result\","
            + "\"attributes\":[{\"key\":\"tool_name\",\"value\":{\"stringValue\":\"orders_update\"}}]}]}]}]}";

    Finding finding = verify("i", bare, "shop", MediaTypes.ENVELOPES, "{}");

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(finding.hyperthesis())
        .anySatisfy(h -> assertThat(h.toString()).contains("OTEL_LOG_TOOL_DETAILS=1"));
  }

  private Finding verify(String trace, @Nullable String groundTruth)
      throws IOException, InterruptedException {
    return verify("item-1", trace, groundTruth);
  }

  private Finding verify(String workItem, String trace, @Nullable String groundTruth)
      throws IOException, InterruptedException {
    return verify(workItem, trace, groundTruth, "application/x-ndjson", "{}");
  }

  private Finding verify(
      String workItem, String trace, @Nullable String groundTruth, String mediaType, String config)
      throws IOException, InterruptedException {
    String digest = scope.put(trace);
    ArtifactRef artifact =
        new ArtifactRef(ArtifactRole.TOOL_TRACE, digest, trace.length(), mediaType, null);
    VerificationRequest request =
        new VerificationRequest(
            digest,
            workItem,
            digest,
            digest,
            1,
            "quick",
            config,
            List.of(artifact),
            null,
            groundTruth,
            Risk.LOW,
            null,
            2_000,
            null);
    return verifier.verify(request, scope);
  }

  private void createDatabase(String name, int total) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(name));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL);"
              + "INSERT INTO orders VALUES (1, "
              + total
              + ")");
    }
  }
}
