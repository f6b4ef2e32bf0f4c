package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows, forbidden rows and several effects, on SQLite. */
class CheckRowsTest {

  private static final String ABSENT =
      "{'kind':'sql_row_absent','table':{'const':'orders'},'identityEq':[{'column':{'const':'id'},"
          + "'value':{'pointer':'/id'}}],'filterEq':[{'column':{'const':'status'},"
          + "'value':{'const':'paid'}}]}";

  @TempDir Path directory;
  private ContractFixture fixture;

  @BeforeEach
  void createDatabase() throws Exception {
    fixture = new ContractFixture(directory).sqlite();
  }

  @Test
  void aRowThatHoldsTheRequiredFieldsMatches() {
    CommandRun run =
        fixture
            .tool("t", ContractFixture.ROW)
            .event(0, "t", "{'id':1,'fields':{'status':'paid','total':19.5}}")
            .check();

    assertThat(run.exitCode()).isZero();
    JsonNode certificate = run.json();
    assertThat(certificate.path("runKind").asText()).isEqualTo("contract_sql");
    assertThat(certificate.path("stateRelation").asText()).isEqualTo("matches_expectations");
    assertThat(certificate.path("highStakesReliance").asText()).isEqualTo("permitted");
    assertThat(certificate.path("releaseCriticalVerdict").asText()).isEqualTo("trusted");
    assertThat(certificate.path("steps").path(0).path("toolId").asText()).isEqualTo("t");
    assertThat(certificate.path("steps").path(0).path("declaredAction").asText())
        .isEqualTo("Does 1 MISSING.");
    assertThat(certificate.path("failureSpine").path("trustDecision").asText()).isEqualTo("safe");
    assertThat(run.codes()).isEmpty();
    assertThat(run.stderr().lines().limit(2))
        .containsExactly(
            "truth_check_verdict: trusted", "release_critical_truth_check_verdict: trusted");
    assertThat(run.stderr()).contains(certificate.path("humanReport").asText());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{'id':7,'fields':{}}`,1,ROW_ABSENT,does_not_match",
        "`{'id':1,'fields':{'status':'open'}}`,1,VALUE_MISMATCH,does_not_match",
        "`{'id':1,'fields':{'nothing':1}}`,2,ROW_SHAPE_MISMATCH,not_established",
        "`{'id':{},'fields':{}}`,2,KEY_VALUE_NOT_SCALAR,not_established",
        "`{'fields':{}}`,2,KEY_VALUE_POINTER_MISSING,not_established",
        "`{'id':1}`,2,REQUIRED_FIELDS_POINTER_MISSING,not_established",
        "`{'id':1,'fields':[]}`,2,REQUIRED_FIELDS_NOT_OBJECT,not_established",
        "`{'id':1,'fields':{'status':[]}}`,2,REQUIRED_FIELDS_VALUE_NOT_SCALAR,not_established",
        "`{'id':1,'fields':{'a b':1}}`,2,INVALID_IDENTIFIER,not_established",
      })
  void anotherRowDoesNot(String params, int exitCode, String code, String relation) {
    CommandRun run = fixture.tool("t", ContractFixture.ROW).event(0, "t", params).check();

    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(run.codes()).containsExactly(code);
    assertThat(run.json().path("stateRelation").asText()).isEqualTo(relation);
    assertThat(run.json().path("highStakesReliance").asText()).isEqualTo("prohibited");
    assertThat(run.stderr())
        .startsWith("truth_check_verdict: " + (exitCode == 1 ? "not_trusted" : "unknown") + "\n");
  }

  @Test
  void twoRowsOfOneIdentityAreInconsistent() {
    String logs =
        "{'kind':'sql_row','table':{'const':'logs'},'identityEq':[{'column':{'const':'order_id'},"
            + "'value':{'const':1}}],'requiredFields':{'pointer':'/f'}}";

    CommandRun run = fixture.tool("t", logs).event(0, "t", "{'f':{}}").check();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.codes()).containsExactly("DUPLICATE_ROWS");
  }

  @Test
  void aValueWithoutScalarFormProvesNothing() {
    String photo =
        "{'kind':'sql_row','table':{'const':'customers'},'identityEq':[{'column':{'const':'id'},"
            + "'value':{'const':'c2'}}],'requiredFields':{'pointer':'/f'}}";

    CommandRun run = fixture.tool("t", photo).event(0, "t", "{'f':{'photo':null}}").check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("UNREADABLE_VALUE");
  }

  @Test
  void aQueryThatTheDatabaseRefusesProvesNothing() {
    CommandRun run =
        fixture
            .tool("t", ContractFixture.ROW.replace("'orders'", "'nowhere'"))
            .event(0, "t", "{'id':1,'fields':{}}")
            .check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("CONNECTOR_ERROR");
    assertThat(run.json().path("evidenceCompleteness").path("blockerCategory").asText())
        .isEqualTo("database_access");
  }

  @ParameterizedTest
  @CsvSource({"9,0,", "2,0,", "1,1,ROW_PRESENT_WHEN_FORBIDDEN"})
  void aForbiddenRowIsInconsistentWhenItIsThere(int id, int exitCode, String code) {
    CommandRun run = fixture.tool("t", ABSENT).event(0, "t", "{'id':" + id + "}").check();

    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(String.join(",", run.codes())).isEqualTo(code == null ? "" : code);
  }

  @Test
  void aFilterMustNotRepeatTheIdentity() {
    CommandRun run =
        fixture.tool("t", ABSENT.replace("'status'", "'id'")).event(0, "t", "{'id':9}").check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("FILTER_EQ_OVERLAPS_IDENTITY");
  }

  @ParameterizedTest
  @CsvSource({
    "1,2,0,",
    "1,8,1,MULTI_EFFECT_PARTIAL",
    "7,8,1,MULTI_EFFECT_ALL_FAILED",
    "1,null,2,KEY_VALUE_POINTER_MISSING",
  })
  void severalEffectsRollUp(String first, String second, int exitCode, String code) {
    CommandRun run =
        fixture
            .tool("t", effects("/a", "/b", "/f", "two"))
            .event(0, "t", "{'a':" + first + ",'b':" + second + ",'f':{}}")
            .check();

    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(String.join(",", run.codes())).isEqualTo(code == null ? "" : code);
  }

  @Test
  void oneIncompleteEffectMakesTheStepIncomplete() {
    CommandRun run =
        fixture
            .tool("t", effects("/a", "/b", "/f", "two"))
            .event(0, "t", "{'a':1,'b':8,'f':{'nothing':1}}")
            .check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("MULTI_EFFECT_INCOMPLETE");
  }

  @Test
  void twoEffectsOfOneIdAreNotResolved() {
    CommandRun run =
        fixture
            .tool("t", effects("/a", "/b", "/f", "one"))
            .event(0, "t", "{'a':1,'b':2,'f':{}}")
            .check();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("DUPLICATE_EFFECT_ID");
  }

  @Test
  void releaseCriticalStepsHaveTheirOwnVerdict() {
    fixture.tool("free", ContractFixture.ROW).criticalTool("critical", ContractFixture.ROW);

    CommandRun missing =
        fixture
            .event(0, "critical", "{'id':1,'fields':{}}")
            .event(1, "free", "{'id':7,'fields':{}}")
            .check();
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.json().path("releaseCriticalVerdict").asText()).isEqualTo("trusted");
    assertThat(missing.json().path("steps").path(0).path("declaredAction").asText())
        .isEqualTo("tool critical");

    CommandRun unknown = fixture.event(2, "critical", "{'id':1}").check();
    assertThat(unknown.json().path("releaseCriticalVerdict").asText()).isEqualTo("unknown");
    assertThat(unknown.stderr()).contains("\nrelease_critical_truth_check_verdict: unknown\n");

    CommandRun broken = fixture.event(3, "critical", "{'id':7,'fields':{}}").check();
    assertThat(broken.json().path("releaseCriticalVerdict").asText()).isEqualTo("not_trusted");
  }

  static String effects(String first, String second, String fields, String secondId) {
    return "{'kind':'sql_effects','effects':["
        + effect("one", first, fields)
        + ","
        + effect(secondId, second, fields)
        + "]}";
  }

  private static String effect(String id, String pointer, String fields) {
    return "{'id':'"
        + id
        + "','table':{'const':'orders'},'identityEq':[{'column':{'const':'id'},'value':{'pointer':'"
        + pointer
        + "'}}],'requiredFields':{'pointer':'"
        + fields
        + "'}}";
  }
}
