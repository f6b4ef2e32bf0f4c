package dev.assay.core.mood;

import dev.assay.core.mood.MoodMachine.Rule;
import dev.assay.schemas.message.Mood;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Draws the mood machine from its table, as a Mermaid state diagram. */
final class MoodDiagram {

  private MoodDiagram() {}

  /** The diagram's text; one line per arrow, in the order of the rules. */
  static String mermaid() {
    StringJoiner lines = new StringJoiner("\n");
    lines.add("stateDiagram-v2");
    lines.add("  [*] --> " + Mood.CALM);
    for (Rule rule : MoodMachine.RULES) {
      String to = rule.to() == null ? "BEFORE_THE_CRASH" : rule.to().name();
      String label = rule.trigger() + interrupted(rule);
      if (rule.from().size() == Mood.values().length) {
        lines.add("  ANY_MOOD --> " + to + " : " + label);
        continue;
      }
      rule.from().stream()
          .sorted()
          .filter(from -> from != rule.to())
          .forEach(from -> lines.add("  " + from + " --> " + to + " : " + label));
    }
    return lines.toString();
  }

  private static String interrupted(Rule rule) {
    return rule.before().size() == Mood.values().length
        ? ""
        : rule.before().stream()
            .sorted()
            .map(Mood::name)
            .collect(Collectors.joining(" or ", " having interrupted ", ""));
  }
}
