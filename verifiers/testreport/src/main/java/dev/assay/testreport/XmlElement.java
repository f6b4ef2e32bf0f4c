package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.util.Locale;
import java.util.Set;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** The element whose start tag the parser stands on. */
final class XmlElement {

  private final XMLStreamReader xml;
  private final String name;
  private final Span tag;

  XmlElement(XMLStreamReader xml, Span tag) {
    this.xml = xml;
    this.name = xml.getLocalName();
    this.tag = tag;
  }

  String name() {
    return name;
  }

  /** The bytes of the start tag. */
  Span tag() {
    return tag;
  }

  /** The value of the attribute, or null. */
  @Nullable String attribute(String wanted) {
    String value = xml.getAttributeValue(null, wanted);
    return value == null ? null : XmlText.decode(value);
  }

  /** The value of the attribute, or the empty text. */
  String text(String wanted) {
    String value = attribute(wanted);
    return value == null ? "" : value;
  }

  /** The count that the attribute declares; -1 when it declares none. */
  long count(String wanted) throws UnreadableReportException {
    long count = number(wanted);
    if (count < 0 && !text(wanted).isBlank()) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return count;
  }

  /** The whole number that the attribute declares; -1 when it declares none. */
  long number(String wanted) throws UnreadableReportException {
    String value = xml.getAttributeValue(null, wanted);
    if (value == null || value.isBlank()) {
      return -1;
    }
    try {
      long number = Long.parseLong(value.strip());
      if (number <= TestReportLimits.COUNT_MAX) {
        return number;
      }
    } catch (NumberFormatException _) {
      // no number
    }
    throw new UnreadableReportException(InconclusiveReason.MALFORMED);
  }

  /** Whether an attribute stands there in other letters than one of these. */
  boolean hasOtherCase(Set<String> wanted) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String found = xml.getAttributeLocalName(i);
      if (!wanted.contains(found) && wanted.contains(found.toLowerCase(Locale.ROOT))) {
        return true;
      }
    }
    return false;
  }
}
