package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import dev.assay.cli.audit.AuditSamples;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.store.PublishedKey;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody changes in the database or the files of a running store, an audit by URL finds. */
class AuditTest {

  private final Path directory;
  private final Path keys;
  private final TestSystem system;

  AuditTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    this.system = new TestSystem(directory);
    PublishedKey log = system.store.keys().getLast();
    this.keys = AuditSamples.keys(directory, log);
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @Test
  void aLogThatNobodyTouchedIsCleanAndTheNextAuditReadsOnlyWhatWasAdded() throws Exception {
    system.store.append(AuditSamples.range(0, 300));
    Path state = directory.resolve("audit.state");

    JsonNode first = audit(0, "--state", state.toString());
    system.store.append(AuditSamples.range(300, 700));
    JsonNode second = audit(0, "--state", state.toString());

    assertThat(first.path("entries").asInt()).isEqualTo(300);
    assertThat(second.path("sinceSize").asInt()).isEqualTo(300);
    assertThat(second.path("from").asInt()).isEqualTo(256);
    assertThat(second.path("entries").asInt()).isEqualTo(444);
  }

  @Test
  void aDroppedRowAReplacedEnvelopeAndABackdatedRowAreFound() throws Exception {
    List<StoredAttestation> all = AuditSamples.range(0, 20);
    system.store.append(all);
    database(
        "delete from attestation where log_index = 3",
        "update attestation set envelope = (select envelope from attestation where log_index = 8)"
            + " where log_index = 7",
        "update attestation set time_micros = time_micros - 86400000000 where log_index = 11",
        "update attestation set result = -1 where log_index = 12",
        "update attestation set kind = 'approval' where log_index = 13");

    JsonNode result = audit(1);

    assertThat(found(result))
        .containsExactly(
            "ENVELOPE_MISSING 3",
            "ENVELOPE_DIFFERS 7",
            "ROW_DIFFERS 11",
            "ROW_DIFFERS 12",
            "ROW_DIFFERS 13");
    assertThat(result.path("findings").path(2).path("expected").asText())
        .contains("time " + Times.text(AuditSamples.START.plusMillis(11)));
  }

  @Test
  void whatWasDeletedFromTheTablesOfASearchIsFoundWhenListsAreRead() throws Exception {
    StoredAttestation judged = AuditSamples.judging(3, Digests.sha256Hex("an artifact"));
    system.store.append(List.of(AuditSamples.attestation(1, AuditSamples.DIRECTOR), judged));
    assertThat(audit(0, "--lists").path("lists").path("compared").asInt()).isPositive();

    database("delete from attestation_artifact where log_index = 1");

    assertThat(audit(0).path("lists").path("skipped").asText()).contains("--lists");
    assertThat(found(audit(1, "--lists"))).containsExactly("LIST_DIFFERS ");
  }

  @Test
  void anEntryThatWasReplacedInItsFileIsFoundAndSoIsATile() throws Exception {
    system.store.append(AuditSamples.range(0, 600));
    Path bundle = directory.resolve("log/tile/entries/000");
    Path kept = bundle.resolveSibling("000.zst");
    byte[] packed = Files.readAllBytes(kept);
    Files.write(bundle, Zstd.decompress(packed, Math.toIntExact(Zstd.getFrameContentSize(packed))));
    Files.delete(kept);
    flip(bundle, 300);
    flip(directory.resolve("log/tile/0/001"), 40);

    JsonNode result = audit(1);

    assertThat(found(result))
        .contains("ENTRY_DIFFERS 0", "ENVELOPE_DIFFERS 0")
        .doesNotContain("ENTRY_DIFFERS 256");
  }

  @Test
  void aBundleThatIsGoneIsFoundAndTheRestIsStillChecked() throws Exception {
    system.store.append(AuditSamples.range(0, 600));
    Files.delete(directory.resolve("log/tile/entries/001.zst"));

    JsonNode result = audit(1);

    assertThat(found(result)).containsExactly("ENTRY_MISSING 256");
    assertThat(result.path("entries").asInt()).isEqualTo(344);
  }

