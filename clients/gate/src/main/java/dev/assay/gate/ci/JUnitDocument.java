package dev.assay.gate.ci;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The verdict as a test report in JUnit's XML, as GitLab and others show it: a test for each
 * verification, skipped when it is INCONCLUSIVE, and one for the decision, which passes only when
 * the work was promoted.
 */
public final class JUnitDocument {

  private JUnitDocument() {}

  /** The document. */
  public static byte[] of(CiOutcome outcome) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory()
              .createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
      write(xml, outcome);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("expected that memory takes XML", e);
    }
    return bytes.toByteArray();
  }

  private static void write(XMLStreamWriter xml, CiOutcome outcome) throws XMLStreamException {
    boolean promoted = outcome.state() == CiOutcome.State.PROMOTED;
    boolean failed = outcome.state() == CiOutcome.State.FAILED;
    long failures =
        outcome.checks().stream().filter(each -> each.result().equals("FAIL")).count()
            + (failed ? 1 : 0);
    xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
    xml.writeStartElement("testsuites");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "assay");
    xml.writeAttribute("tests", Integer.toString(outcome.checks().size() + 1));
    xml.writeAttribute("failures", Long.toString(failures));
    xml.writeAttribute("errors", promoted || failed ? "0" : "1");
    xml.writeAttribute(
        "skipped",
        Long.toString(
            outcome.checks().stream()
                .filter(each -> each.result().equals("INCONCLUSIVE"))
                .count()));
    for (CiOutcome.Check check : outcome.checks()) {
      test(xml, outcome, check.verifier());
      switch (check.result()) {
        case "FAIL" ->
            marked(
                xml,
                "failure",
                check.result(),
                check.failures().stream()
                    .map(each -> each.name() + ", signature " + each.signature())
                    .collect(Collectors.joining("\n")));
        case "INCONCLUSIVE" -> marked(xml, "skipped", check.result(), "");
        default -> {
          // A test without a child passed.
        }
      }
      xml.writeEndElement();
    }
    test(xml, outcome, "decision");
    if (!promoted) {
      marked(
          xml,
          failed ? "failure" : "error",
          outcome.summary(),
          String.join("\n", outcome.findings()));
    }
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private static void test(XMLStreamWriter xml, CiOutcome outcome, String name)
      throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "assay." + outcome.workItem());
    xml.writeAttribute("name", name);
    xml.writeAttribute("time", "0");
  }

  private static void marked(XMLStreamWriter xml, String element, String message, String text)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("message", message);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }
}
