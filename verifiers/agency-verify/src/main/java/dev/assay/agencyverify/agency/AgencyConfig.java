package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a worktree's {@code agency.json} says about verification.
 *
 * @param verifyScript the shell text to run, exactly as written
 * @param verifyTimeout empty when the file names none
 */
record AgencyConfig(String verifyScript, Optional<Duration> verifyTimeout) {

  private static final Set<String> TOP = Set.of("version", "scripts", "defaults", "runners");
  private static final Set<String> SCRIPTS = Set.of("setup", "verify", "archive");
  private static final Set<String> SCRIPT = Set.of("path", "timeout");

  static AgencyConfig read(Path worktree) throws AgencyFailure {
    Path file = worktree.resolve("agency.json");
    try {
      return check(JsonFiles.read(file));
    } catch (NoSuchFileException e) {
      throw new AgencyFailure(
          AgencyCode.NO_AGENCY_JSON,
          "expected %s, found no such file; run agency init in the repository".formatted(file));
    } catch (JsonFiles.Malformed | IOException e) {
      throw new AgencyFailure(
          AgencyCode.INVALID_AGENCY_JSON,
          "%s: %s; correct the file".formatted(file, e.getMessage()));
    }
  }

  private static AgencyConfig check(JsonNode root) throws JsonFiles.Malformed {
    requireObject(root, "the document", TOP);
    JsonNode version = root.path("version");
    if (!version.isNumber() || version.decimalValue().compareTo(BigDecimal.ONE) != 0) {
      throw new JsonFiles.Malformed("expected 'version' to be the number 1, found something else");
    }
    JsonNode scripts = root.path("scripts");
    requireObject(scripts, "'scripts'", SCRIPTS);
    for (Map.Entry<String, JsonNode> script : scripts.properties()) {
      checkScript(script.getKey(), script.getValue());
    }
    JsonNode verify = scripts.path("verify");
    if (verify.isMissingNode()) {
      throw new JsonFiles.Malformed("expected 'scripts.verify', found none");
    }
    return new AgencyConfig(
        path(verify).asText(), GoDuration.parse(verify.path("timeout").asText("")));
  }

  private static JsonNode path(JsonNode script) {
    return script.isTextual() ? script : script.path("path");
  }

  private static void checkScript(String name, JsonNode script) throws JsonFiles.Malformed {
    if (!script.isTextual()) {
      requireObject(script, "'scripts." + name + "'", SCRIPT);
    }
    JsonNode path = path(script);
    if (!path.isTextual() || path.textValue().isBlank() || path.textValue().indexOf('\0') >= 0) {
      throw new JsonFiles.Malformed(
          "expected 'scripts.%s.path' to be a command that is not empty".formatted(name));
    }
    JsonNode timeout = script.path("timeout");
    if (!timeout.isMissingNode()
        && GoDuration.parse(timeout.asText("")).filter(AgencyConfig::isAllowed).isEmpty()) {
      throw new JsonFiles.Malformed(
          "expected 'scripts.%s.timeout' to be a duration such as 30m, from 1m to 24h"
              .formatted(name));
    }
  }

  private static boolean isAllowed(Duration timeout) {
    return timeout.compareTo(AgencyLimits.CONFIGURED_TIMEOUT_MIN) >= 0
        && timeout.compareTo(AgencyLimits.CONFIGURED_TIMEOUT_MAX) <= 0;
  }

  private static void requireObject(JsonNode node, String what, Set<String> members)
      throws JsonFiles.Malformed {
    if (!node.isObject()) {
      throw new JsonFiles.Malformed("expected %s to be an object, found none".formatted(what));
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!members.contains(member.getKey())) {
        throw new JsonFiles.Malformed(
            "expected %s to have no other members than %s, found '%s'"
                .formatted(what, members.stream().sorted().toList(), OneLine.of(member.getKey())));
      }
    }
  }
}
