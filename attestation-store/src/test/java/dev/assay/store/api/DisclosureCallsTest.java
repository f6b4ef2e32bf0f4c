package dev.assay.store.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.redaction.ClaimDocument;
import dev.assay.core.redaction.DisclosureDocument;
import dev.assay.core.redaction.DisclosureDocument.Shown;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.store.formats.FormatSamples;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the store discloses, and when it refuses to. */
class DisclosureCallsTest {

  private static final FieldSalts SALTS = FieldSalts.of(new byte[FieldSalts.SECRET_BYTES]);
  private static final FieldSalts OTHER =
      FieldSalts.of("another owner's 32 secret bytes!".getBytes(UTF_8));

  private final Map<String, byte[]> documents = new HashMap<>();
  private final Statement statement;
  private int asked;

  @TempDir private Path directory;

  DisclosureCallsTest() {
    this.statement = FormatSamples.committed(SALTS);
    keep(Json.canonical(FormatSamples.passed()));
    keep(ClaimDocument.of(FormatSamples.claim(), SALTS).json().getBytes(UTF_8));
  }

  @Test
  void fieldsOfBothAreDisclosedAndVerify() throws Exception {
    Shown report = shown("?of=report&fields=result,summary");
    Shown claim = shown("?of=claim&fields=claims");
    Shown nothing = shown("");

    assertThat(report.fields()).containsOnlyKeys("result", "summary");
    assertThat(claim.fields().get("claims")).isEqualTo(Json.toTree(List.of("all tests pass")));
    assertThat(nothing.fields()).isEmpty();
    assertThat(nothing.withheld()).isEqualTo(report.withheld() + 2);
  }

  @Test
  void whatTheAttestationDoesNotCommitToIsRefused() throws Exception {
    Statement plain = FormatSamples.reportWithoutCommitments();

    assertRefused(ask(SALTS, plain, "?of=claim"), 422, "NOT_COMMITTED");
    assertRefused(ask(null, statement, "?of=report"), 422, "NOT_COMMITTED");
  }

  @Test
  void anotherKeyOrDocumentThanWasCommittedToIsRefused() throws Exception {
    assertRefused(ask(OTHER, statement, ""), 422, "COMMITMENT_MISMATCH");

    documents.replaceAll((_, _) -> "{}".getBytes(UTF_8));
    assertRefused(ask(SALTS, statement, ""), 422, "ARTIFACT_MISSING");
    documents.clear();
    assertRefused(ask(SALTS, statement, "?of=claim"), 422, "ARTIFACT_MISSING");
  }

  @Test
  void aFieldOrKindThatIsNotThereIsRefused() throws Exception {
    assertRefused(ask(SALTS, statement, "?fields=colour"), 400, "INVALID_QUERY");
    assertRefused(ask(SALTS, statement, "?of=log"), 400, "INVALID_QUERY");
    assertRefused(ask(SALTS, statement, "?fields=result&fields=summary"), 400, "INVALID_QUERY");
  }

  private Shown shown(String query) throws Exception {
    HttpResponse<String> answer = ask(SALTS, statement, query);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return DisclosureDocument.parse(answer.body().getBytes(UTF_8))
        .verify(statement.id(), FormatSamples.tree(statement.text().getBytes(UTF_8)));
  }

  private HttpResponse<String> ask(@Nullable FieldSalts salts, Statement about, String query)
      throws Exception {
    asked++;
    Path home = directory.resolve("store-" + asked);
    try (TestApi api = new TestApi(home, this::read, salts)) {
      api.store.append(List.of(FormatSamples.stored(about)));
      return api.get("/v1/attestations/" + about.id() + "/disclosure" + query);
    }
  }

  private Optional<byte[]> read(String sha256, long offset, int bytesMax) {
    assertThat(offset).isZero();
    return Optional.ofNullable(documents.get(sha256)).filter(bytes -> bytes.length <= bytesMax);
  }

  private void keep(byte[] document) {
    documents.put(Digests.sha256Hex(document), document);
  }

  private static void assertRefused(HttpResponse<String> answer, int status, String code) {
    JsonNode problem = FormatSamples.tree(answer.body().getBytes(UTF_8));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(problem.path("code").asText()).isEqualTo(code);
  }
}
