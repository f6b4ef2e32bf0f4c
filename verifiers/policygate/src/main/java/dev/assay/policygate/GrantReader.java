package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.policygate.Lease.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads a list of grants, which leases and the policy's ceiling write the same way. */
final class GrantReader {

  /** Says why a list of grants cannot be used; its text is the gate's own. */
  static final class Malformed extends Exception {

    private static final long serialVersionUID = 1L;

    Malformed(String expected) {
      super(expected);
    }
  }

  private GrantReader() {}

  static List<Grant> read(JsonNode list) throws Malformed {
    if (!list.isArray() || list.size() > PolicyGateLimits.GRANTS_MAX) {
      throw new Malformed("a list of at most " + PolicyGateLimits.GRANTS_MAX + " grants");
    }
    List<Grant> grants = new ArrayList<>();
    for (JsonNode node : list) {
      grants.add(grant(node));
    }
    return List.copyOf(grants);
  }

  private static Grant grant(JsonNode node) throws Malformed {
    SyscallClass syscall =
        SyscallClass.of(node.path("class").asText())
            .orElseThrow(() -> new Malformed("a known class in each grant"));
    String member = syscall.scope().member();
    List<String> patterns = List.of();
    long callsMax = Long.MAX_VALUE;
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      JsonNode value = entry.getValue();
      if (entry.getKey().equals(member)) {
        patterns = texts(value);
      } else if (entry.getKey().equals("callsMax")) {
        callsMax = count(value);
      } else if (!entry.getKey().equals("class")) {
        throw new Malformed("only class, callsMax and the scope of the class in a grant");
      }
    }
    if (!member.isEmpty() && patterns.isEmpty()) {
      throw new Malformed("the member " + member + " in a grant of " + syscall);
    }
    return new Grant(syscall, patterns, callsMax);
  }

  /** A number that is not negative. */
  static long count(JsonNode value) throws Malformed {
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw new Malformed("a number that is not negative for each bound");
    }
    return value.longValue();
  }

  /** A bounded list of bounded texts. */
  static List<String> texts(JsonNode list) throws Malformed {
    if (!list.isArray() || list.size() > PolicyGateLimits.PATTERNS_MAX) {
      throw new Malformed("a list of at most " + PolicyGateLimits.PATTERNS_MAX + " texts");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode node : list) {
      String text = node.isTextual() ? node.textValue() : "";
      if (text.isEmpty() || text.length() > PolicyGateLimits.OBJECT_CHARS_MAX) {
        throw new Malformed(
            "texts of 1 to " + PolicyGateLimits.OBJECT_CHARS_MAX + " characters in each list");
      }
      texts.add(text);
    }
    return List.copyOf(texts);
  }
}
