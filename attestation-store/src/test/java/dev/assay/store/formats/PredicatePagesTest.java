package dev.assay.store.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.core.export.StatementViews;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.json.Json;
import dev.assay.testkit.NodeTools;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The pages of docs/predicates have the examples that the code writes, and schemas that two engines
 * understand alike. With {@code -Dassay.docs=write} the examples are written anew.
 */
class PredicatePagesTest {

  private static final Path PAGES = Path.of("..", "docs", "predicates");
  private static final Pattern EXAMPLE = Pattern.compile("```json\n(.*?)\n```", Pattern.DOTALL);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A page with its examples in order, and other documents that its schema describes. */
  enum Page {
    VERIFICATION_REPORT("verification-report") {
      @Override
      List<byte[]> examples() {
        return List.of(bytes(FormatSamples.report("PASS")));
      }

      @Override
      List<byte[]> others() {
        return List.of(
            bytes(FormatSamples.report("FAIL")),
            bytes(FormatSamples.report("FLAKY")),
            bytes(FormatSamples.report("INCONCLUSIVE")),
            bytes(FormatSamples.reportWithoutBasis()),
            bytes(FormatSamples.reportWithoutCommitments()));
      }
    },
    VERIFICATION_SUMMARY("verification-summary") {
      @Override
      List<byte[]> examples() {
        return List.of(bytes(FormatSamples.promotion()), vsa(FormatSamples.promotion()));
      }

      @Override
      List<byte[]> others() {
        return List.of(bytes(FormatSamples.demotion()), vsa(FormatSamples.demotion()));
      }
    },
    APPROVAL("approval") {
      @Override
      List<byte[]> examples() {
        return List.of(bytes(FormatSamples.approval()));
      }

      @Override
      List<byte[]> others() {
        return List.of();
      }
    },
    MANIFEST("manifest") {
      @Override
      List<byte[]> examples() {
        return List.of(bytes(FormatSamples.manifest()));
      }

      @Override
      List<byte[]> others() {
        return List.of();
      }
    },
    TEST_RESULT("test-result") {
      @Override
      List<byte[]> examples() {
        return List.of(testResult(FormatSamples.report("PASS")));
      }

      @Override
      List<byte[]> others() {
        return List.of(
            testResult(FormatSamples.report("FAIL")),
            testResult(FormatSamples.report("FLAKY")),
            testResult(FormatSamples.report("INCONCLUSIVE")),
            testResult(FormatSamples.reportWithoutBasis()));
      }
    },
    SVR("svr") {
      @Override
      List<byte[]> examples() {
        return List.of(new StatementViews(bytes(FormatSamples.report("PASS"))).svr().orElseThrow());
      }

      @Override
      List<byte[]> others() {
        return List.of(new StatementViews(bytes(FormatSamples.promotion())).svr().orElseThrow());
      }
    };

    private final String title;

    Page(String title) {
      this.title = title;
    }

    abstract List<byte[]> examples();

    abstract List<byte[]> others();

    Path file() {
      return PAGES.resolve(title + ".md");
    }

    String schema() throws IOException {
      try (InputStream in =
          Json.class.getResourceAsStream(
              "/dev/assay/schemas/json-schema/predicate-" + title + ".schema.json")) {
        assertThat(in).as("schema of %s", title).isNotNull();
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }

    static byte[] bytes(Statement statement) {
      return statement.text().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] testResult(Statement statement) {
      return new StatementViews(bytes(statement)).testResult().orElseThrow();
    }

    static byte[] vsa(Statement statement) {
      return new StatementViews(bytes(statement))
          .vsa("assay.example/log", _ -> OptionalLong.of(41))
          .orElseThrow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void thePageShowsWhatTheCodeWrites(Page page) throws IOException {
    String text = Files.readString(page.file());
    List<byte[]> examples = page.examples();
    StringBuilder expected = new StringBuilder();
    Matcher block = EXAMPLE.matcher(text);
    for (byte[] example : examples) {
      assertThat(block.find()).as("%s examples in %s", examples.size(), page.file()).isTrue();
      block.appendReplacement(
          expected, Matcher.quoteReplacement("```json\n" + pretty(example) + "\n```"));
    }
    block.appendTail(expected);

    if ("write".equals(System.getProperty("assay.docs"))) {
      Files.writeString(page.file(), expected);
    }

    assertThat(Files.readString(page.file()))
        .as("run this test with -Dassay.docs=write")
        .isEqualTo(expected.toString());
  }

  /** The id that this statement had before there were commitments. */
  @Test
  void aStatementWithoutCommitmentsHasTheBytesThatItAlwaysHad() {
    assertThat(FormatSamples.reportWithoutCommitments().id())
        .isEqualTo("6da97841dbbc518e7f5dc0fac746e663c5bf93a0f950e10c9f27ad4583d62030");
  }

  @Test
  void twoEnginesAcceptWhatIsWrittenAndAgreeOnWhatIsDamaged() throws Exception {
    ArrayNode questions = JsonNodeFactory.instance.arrayNode();
    List<Boolean> first = new ArrayList<>();
    List<Integer> whole = new ArrayList<>();
    for (Page page : Page.values()) {
      Schema schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
              .getSchema(page.schema());
      List<byte[]> written = new ArrayList<>(page.examples());
      written.addAll(page.others());
      for (byte[] document : written) {
        whole.add(first.size());
        JsonNode statement = FormatSamples.tree(document);
        List<JsonNode> all = new ArrayList<>(List.of(statement));
        all.addAll(damaged((ObjectNode) statement));
        for (JsonNode one : all) {
          first.add(schema.validate(one.toString(), InputFormat.JSON).isEmpty());
          ObjectNode question = questions.addObject();
          question.set("document", one);
          question.set("schema", JSON.readTree(page.schema()));
        }
      }
    }

    NodeTools.Ran ran = NodeTools.install().script("schemas.js", Json.write(questions));

    assertThat(ran.exitCode()).as(ran.output()).isZero();
    List<Boolean> second = new ArrayList<>();
    JSON.readTree(ran.output()).forEach(answer -> second.add(answer.asBoolean()));
    assertThat(second).isEqualTo(first);
    assertThat(whole).allSatisfy(index -> assertThat(first.get(index)).isTrue());
    assertThat(first.stream().filter(valid -> !valid).count())
        .as("damaged documents that are refused, of %s", first.size())
        .isGreaterThan(first.size() / 2);
  }

  /** Statements with one member of statement or predicate removed, or replaced. */
  private static List<JsonNode> damaged(ObjectNode statement) {
    List<JsonNode> damaged = new ArrayList<>();
    for (String path : List.of("", "/predicate")) {
      List<String> names = new ArrayList<>();
      statement.at(path).fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        ObjectNode without = statement.deepCopy();
        ((ObjectNode) without.at(path)).remove(name);
        damaged.add(without);
        for (JsonNode value :
            List.of(
                JsonNodeFactory.instance.numberNode(7.5),
                JsonNodeFactory.instance.textNode("ASSAY_PASS_testreport"))) {
          ObjectNode other = statement.deepCopy();
          ((ObjectNode) other.at(path)).set(name, value);
          damaged.add(other);
        }
      }
    }
    return damaged;
  }

  private static String pretty(byte[] document) throws IOException {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withArrayEmptySeparator("")
                .withObjectEmptySeparator(""));
    printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
    printer.indentArraysWith(new DefaultIndenter("  ", "\n"));
    return JSON.writer(printer).writeValueAsString(JSON.readTree(document));
  }
}
