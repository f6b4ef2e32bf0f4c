package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.Set;

/** How a result or an override names its rule (SARIF section 3.52); each part may be missing. */
final class SarifReference {

  /** Characters of one text that are kept. */
  static final int TEXT_CHARS_MAX = 600;

  private String id = "";
  private String guid = "";
  private long index = -1;
  private long extension = -1;
  private String component = "";

  /** Reads a reporting descriptor reference. */
  void read(JsonCursor cursor) throws IOException {
    cursor.object(
        Set.of("id", "guid", "index", "toolComponent"),
        member -> {
          switch (member) {
            case "id" -> id(cursor.text());
            case "guid" -> guid = bounded(cursor.textOrSkip());
            case "index" -> index(cursor.number());
            default -> component(cursor);
          }
        });
  }

  private void component(JsonCursor cursor) throws IOException {
    String[] nameAndGuid = {"", ""};
    cursor.object(
        Set.of("index", "guid", "name"),
        member -> {
          switch (member) {
            case "index" -> extension = cursor.number();
            case "name" -> nameAndGuid[0] = bounded(cursor.textOrSkip());
            default -> nameAndGuid[1] = bounded(cursor.textOrSkip());
          }
        });
    component = nameAndGuid[1].isEmpty() ? nameAndGuid[0] : nameAndGuid[1];
  }

  /** Takes an id that two members may tell. */
  void id(String reported) throws UnreadableReportException {
    if (!id.isEmpty() && !id.equals(bounded(reported))) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    id = bounded(reported);
  }

  /** Takes an index that two members may tell. */
  void index(long reported) throws UnreadableReportException {
    if (reported >= 0 && index >= 0 && reported != index) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    index = Math.max(index, reported);
  }

  String id() {
    return id;
  }

  String guid() {
    return guid;
  }

  /** The rule's place in its component; negative when it is not reported. */
  long index() {
    return index;
  }

  /** The component's place among the extensions; negative when it is not reported. */
  long extension() {
    return extension;
  }

  /** The GUID or else the name of the component; empty when neither is reported. */
  String component() {
    return component;
  }

  static String bounded(String text) {
    return text.length() > TEXT_CHARS_MAX ? text.substring(0, TEXT_CHARS_MAX) : text;
  }
}
