package dev.assay.cli.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.agencyverify.pipeline.ScriptVerifier;
import dev.assay.core.director.Policy;
import dev.assay.process.IsolationRequest;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.worker.WorkerSection;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a policy has scripts run, as grants of the worker. In {@code assay up} one owner writes both
 * files, so what the policy's file names need not be named twice; a request still gets no more.
 */
final class PolicyGrants {

  private PolicyGrants() {}

  /** The worker's configuration with the commands, and the lack of isolation, that are policy. */
  static WorkerSection added(WorkerSection worker, Policy policy) {
    Policy.VerifierRule rule = policy.verifiers().get(ScriptVerifier.TYPE);
    if (rule == null
        || !(Json.parse(rule.config().getBytes(StandardCharsets.UTF_8), JsonNode.class)
            instanceof Parsed.Accepted<JsonNode>(JsonNode config))) {
      return worker;
    }
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    JsonNode own = worker.verifiers().get(ScriptVerifier.TYPE);
    if (own instanceof ObjectNode members) {
      section.setAll(members);
    }
    if (section.has("commands") && !section.path("commands").isArray()) {
      return worker; // which the worker refuses at its start
    }
    Set<JsonNode> commands = new LinkedHashSet<>();
    section.path("commands").forEach(commands::add);
    config.path("commands").valueStream().filter(JsonNode::isTextual).forEach(commands::add);
    ArrayNode all = section.putArray("commands");
    commands.forEach(all::add);
    if (config.path("isolation").asText().equals(IsolationRequest.NONE.label())) {
      section.put("unisolated", true);
    }
    Map<String, JsonNode> verifiers = new HashMap<>(worker.verifiers());
    verifiers.put(ScriptVerifier.TYPE, section);
    return worker.with(verifiers);
  }
}
