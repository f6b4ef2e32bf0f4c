package dev.assay.gate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Many XML test reports as one, since an execution holds a bounded number of artifacts. Elements,
 * attributes and text are kept; comments, instructions and document types are not. What is not
 * well-formed stays apart, so that nothing in it can hide a neighbour.
 */
final class JoinedReports {

  private static final XMLInputFactory READER = XMLInputFactory.newDefaultFactory();
  private static final XMLOutputFactory WRITER = XMLOutputFactory.newDefaultFactory();

  static {
    READER.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    READER.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
  }

  private JoinedReports() {}

  /** One document with all that can be joined, and the rest. */
  static List<byte[]> join(List<byte[]> reports) {
    List<byte[]> documents = new ArrayList<>();
    StringBuilder joined = new StringBuilder("<testsuites>");
    int parts = 0;
    for (byte[] report : reports) {
      try {
        joined.append('\n').append(copy(report));
        parts++;
      } catch (XMLStreamException _) {
        documents.add(report);
      }
    }
    if (parts > 0) {
      documents.add(joined.append("\n</testsuites>\n").toString().getBytes(StandardCharsets.UTF_8));
    }
    return documents;
  }

  private static String copy(byte[] report) throws XMLStreamException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(report.length);
    XMLStreamReader from = READER.createXMLStreamReader(new ByteArrayInputStream(report));
    XMLStreamWriter to = WRITER.createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
    while (from.hasNext()) {
      switch (from.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          to.writeStartElement(from.getLocalName());
          for (int i = 0; i < from.getAttributeCount(); i++) {
            to.writeAttribute(from.getAttributeLocalName(i), from.getAttributeValue(i));
          }
        }
        case XMLStreamConstants.END_ELEMENT -> to.writeEndElement();
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            to.writeCharacters(from.getText());
        default -> {
          // Nothing that a report says.
        }
      }
    }
    to.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