  @Test
  void anAuditThatFoundSomethingFindsItAgain() throws Exception {
    Path state = directory.resolve("audit.state");
    system.store.append(AuditSamples.range(0, 10));
    var _ = audit(0, "--state", state.toString());
    system.store.append(AuditSamples.range(10, 20));
    database("delete from attestation where log_index = 13");

    JsonNode first = audit(1, "--state", state.toString());
    JsonNode again = audit(1, "--state", state.toString());

    assertThat(found(first)).containsExactly("ENVELOPE_MISSING 13");
    assertThat(found(again)).isEqualTo(found(first));
  }

  @Test
  void aDecisionWhoseAttestationWasDroppedIsFound() throws Exception {
    List<StoredAttestation> all = AuditSamples.range(0, 2);
    StoredAttestation dropped = AuditSamples.attestation(5, AuditSamples.DIRECTOR);
    system.store.append(all);
    decided("item-0", all.get(0).id());
    decided("item-1", all.get(1).id(), dropped.id());

    JsonNode result = audit(1, "--decisions");

    assertThat(found(result)).containsExactly("VERDICT_MISSING ");
    assertThat(result.path("findings").path(0).path("subject").asText()).isEqualTo("item-1");
    assertThat(result.path("findings").path(0).path("expected").asText()).contains(dropped.id());
    assertThat(result.path("decisions").path("workItems").asInt()).isEqualTo(2);
  }

  private void decided(String workItem, String... attestations) {
    Instant time = AuditSamples.START;
    String decision =
        Output.compact(
            Map.of("workItem", workItem, "kind", "RETRY", "attestations", List.of(attestations)));
    system.store.write(
        new Batch(
            List.of(),
            List.of(
                new DecisionRow(
                    Digests.sha256Hex(workItem), workItem, 1, "RETRY", decision, time, null)),
            List.of(
                new WorkItemRow(
                    workItem,
                    "retrying",
                    "CALM",
                    1,
                    null,
                    null,
                    time,
                    time,
                    "{}",
                    null,
                    "[]",
                    null,
                    "{}"))));
  }

  @Test
  void aSignatureOfAKeyThatTheAuditorDoesNotTrustIsFound() throws Exception {
    system.store.append(List.of(AuditSamples.attestation(0, AuditSamples.STRANGER)));

    assertThat(found(audit(1))).containsExactly("ATTESTATION_SIGNATURE 0");
  }

  @Test
  void whatIsNoStateAndAUrlWithAnExportAreRefused() throws Exception {
    Path state = Files.writeString(directory.resolve("audit.state"), "{}");

    TestSystem.Ran none = system.run("audit", "--keys", keys.toString(), "--state", "" + state);
    TestSystem.Ran both = system.run("audit", "--from", "" + directory);

    assertThat(none.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(none.errors()).contains("FILE_UNREADABLE");
    assertThat(both.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(both.errors()).contains("USAGE");
  }

  private JsonNode audit(int exitCode, String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of("audit", "--json", "--keys", keys.toString()));
    all.addAll(List.of(words));
    TestSystem.Ran ran = system.run(all.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.output() + ran.errors()).isEqualTo(exitCode);
    return new ObjectMapper().readTree(ran.output());
  }

  private static List<String> found(JsonNode result) {
    List<String> found = new ArrayList<>();
    for (JsonNode finding : result.path("findings")) {
      found.add(finding.path("code").asText() + " " + finding.path("logIndex").asText());
    }
    return found;
  }

  private void database(String... statements) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("index.db"))) {
      for (String statement : statements) {
        try (var update = connection.createStatement()) {
          assertThat(update.executeUpdate(statement)).as(statement).isOne();
        }
      }
    }
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    assertThat(file.toFile().setWritable(true)).isTrue();
    Files.write(file, bytes);
  }
}
