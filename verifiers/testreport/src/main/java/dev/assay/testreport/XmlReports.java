package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads XML reports with the JDK's pull parser; the root element tells the format. */
final class XmlReports {

  /** Finds the handler of a root element. */
  private interface HandlerFinder {
    XmlHandler of(String root) throws UnreadableReportException;
  }

  private static final XMLInputFactory PARSERS = parsers();

  private XmlReports() {}

  /** Reads the whole of {@code source} into {@code tally}. */
  static void read(CountedInput source, Tally tally, TestReportConfig config) throws IOException {
    XmlEncoding encoding = XmlEncoding.declaredIn(source.peek(XmlEncoding.HEAD_BYTES_MAX));
    NodeTotals totals = new NodeTotals();
    XmlInput input = new XmlInput(source, encoding, totals::comment);
    try {
      XMLStreamReader xml = PARSERS.createXMLStreamReader(input);
      try {
        events(xml, input, root -> handlerOf(root, totals, tally, config));
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      source.rethrowFailure();
      source.rethrowStop();
      UnreadableReportException stop = stopIn(e);
      if (stop != null) {
        throw stop;
      }
      throw new UnreadableReportException(
          input.truncated() ? InconclusiveReason.TRUNCATED : InconclusiveReason.MALFORMED);
    }
    if (input.badEncoding()) {
      tally.inconclusive(InconclusiveReason.BAD_ENCODING);
    }
  }

  private static void events(XMLStreamReader xml, XmlInput input, HandlerFinder handlers)
      throws XMLStreamException, UnreadableReportException {
    XmlHandler handler = null;
    int depth = 0;
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          XmlInput.Tag tag = input.nextTag();
          XmlElement element = new XmlElement(xml, Span.between(tag.start(), tag.end()));
          if (++depth > TestReportLimits.XML_DEPTH_MAX) {
            throw new UnreadableReportException(InconclusiveReason.TOO_DEEP);
          }
          handler = handler == null ? handlers.of(element.name()) : handler;
          handler.start(element);
        }
        case XMLStreamConstants.END_ELEMENT -> {
          depth--;
          if (handler != null) {
            handler.end(xml.getLocalName(), input.nextTag().end());
          }
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          if (handler != null) {
            handler.text(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
          }
        }
        case XMLStreamConstants.DTD,
            XMLStreamConstants.ENTITY_REFERENCE,
            XMLStreamConstants.ENTITY_DECLARATION,
            XMLStreamConstants.NOTATION_DECLARATION ->
            throw new UnreadableReportException(InconclusiveReason.FORBIDDEN_MARKUP);
        default -> {
          // Instructions and the document's ends say nothing; the input tells the comments.
        }
      }
    }
    if (handler != null) {
      handler.finish();
    }
  }

  private static XmlHandler handlerOf(
      String root, NodeTotals totals, Tally tally, TestReportConfig config)
      throws UnreadableReportException {
    return switch (root) {
      case "testsuites", "testsuite" -> new JUnitHandler(tally, totals);
      case "checkstyle" -> new CheckstyleHandler(tally, config.failOn());
      default -> throw new UnreadableReportException(InconclusiveReason.UNKNOWN_FORMAT);
    };
  }

  private static @Nullable UnreadableReportException stopIn(XMLStreamException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnreadableReportException stop) {
        return stop;
      }
      if (cause instanceof XMLStreamException wrapped
          && wrapped.getNestedException() instanceof UnreadableReportException stop) {
        return stop;
      }
    }
    return null;
  }

  private static XMLInputFactory parsers() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setXMLResolver((_, _, _, _) -> {
      throw new XMLStreamException(
          new UnreadableReportException(InconclusiveReason.FORBIDDEN_MARKUP));
    });
    return factory;
  }

  /** Takes the events of one XML report in order. */
  interface XmlHandler {

    void start(XmlElement element) throws UnreadableReportException;

    /** A piece of raw text; {@link XmlText#decode} makes it text. */
    void text(char[] characters, int start, int length);

    /**
     * The element ended.
     *
     * @param end the byte after its end tag
     */
    void end(String name, long end) throws UnreadableReportException;

    /** The document ended well. */
    void finish() throws UnreadableReportException;
  }
}
