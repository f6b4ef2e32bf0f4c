package dev.assay.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JSON as people and other tools write it into files: one member a line. */
final class PrettyJson {

  private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");
  private static final DefaultPrettyPrinter PRINTER =
      new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                  .withArrayEmptySeparator("")
                  .withObjectEmptySeparator(""))
          .withObjectIndenter(LINES)
          .withArrayIndenter(LINES);

  private static final Pattern FIRST_INDENT = Pattern.compile("\\n([ \\t]+)\\S");
  private static final Pattern INDENT = Pattern.compile("(?m)^(?: {2})+");

  private PrettyJson() {}

  /**
   * {@code node} laid out as {@code example} is: its indent, its line breaks, and whether it ends
   * with one; as {@link #text} where the example has no lines.
   */
  static String text(JsonNode node, String example) {
    if (example.indexOf('\n') < 0) {
      return text(node);
    }
    Matcher first = FIRST_INDENT.matcher(example);
    String indent = first.find() ? first.group(1) : "  ";
    String text =
        INDENT
            .matcher(text(node))
            .replaceAll(
                spaces -> Matcher.quoteReplacement(indent.repeat(spaces.group().length() / 2)));
    String ended = example.endsWith("\n") ? text : text.stripTrailing();
    return example.contains("\r\n") ? ended.replace("\n", "\r\n") : ended;
  }

  /** {@code node}, two spaces a level, with a line break at its end. */
  static String text(JsonNode node) {
    try {
      return JsonMapper.builder().build().writer(PRINTER).writeValueAsString(node) + '\n';
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
