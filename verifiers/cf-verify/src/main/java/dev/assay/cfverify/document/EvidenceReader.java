package dev.assay.cfverify.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cfverify.document.SubResult.Evidence;
import dev.assay.cfverify.document.SubResult.Locator;
import dev.assay.cfverify.document.SubResult.RerunHint;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one evidence item; whatever is wrong with it concerns that item alone. */
final class EvidenceReader {

  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final long NO_LINE = -1;

  private EvidenceReader() {}

  static Evidence read(JsonNode item) {
    String quote = item.path("quote").textValue();
    return new Evidence(
        item,
        locator(item.path("locator")),
        quote == null || quote.isEmpty() ? null : quote,
        item.path("quote_hash").textValue());
  }

  private static Locator locator(JsonNode locator) {
    String type = locator.path("type").textValue();
    if (type == null) {
      return new Locator.Malformed("expected a locator with a type, found none");
    }
    return switch (type) {
      case "line_range" -> lineRange(locator);
      case "symbol_range" -> symbolRange(locator);
      case "tool_call" -> new Locator.ToolCall(hint(locator.path("rerun_hint")));
      case "byte_range", "json_path", "stack_signature" -> new Locator.Unsupported(type);
      default -> new Locator.Unsupported("unknown");
    };
  }

  private static Locator lineRange(JsonNode locator) {
    String path = locator.path("path").textValue();
    long start = line(locator.path("start"));
    long end = line(locator.path("end"));
    if (path == null || start == NO_LINE || end == NO_LINE) {
      return new Locator.Malformed(
          "expected a line_range with a path and whole start and end from 1, found another shape");
    }
    return new Locator.LineRange(path, start, end);
  }

  /** The line number, with numbers beyond 64 bits as the largest; {@link #NO_LINE} for none. */
  private static long line(JsonNode number) {
    if (!number.isNumber()) {
      return NO_LINE;
    }
    BigDecimal value = number.decimalValue();
    if (value.compareTo(BigDecimal.ONE) < 0) {
      return NO_LINE;
    }
    if (value.compareTo(LONG_MAX) >= 0) {
      return Long.MAX_VALUE;
    }
    BigDecimal whole = value.setScale(0, RoundingMode.DOWN);
    return whole.compareTo(value) == 0 ? whole.longValueExact() : NO_LINE;
  }

  private static Locator symbolRange(JsonNode locator) {
    String path = locator.path("path").textValue();
    String symbol = locator.path("symbol").textValue();
    if (path == null || symbol == null || symbol.isBlank()) {
      return new Locator.Malformed(
          "expected a symbol_range with a path and a symbol, found another shape");
    }
    return new Locator.SymbolRange(path, symbol);
  }

  private static RerunHint hint(JsonNode hint) {
    if (hint.isMissingNode()) {
      return new RerunHint.Unusable("there is no rerun_hint");
    }
    String type = hint.path("type").textValue();
    RerunHint read =
        switch (type == null ? "" : type) {
          case "web_fetch" -> webFetch(hint);
          case "web_search" -> webSearch(hint);
          case "unknown" -> new RerunHint.Unknown();
          default -> null;
        };
    return read == null
        ? new RerunHint.Unusable("the rerun_hint does not have the shape of its type")
        : read;
  }

  private static @Nullable RerunHint webFetch(JsonNode hint) {
    String url = hint.path("url").textValue();
    String prompt = hint.path("prompt").textValue();
    boolean shaped =
        url != null
            && prompt != null
            && !url.isEmpty()
            && !prompt.isEmpty()
            && onlyMembers(hint, Set.of("type", "url", "prompt"));
    return shaped ? new RerunHint.WebFetch(url, prompt) : null;
  }

  private static @Nullable RerunHint webSearch(JsonNode hint) {
    String query = hint.path("query").textValue();
    List<String> allowed = strings(hint.path("allowed_domains"));
    List<String> blocked = strings(hint.path("blocked_domains"));
    if (query == null || allowed == null || blocked == null) {
      return null;
    }
    boolean shaped =
        query.codePointCount(0, query.length()) >= 2
            && onlyMembers(hint, Set.of("type", "query", "allowed_domains", "blocked_domains"));
    return shaped ? new RerunHint.WebSearch(query, allowed, blocked) : null;
  }

  private static boolean onlyMembers(JsonNode object, Set<String> members) {
    for (var member : object.properties()) {
      if (!members.contains(member.getKey())) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable List<String> strings(JsonNode array) {
    if (array.isMissingNode()) {
      return List.of();
    }
    if (!array.isArray()) {
      return null;
    }
    List<String> strings = new ArrayList<>();
    for (JsonNode element : array) {
      if (!element.isTextual()) {
        return null;
      }
      strings.add(element.textValue());
    }
    return strings;
  }
}
