package dev.assay.core.director;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ClaimCommitment;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The director says of commitments what the messages say, and nothing where they say nothing. */
class CommitmentsTest {

  private static final ExecutionEvent PLAIN = World.execution("w", 1).with(World.REPORT).build();
  private static final ExecutionEvent COMMITTED =
      PLAIN.committed(new ClaimCommitment("1".repeat(64), "2".repeat(64), "s4lt"));
  private static final String ROOT = "3".repeat(64);

  @Test
  void theStatementHasTheRootsOfBothMessages() {
    JsonNode statement = statement(COMMITTED, ROOT);
    assertThat(statement.toString()).doesNotContain("s4lt");
    assertThat(statement.at("/predicate/commitments"))
        .isEqualTo(
            Json.toTree(
                Map.of("claim", "1".repeat(64), "claimDocument", "2".repeat(64), "report", ROOT)));
  }

  @Test
  void nothingElseOfTheStatementChangesAndWithoutRootsNothingAtAll() {
    JsonNode with = statement(COMMITTED, ROOT);
    JsonNode without = statement(PLAIN, null);
    assertThat(without.path("predicate").has("commitments")).isFalse();

    ((ObjectNode) with.path("predicate")).remove("commitments");
    assertThat(with).isEqualTo(without);
  }

  @Test
  void aRootOfOneMessageIsSaidAlone() {
    assertThat(statement(PLAIN, ROOT).at("/predicate/commitments"))
        .isEqualTo(Json.toTree(Map.of("report", ROOT)));
    assertThat(statement(COMMITTED, null).at("/predicate/commitments").has("report")).isFalse();
  }

  @Test
  void aReportThatOvertakesItsExecutionIsAttestedWithTheSameRoots() {
    World asSent = new World(Facts.policy());
    asSent.submit(COMMITTED);
    VerificationRequest request = asSent.open.element();
    ReportMessage report = Facts.report(request, Result.PASS).committed(ROOT);

    World overtaken = new World(Facts.policy());
    overtaken.report(report);
    overtaken.submit(COMMITTED);

    assertThat(reports(overtaken).getFirst().at("/predicate/commitments"))
        .isEqualTo(statement(COMMITTED, ROOT).at("/predicate/commitments"));
  }

  private static JsonNode statement(ExecutionEvent event, @Nullable String root) {
    World world = new World(Facts.policy());
    world.attemptReported(
        event,
        request -> {
          ReportMessage report = Facts.report(request, Result.PASS);
          return root == null ? report : report.committed(root);
        });
    return reports(world).getFirst();
  }

  /** Statements about reports, which name their time and nothing else that differs by world. */
  private static List<JsonNode> reports(World world) {
    return world.all(Emission.Attest.class).stream()
        .map(attested -> tree(attested.statement().text()))
        .filter(statement -> statement.path("predicate").has("reportDigest"))
        .toList();
  }

  private static JsonNode tree(String text) {
    if (Json.tree(text.getBytes(StandardCharsets.UTF_8))
        instanceof Parsed.Accepted<JsonNode>(JsonNode tree)) {
      return tree;
    }
    throw new AssertionError(text);
  }
}
