package dev.assay.quick.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Validates documents against the JSON Schemas that ship with the product. */
public final class Documents {

  /** Schema of the certificate. */
  public static final String CERTIFICATE = "outcome-certificate-v3";

  /** Schema of the report. */
  public static final String REPORT = "quick-verify-report";

  /** Schema of the registry. */
  public static final String REGISTRY = "tools-registry";

  /** Schema of one event. */
  public static final String EVENT = "tool-observed-event";

  /** Schema of the error envelope. */
  public static final String ENVELOPE = "cli-error-envelope";

  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

  private Documents() {}

  /** Fails unless {@code document} is valid under the schema {@code name}. */
  public static void assertValid(String name, String document) {
    Schema schema = SCHEMAS.computeIfAbsent(name, Documents::load);
    assertThat(schema.validate(document, InputFormat.JSON)).as(name).isEmpty();
  }

  private static Schema load(String name) {
    String resource = "/dev/assay/schemas/json-schema/" + name + ".schema.json";
    try (InputStream in = Documents.class.getResourceAsStream(resource)) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
