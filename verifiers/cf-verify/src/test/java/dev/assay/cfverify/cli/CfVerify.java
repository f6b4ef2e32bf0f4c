package dev.assay.cfverify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the command in a directory and holds it to its output rules on every run. */
final class CfVerify {

  private static final JsonMapper STRICT =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final Schema REPORT_SCHEMA = schema("verify-report");

  final Path root;
  private final Map<String, String> environment = new HashMap<>();
  private String stdin = "";

  /** One run: its exit code, its only document, and its notices. */
  record Run(int exit, JsonNode report, String stdout, String stderr) {

    String status() {
      return report.path("status").asText();
    }

    /** checked/passed/failed. */
    String counts() {
      return report.path("checked") + "/" + report.path("passed") + "/" + report.path("failed");
    }

    JsonNode failure(int index) {
      return report.path("failures").path(index);
    }
  }

  CfVerify(Path root) {
    this.root = root;
  }

  static Schema schema(String name) {
    try (InputStream in =
        CfVerify.class.getResourceAsStream(
            "/dev/assay/schemas/json-schema/" + name + ".schema.json")) {
      if (in == null) {
        throw new IllegalStateException("no schema " + name);
      }
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CfVerify file(String name, String content) throws IOException {
    Path path = root.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
    return this;
  }

  CfVerify environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  CfVerify stdin(String text) {
    stdin = text;
    return this;
  }

  /** Runs with {@code --result <result>} and more words. */
  Run verify(String result, String... more) {
    String[] words = new String[more.length + 2];
    words[0] = "--result";
    words[1] = result;
    System.arraycopy(more, 0, words, 2, more.length);
    return run(words);
  }

  Run run(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        CfVerifyCli.run(
            List.of(words),
            new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            root,
            environment);
    String stdout = out.toString(StandardCharsets.UTF_8);
    return new Run(exit, report(stdout), stdout, err.toString(StandardCharsets.UTF_8));
  }

  /** The one JSON object on standard output, which must be a VerifyReport.v1 with right sums. */
  private static JsonNode report(String stdout) {
    assertThat(REPORT_SCHEMA.validate(stdout, InputFormat.JSON)).isEmpty();
    try {
      JsonNode report = STRICT.readTree(stdout);
      int checked = report.path("checked").asInt();
      int passed = report.path("passed").asInt();
      int failed = report.path("failed").asInt();
      assertThat(passed + failed).isLessThanOrEqualTo(checked);
      assertThat(report.path("failures")).hasSize(failed);
      return report;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
