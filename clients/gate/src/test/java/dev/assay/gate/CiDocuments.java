package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.assay.testkit.NodeTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * The documents of {@code assay ci} as those who read them want them: SARIF's and CTRF's own
 * schemas out of npm, JUnit's XML by what forges say of it, and its counts by its tests.
 */
final class CiDocuments {

  private static final String SARIF = "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
  private static final String CTRF = "ctrf/dist/ctrf-schema-0.0.json";

  private final Schema sarif;
  private final Schema ctrf;
  private final javax.xml.validation.Schema junit;

  CiDocuments() throws Exception {
    Path modules = NodeTools.install().modules();
    SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7);
    this.sarif = schemas.getSchema(Files.readString(modules.resolve(SARIF)));
    this.ctrf = schemas.getSchema(Files.readString(modules.resolve(CTRF)));
    this.junit =
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(Path.of("src/test/resources/ci/junit.xsd").toFile());
  }

  void requireSarif(Path file) throws IOException {
    require(sarif, file);
  }

  void requireCtrf(Path file) throws IOException {
    require(ctrf, file);
  }

  private static void require(Schema schema, Path file) throws IOException {
    String document = Files.readString(file);
    assertThat(schema.validate(document, InputFormat.JSON)).as(document).isEmpty();
  }

  void requireJUnit(Path file) throws Exception {
    try {
      junit.newValidator().validate(new StreamSource(file.toFile()));
    } catch (SAXException e) {
      throw new AssertionError("expected JUnit's XML, found " + Files.readString(file), e);
    }
    Document document =
        DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    counts(suite, "tests", "testcase");
    counts(suite, "failures", "failure");
    counts(suite, "errors", "error");
    counts(suite, "skipped", "skipped");
  }

  private static void counts(Element suite, String attribute, String element) {
    assertThat(suite.getElementsByTagName(element).getLength())
        .as(attribute)
        .isEqualTo(Integer.parseInt(suite.getAttribute(attribute)));
  }
}
