package dev.assay.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;

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

  private PrettyJson() {}

  /** {@code node}, two spaces a level, with a line break at its end. */
  static String text(JsonNode node) {
    try {
      return JsonMapper.builder().build().writer(PRINTER).writeValueAsString(node) + '\n';
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
