package dev.assay.director;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.config.Yaml;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.Risk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON Schema of a policy says what the reader takes. */
class PolicySchemaTest {

  private static final String VERIFIERS = "verifiers: {testreport: {subjects: [test-report]}}\n";

  private static final String TEXT =
      resource(Json.class, "/dev/assay/schemas/json-schema/policy.schema.json");

  private static final JsonNode TREE = tree(TEXT);

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(TEXT);

  private static String resource(Class<?> beside, String name) {
    try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode tree(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean fits(String yaml) {
    JsonNode document = Yaml.parse(yaml, "policy.yaml", JsonNode.class, Map.of());
    return SCHEMA.validate(document.toString(), InputFormat.JSON).isEmpty();
  }

  private static boolean taken(String yaml) {
    try {
      var _ = Yaml.parse(yaml, "policy.yaml", PolicyDocument.class, Map.of()).policy(Map.of());
      return true;
    } catch (ConfigException _) {
      return false;
    }
  }

  @Test
  void theStandardPolicyAndThatOfTheDocumentationFit() throws IOException {
    assertThat(fits(resource(PolicyReader.class, "policy.yaml"))).isTrue();
    String page = Files.readString(Path.of("../docs/policy.md"));
    for (String block : page.split("```yaml\n", -1)) {
      if (block.startsWith("name:")) {
        assertThat(fits(block.substring(0, block.indexOf("```")))).isTrue();
      }
      if (block.startsWith("rules:")) {
        assertThat(fits(VERIFIERS + block.substring(0, block.indexOf("```")))).isTrue();
      }
    }
  }

  static Stream<Arguments> records() {
    return Stream.of(
        Arguments.of("", PolicyDocument.class),
        Arguments.of("/$defs/verifier", VerifierEntry.class),
        Arguments.of("/$defs/moodTable", PolicyDocument.MoodTable.class),
        Arguments.of("/$defs/budgets", PolicyDocument.Budgets.class),
        Arguments.of("/properties/thresholds", PolicyDocument.Thresholds.class),
        Arguments.of("/properties/split", PolicyDocument.Split.class),
        Arguments.of("/properties/approvals", PolicyDocument.Approvals.class),
        Arguments.of("/properties/model", PolicyDocument.Model.class),
        Arguments.of("/$defs/rule", RuleEntry.class),
        Arguments.of("/$defs/rule/properties/when", RuleEntry.Conditions.class),
        Arguments.of("/$defs/rule/properties/require", RuleEntry.Demands.class),
        Arguments.of("/$defs/artifact", ArtifactRef.class),
        Arguments.of("/$defs/artifact/properties/producer", Producer.class));
  }

  @ParameterizedTest
  @MethodSource("records")
  void itHasTheMembersThatTheReaderKnows(String at, Class<? extends Record> type) {
    JsonNode object = TREE.at(at);

    assertThat(object.path("additionalProperties").asBoolean(true)).isFalse();
    assertThat(object.path("properties").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(type.getRecordComponents())
                .map(component -> component.getName())
                .toList());
  }

  static Stream<Arguments> names() {
    return Stream.of(
        Arguments.of("mood", Mood.values()),
        Arguments.of("risk", Risk.values()),
        Arguments.of("basis", EvidenceBasis.values()),
        Arguments.of("role", ArtifactRole.values()));
  }

  @ParameterizedTest
  @MethodSource("names")
  void itHasTheNamesThatTheReaderKnows(String definition, Object[] values) {
    List<JsonNode> known = Arrays.stream(values).map(Json::toTree).toList();

    assertThat(TREE.at("/$defs/" + definition + "/enum"))
        .containsExactlyInAnyOrderElementsOf(known);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/properties/retriesMax                        | retriesMax: %d",
        "/properties/independent/additionalProperties  | independent: {high: %d}",
        "/$defs/threshold                              | thresholds: {failures: %d}",
        "/$defs/budgets/properties/attempts            | budgets: {attempts: %d}",
        "/$defs/budgets/properties/verifications       | budgets: {verifications: %d}",
        "/$defs/budgets/properties/verifierMillis      | moods: {CALM: {budgets: {verifierMillis: %d}}}",
        "/properties/split/properties/children         | split: {children: %d}",
        "/properties/split/properties/depth            | split: {depth: %d}",
        "/properties/approvals/properties/deadlineSeconds | approvals: {deadlineSeconds: %d}",
        "/properties/falsePassUpperMax                 | falsePassUpperMax: %d",
        "/$defs/moodTable/properties/reruns            | moods: {CALM: {reruns: %d}}",
        "/$defs/rule/properties/require/properties/approvals | rules: [{require: {approvals: %d}}]",
      })
  void aNumberHasTheBoundsOfTheReader(String at, String line) {
    long least = TREE.at(at + "/minimum").longValue();
    long most = TREE.at(at + "/maximum").longValue();

    for (long value : new long[] {least, most, least - 1, most + 1}) {
      String yaml = VERIFIERS + line.formatted(value) + "\n";
      assertThat(taken(yaml)).as(yaml).isEqualTo(value >= least && value <= most);
      assertThat(fits(yaml)).as(yaml).isEqualTo(value >= least && value <= most);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: no verifier is allowed\n",
        "verifiers: {}\n",
        "verifiers: {a: {subjects: []}}\n",
        "verifiers: {a: {subjects: [report]}}\n",
        "verifiers: {a: {subjects: [sarif], kind: test}}\n",
        "verifiers: {a: {subjects: [sarif], pace: slow}}\n",
        "verifiers: {a: {subjects: [sarif], budgetMillis: 3600001}}\n",
        "verifiers: {a: {subjects: [sarif], timeout: 1}}\n",
        VERIFIERS + "evidence: {extreme: CLAIMED}\n",
        VERIFIERS + "evidence: {high: SWORN}\n",
        VERIFIERS + "moods: {ANGRY: {}}\n",
        VERIFIERS + "rules: [{name: a}]\n",
        VERIFIERS + "rules: [{when: {path: [a]}, require: {risk: high}}]\n",
      })
  void whatTheReaderRefusesForItsFormDoesNotFit(String yaml) {
    assertThat(taken(yaml)).isFalse();
    assertThat(fits(yaml)).isFalse();
  }
}
