package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonToken;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One result of a SARIF run, as it is written. */
final class SarifResult {

  private static final Set<String> MEMBERS =
      Set.of(
          "ruleId",
          "ruleIndex",
          "rule",
          "kind",
          "level",
          "message",
          "locations",
          "suppressions",
          "provenance",
          "baselineState");

  /** SARIF 2.1.0, 3.27.9. */
  private static final Set<String> KINDS =
      Set.of("pass", "open", "informational", "notApplicable", "review", "fail");

  final SarifReference rule = new SarifReference();
  long invocation = -1;
  private String kind = "fail";
  @Nullable Severity level;
  String message = "";
  String uri = "";

  /** The place of its file among the run's artifacts; negative when it is not reported. */
  long artifact = -1;

  boolean suppressed;
  boolean absent;
  Span span = new Span(0, 0);

  /** Reads the object that the cursor is at. */
  static SarifResult read(JsonCursor cursor) throws IOException {
    SarifResult result = new SarifResult();
    long start = cursor.start();
    cursor.object(MEMBERS, member -> result.member(cursor, member));
    result.span = Span.between(start, cursor.end());
    return result;
  }

  private void member(JsonCursor cursor, String member) throws IOException {
    switch (member) {
      case "ruleId" -> rule.id(cursor.text());
      case "ruleIndex" -> rule.index(cursor.number());
      case "rule" -> rule.read(cursor);
      case "kind" -> kind = kind(cursor.text());
      case "level" -> level = SarifRules.level(cursor.text());
      case "message" -> message = message(cursor);
      case "locations" -> locations(cursor);
      case "suppressions" -> suppressions(cursor);
      case "provenance" ->
          cursor.object(Set.of("invocationIndex"), _ -> invocation = cursor.number());
      default -> absent = cursor.text().equals("absent");
    }
  }

  private static String kind(String word) throws UnreadableReportException {
    if (!KINDS.contains(word)) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return word;
  }

  /**
   * Whether it is a finding of some level. A level beside another kind contradicts that kind (SARIF
   * 2.1.0, 3.27.10) and is believed.
   */
  boolean isFinding() {
    return kind.equals("fail") || level != null && level != Severity.NONE;
  }

  /** The message's text, or the name and the arguments of one that its rule describes. */
  private static String message(JsonCursor cursor) throws IOException {
    String[] text = {""};
    StringBuilder named = new StringBuilder();
    cursor.object(
        Set.of("text", "id", "arguments"),
        member -> {
          switch (member) {
            case "text" -> text[0] = SarifReference.bounded(cursor.textOrSkip());
            case "id" -> named.insert(0, SarifReference.bounded(cursor.textOrSkip()));
            default -> cursor.array(() -> argument(named, cursor.textOrSkip()));
          }
        });
    return text[0].isEmpty() ? SarifReference.bounded(named.toString()) : text[0];
  }

  private static void argument(StringBuilder named, String argument) {
    if (named.length() < SarifReference.TEXT_CHARS_MAX) {
      named.append(' ').append(SarifReference.bounded(argument));
    }
  }

  private void locations(JsonCursor cursor) throws IOException {
    cursor.array(() ->
        cursor.object(
            Set.of("physicalLocation"),
            _ ->
                cursor.object(
                    Set.of("artifactLocation"),
                    _ -> cursor.object(Set.of("uri", "index"), member -> file(cursor, member)))));
  }

  /** The first file that a location names, by itself or by its place among the artifacts. */
  private void file(JsonCursor cursor, String member) throws IOException {
    if (member.equals("uri")) {
      String uri = SarifReference.bounded(cursor.textOrSkip());
      this.uri = this.uri.isEmpty() ? uri : this.uri;
    } else {
      long index = cursor.number();
      artifact = artifact < 0 ? index : artifact;
    }
  }

  /** Every suppression must be accepted; one that is under review or rejected does not count. */
  private void suppressions(JsonCursor cursor) throws IOException {
    boolean[] anyAndAll = {false, true};
    cursor.array(() -> {
      anyAndAll[0] = true;
      if (!cursor.on(JsonToken.START_OBJECT)) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      cursor.object(Set.of("status"), _ -> anyAndAll[1] &= cursor.text().equals("accepted"));
    });
    suppressed = anyAndAll[0] && anyAndAll[1];
  }
}
