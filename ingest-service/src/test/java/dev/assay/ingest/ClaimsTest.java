package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.core.redaction.ClaimDocument;
import dev.assay.core.redaction.CommittedFields;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ClaimCommitment;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.topic.Topic;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ingest commits to of an event, and what that leaves as it was. */
class ClaimsTest {

  private static final FieldSalts SALTS = FieldSalts.of(new byte[FieldSalts.SECRET_BYTES]);
  private static final String EVENT = TestIngest.event("e-1", "shop/cart-42");

  @TempDir private Path directory;

  @Test
  void theClaimIsCommittedToAndKept() throws Exception {
    ExecutionEvent event;
    try (TestIngest server = new TestIngest(directory, SALTS)) {
      event = sent(server).getFirst();
    }
    ClaimCommitment commitment = Objects.requireNonNull(event.commitment());

    assertThat(commitment.root()).isEqualTo(CommittedFields.of(event.data(), SALTS).root());
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(directory);
        InputStream in = store.open(commitment.document())) {
      JsonNode kept = ClaimDocument.claim(in.readAllBytes()).orElseThrow();
      assertThat(Json.canonical(kept)).isEqualTo(Json.canonical(event.data()));
    }
  }

  /** The log's manifests publish the digest of the record, and the statement the other two. */
  @Test
  void theRecordCannotBeMadeFromTheClaimAndWhatIsPublished() throws Exception {
    ExecutionEvent event;
    try (TestIngest server = new TestIngest(directory, SALTS)) {
      event = sent(server).getFirst();
    }
    ClaimCommitment commitment = Objects.requireNonNull(event.commitment());
    byte[] record = Topic.EXECUTIONS.codec().encode(event);
    byte[] guessed =
        Topic.EXECUTIONS
            .codec()
            .encode(
                event.committed(
                    new ClaimCommitment(commitment.root(), commitment.document(), null)));

    assertThat(Digests.sha256Hex(record)).isNotEqualTo(Digests.sha256Hex(guessed));
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(directory);
        InputStream in = store.open(commitment.document())) {
      assertThat(Json.tree(in.readAllBytes()))
          .isInstanceOfSatisfying(
              Parsed.Accepted.class,
              kept ->
                  assertThat(((JsonNode) kept.value()).path("salt").asText())
                      .hasSize(22)
                      .isEqualTo(commitment.salt()));
    }
  }

  @Test
  void anEventThatIsSentAgainIsARepeatWithTheSameCommitment() throws Exception {
    try (TestIngest server = new TestIngest(directory, SALTS)) {
      ExecutionEvent first = sent(server).getFirst();

      String answer = server.postEvent(EVENT).body();

      assertThat(answer).contains("\"duplicate\":true");
      assertThat(server.published).containsExactly(first, first);
    }
  }

  @Test
  void keyAndContentOfAnEventAreThoseOfTheSameEventWithoutACommitment() throws Exception {
    try (TestIngest with = new TestIngest(directory.resolve("with"), SALTS);
        TestIngest without = new TestIngest(directory.resolve("without"))) {
      ExecutionEvent committed = sent(with).getFirst();
      ExecutionEvent plain = sent(without).getFirst();

      assertThat(plain.commitment()).isNull();
      assertThat(committed.eventKey()).isEqualTo(plain.eventKey());
      assertThat(committed.contentDigest()).isEqualTo(plain.contentDigest());
      assertThat(committed.repeats(plain)).isTrue();
    }
  }

  private static List<ExecutionEvent> sent(TestIngest server) throws Exception {
    server.put(TestIngest.REPORT, "Content-Type", "application/xml");
    assertThat(server.postEvent(EVENT).statusCode()).isEqualTo(202);
    return List.copyOf(server.published);
  }
}
