package dev.assay.schemas.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Limits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Writes a JSON tree as its one canonical text: members sorted by UTF-16 code units, no blanks,
 * ECMAScript numbers and strings.
 *
 * <p>{@link #bytes} is RFC 8785 and refuses what that RFC cannot express. {@link #stableText} is
 * quick-verify's stable stringify: the same text, but signed 64-bit integers keep all digits and
 * lone surrogates are escaped instead of refused.
 */
public final class CanonicalJson {

  /** Nesting allowed in a canonical document; deeper trees are refused, never recursed into. */
  public static final int DEPTH_MAX = 1_000;

  private static final Comparator<Map.Entry<String, JsonNode>> BY_NAME = Map.Entry.comparingByKey();

  private final StringBuilder out = new StringBuilder(1_024);
  private final boolean strict;

  private CanonicalJson(boolean strict) {
    this.strict = strict;
  }

  /**
   * RFC 8785 bytes of {@code node}.
   *
   * @throws IllegalArgumentException for lone surrogates, numbers a double cannot hold exactly,
   *     non-finite numbers and nesting beyond {@link #DEPTH_MAX}
   */
  public static byte[] bytes(JsonNode node) {
    return text(node).getBytes(StandardCharsets.UTF_8);
  }

  /** RFC 8785 text of {@code node}; see {@link #bytes}. */
  public static String text(JsonNode node) {
    return write(node, true);
  }

  /** Stable stringify of quick-verify (specification A.3) of {@code node}. */
  public static String stableText(JsonNode node) {
    return write(node, false);
  }

  private static String write(JsonNode node, boolean strict) {
    CanonicalJson writer = new CanonicalJson(strict);
    writer.value(node, 0);
    return writer.out.toString();
  }

  static IllegalArgumentException tooDeep() {
    return new IllegalArgumentException(
        "expected at most " + DEPTH_MAX + " levels of nesting, found more");
  }

  private void value(JsonNode node, int depth) {
    if (depth > DEPTH_MAX) {
      throw tooDeep();
    }
    switch (node.getNodeType()) {
      case OBJECT -> object(node, depth);
      case ARRAY -> array(node, depth);
      case STRING -> string(node.textValue());
      case NUMBER -> number(node);
      case BOOLEAN -> out.append(node.booleanValue());
      case NULL -> out.append("null");
      case BINARY, MISSING, POJO ->
          throw new IllegalArgumentException(
              "expected a JSON value, found a node of type " + node.getNodeType());
    }
  }

  private void object(JsonNode node, int depth) {
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>(node.properties());
    members.sort(BY_NAME);
    out.append('{');
    String separator = "";
    for (Map.Entry<String, JsonNode> member : members) {
      out.append(separator);
      string(member.getKey());
      out.append(':');
      value(member.getValue(), depth + 1);
      separator = ",";
    }
    out.append('}');
  }

  private void array(JsonNode node, int depth) {
    out.append('[');
    String separator = "";
    for (JsonNode element : node) {
      out.append(separator);
      value(element, depth + 1);
      separator = ",";
    }
    out.append(']');
  }

  private void number(JsonNode node) {
    switch (node.numberType()) {
      case INT, LONG -> integer(node.longValue());
      case FLOAT, DOUBLE -> out.append(EcmaNumber.text(node.doubleValue()));
      case BIG_INTEGER -> big(new BigDecimal(node.bigIntegerValue()));
      case BIG_DECIMAL -> big(node.decimalValue());
    }
  }

  private void integer(long value) {
    if (!strict || (-Limits.INTEGER_MAX <= value && value <= Limits.INTEGER_MAX)) {
      out.append(value);
      return;
    }
    big(new BigDecimal(BigInteger.valueOf(value)));
  }

  private void big(BigDecimal value) {
    double rounded = value.doubleValue();
    boolean integral = value.stripTrailingZeros().scale() <= 0;
    if (strict && integral && value.compareTo(new BigDecimal(rounded)) != 0) {
      throw new IllegalArgumentException(
          "expected an integer that a double holds exactly, found " + value);
    }
    out.append(EcmaNumber.text(rounded));
  }

  private void string(String text) {
    if (strict) {
      JsonString.appendWellFormed(out, text);
    } else {
      JsonString.append(out, text);
    }
  }
}
