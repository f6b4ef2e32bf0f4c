package dev.assay.agencyverify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentSchemasTest {

  @TempDir Path root;
  private AgencyFixture agency;

  @BeforeEach
  void createRun() throws Exception {
    agency = new AgencyFixture(root);
  }

  private static Schema schema(String name) throws IOException {
    String resource = "/dev/assay/schemas/json-schema/" + name + ".schema.json";
    try (InputStream in =
        Objects.requireNonNull(DocumentSchemasTest.class.getResourceAsStream(resource), resource)) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static void conforms(String name, String document) throws IOException {
    assertThat(schema(name).validate(document, InputFormat.JSON)).isEmpty();
  }

  private static void isRefused(String name, String document) throws IOException {
    assertThat(schema(name).validate(document, InputFormat.JSON)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exit 0",
        "exit 3",
        "kill -9 $$",
        "sleep 66",
        "echo '{' > $AGENCY_OUTPUT_DIR/verify.json"
      })
  void everyOutcomeIsRecordedAsItsSchemaSays(String script) throws Exception {
    agency.agencyJson(script);

    var _ = agency.verify("--timeout", "700ms");

    conforms(
        "agency-verify-record",
        Files.readString(agency.runDirectory.resolve("verify_record.json")));
    conforms(
        "agency-verify-execution",
        Files.readString(agency.runDirectory.resolve("verify_execution.json")));
    conforms("agency-runs", agency.runs("list", "--json").out());
  }

  @Test
  void aRecordThatContradictsItselfIsRefused() throws Exception {
    var _ = agency.verify();
    String record = Files.readString(agency.runDirectory.resolve("verify_record.json"));

    isRefused("agency-verify-record", record.replace("\"exit_code\": 0", "\"exit_code\": 1"));
    isRefused(
        "agency-verify-record",
        record
            .replace("\"ok\": true", "\"ok\": false")
            .replace("\"timed_out\": false", "\"timed_out\": true")
            .replace("\"cancelled\": false", "\"cancelled\": true"));
    isRefused("agency-verify-record", record.replace("\"ok\"", "\"okay\""));
  }

  @Test
  void whatAScriptMaySayIsInItsSchema() throws Exception {
    conforms("agency-verify-json", "{\"schema_version\":\"1.0\",\"ok\":true,\"more\":[1]}");
    isRefused("agency-verify-json", "{\"schema_version\":\"1.0\"}");
    isRefused("agency-verify-json", "{\"schema_version\":\"\",\"ok\":true}");
    conforms("agency-verify-run", "{\"schema_version\":\"1.0\",\"run_id\":\"20260109-a3f2\"}");
    isRefused("agency-verify-run", "{\"schema_version\":\"1.0\",\"path\":\"/etc\"}");
  }
}
