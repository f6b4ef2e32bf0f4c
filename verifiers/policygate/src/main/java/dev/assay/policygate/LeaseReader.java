package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.policygate.GrantReader.Malformed;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.schemas.message.Mood;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a capability lease strictly: an unknown member might have been a limit. */
final class LeaseReader {

  private static final String TYPE = "capability-lease/v1";
  private static final String LEASE_ID = "leaseId";
  private static final Set<String> MEMBERS =
      Set.of(
          "documentType",
          LEASE_ID,
          "principal",
          "grants",
          "budget",
          "duration",
          "constraints",
          "revoked");
  private static final Set<String> PRINCIPAL = Set.of("workItem", "run", "user", "mood");

  private LeaseReader() {}

  /** Whether {@code document} calls itself a lease. */
  static boolean isLease(JsonNode document) {
    return document.isObject() && document.path("documentType").asText().equals(TYPE);
  }

  static Lease read(JsonNode document) throws Malformed {
    members(document, MEMBERS);
    JsonNode principal = document.path("principal");
    members(principal, PRINCIPAL);
    JsonNode budget = document.path("budget");
    members(budget, Set.of("calls", "bytes", "tokens", "costMicros"));
    JsonNode duration = document.path("duration");
    members(duration, Set.of("ttlSeconds", "idleSeconds"));
    for (JsonNode bounds : List.of(budget, duration)) {
      for (JsonNode bound : bounds) {
        GrantReader.count(bound);
      }
    }
    JsonNode constraints = document.path("constraints");
    if (!constraints.isMissingNode()) {
      GrantReader.texts(constraints);
    }
    JsonNode revoked = document.path("revoked");
    if (!revoked.isMissingNode() && !revoked.isBoolean()) {
      throw new Malformed("true or false for revoked");
    }
    return new Lease(
        text(principal, "workItem"),
        mood(principal),
        GrantReader.read(document.path("grants")),
        budget.path("calls").asLong(Long.MAX_VALUE),
        budget.path("bytes").asLong(Long.MAX_VALUE),
        budget.has("tokens")
            || budget.has("costMicros")
            || !duration.isEmpty()
            || !constraints.isEmpty(),
        revoked.asBoolean(false),
        idHolds(document));
  }

  private static void members(JsonNode node, Set<String> known) throws Malformed {
    if (node.isMissingNode()) {
      return;
    }
    if (!node.isObject()) {
      throw new Malformed("an object where the schema has one");
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!known.contains(entry.getKey())) {
        throw new Malformed("only the members of the schema");
      }
    }
  }

  private static @Nullable String text(JsonNode object, String member) throws Malformed {
    JsonNode value = object.path(member);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isTextual()) {
      throw new Malformed("text in the principal");
    }
    return value.textValue();
  }

  private static @Nullable Mood mood(JsonNode principal) throws Malformed {
    String name = text(principal, "mood");
    if (name == null) {
      return null;
    }
    return Arrays.stream(Mood.values())
        .filter(mood -> mood.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new Malformed("a known mood in the principal"));
  }

  /** The id is the SHA-256 of the canonical lease without it. */
  private static boolean idHolds(JsonNode document) throws Malformed {
    String claimed = text(document, LEASE_ID);
    if (claimed == null) {
      return true;
    }
    ObjectNode rest = document.deepCopy();
    rest.remove(LEASE_ID);
    return Digests.sha256Hex(CanonicalJson.bytes(rest)).equals(claimed);
  }
}
