package dev.assay.testreport;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.io.StringReader;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What one line of {@code go test -json} tells; a member that is absent is empty.
 *
 * @see <a href="https://pkg.go.dev/cmd/test2json">test2json</a>
 */
final class GoEvent {

  private static final Set<String> EVENT =
      Set.of("Action", "Package", "Test", "Output", "ImportPath", "FailedBuild");

  private static final Pattern ACTION = Pattern.compile("\"Action\"\\s*:");

  String action = "";
  String packageName = "";
  String test = "";
  String output = "";
  String importPath = "";
  String failedBuild = "";

  /** Whether a line is an object that names an action, however it is spaced. */
  static boolean tells(String text) {
    return text.stripLeading().startsWith("{") && ACTION.matcher(text).find();
  }

  /** The event in {@code line}. */
  static GoEvent of(Lines.Line line) throws IOException {
    if (!line.whole()) {
      throw new UnreadableReportException(InconclusiveReason.TOKEN_TOO_LARGE);
    }
    GoEvent event = new GoEvent();
    try (JsonCursor cursor = JsonCursor.over(new StringReader(line.text()), 0)) {
      if (cursor.next() != JsonToken.START_OBJECT) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      cursor.object(
          EVENT,
          member -> {
            switch (member) {
              case "Action" -> event.action = cursor.text();
              case "Test" -> event.test = cursor.text();
              case "Output" -> event.output = cursor.text();
              case "Package" -> event.packageName = cursor.text();
              case "ImportPath" -> event.importPath = cursor.text();
              case "FailedBuild" -> event.failedBuild = cursor.text();
              default -> cursor.skip();
            }
          });
      if (cursor.next() != null) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
    } catch (JacksonException e) {
      throw new UnreadableReportException(
          line.ended() ? JsonReports.reasonOf(e) : InconclusiveReason.TRUNCATED);
    }
    if (event.action.isEmpty()) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return event;
  }
}
