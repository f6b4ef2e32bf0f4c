package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Resources;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The rule set, read once from {@code scan-rules.json}: token prefixes and shapes that vendors
 * document, and phrases that address a reader. Changing it changes the verifier's version.
 */
final class ScanRules {

  private static final String HEX = "hex:";
  private static final ScanRules STANDARD = load();

  private final List<ScanRule> rules;
  private final KeywordAutomaton automaton;

  private ScanRules(List<ScanRule> rules, KeywordAutomaton automaton) {
    this.rules = rules;
    this.automaton = automaton;
  }

  static ScanRules standard() {
    return STANDARD;
  }

  ScanRule rule(int index) {
    return rules.get(index);
  }

  KeywordAutomaton automaton() {
    return automaton;
  }

  /** The kinds of a check, in the order of the file. */
  List<String> kinds(Check check) {
    return rules.stream().filter(r -> r.check() == check).map(ScanRule::kind).toList();
  }

  private static ScanRules load() {
    return switch (Json.tree(Resources.bytes(ScanRules.class, "scan-rules.json"))) {
      case Parsed.Accepted<JsonNode>(JsonNode tree) -> of(tree);
      case Parsed.Rejected<JsonNode>(var rejection) ->
          throw new IllegalStateException("the scan rules: " + rejection.detail());
    };
  }

  private static ScanRules of(JsonNode tree) {
    List<ScanRule> rules = new ArrayList<>();
    KeywordAutomaton.Builder keywords = new KeywordAutomaton.Builder();
    add(tree.path("secrets"), Check.SECRETS, rules, keywords);
    add(tree.path("injections"), Check.INJECTION, rules, keywords);
    return new ScanRules(List.copyOf(rules), keywords.build());
  }

  private static void add(
      JsonNode list, Check check, List<ScanRule> rules, KeywordAutomaton.Builder keywords) {
    for (JsonNode node : list) {
      for (JsonNode keyword : node.path("keywords")) {
        keywords.add(bytes(keyword.textValue()), rules.size());
      }
      rules.add(
          new ScanRule(
              check,
              node.path("kind").textValue(),
              Pattern.compile(node.path("pattern").textValue()),
              words(node.path("then")),
              node.path("needs").asText(""),
              node.path("boundary").asBoolean(true),
              node.path("entropyMin").asDouble(0),
              node.path("generic").asBoolean(false)));
    }
  }

  private static List<String> words(JsonNode list) {
    List<String> words = new ArrayList<>();
    list.forEach(word -> words.add(word.textValue()));
    return List.copyOf(words);
  }

  private static byte[] bytes(String keyword) {
    return keyword.startsWith(HEX)
        ? HexFormat.of().parseHex(keyword.substring(HEX.length()))
        : keyword.getBytes(StandardCharsets.US_ASCII);
  }
}
