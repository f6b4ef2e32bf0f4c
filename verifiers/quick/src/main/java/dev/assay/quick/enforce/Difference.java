package dev.assay.quick.enforce;

import dev.assay.quick.report.ReportText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What differs between a baseline and a run, one line per member, code or step. */
final class Difference {

  private static final List<String> RUN_MEMBERS =
      List.of("runKind", "stateRelation", "evidenceGapPrimary");
  private static final List<String> STEP_MEMBERS =
      List.of("declaredAction", "expectedOutcome", "observedOutcome");

  private final List<String> lines = new ArrayList<>();

  private Difference() {}

  /** The lines; each begins with {@code ~} changed, {@code -} gone or {@code +} new. */
  static List<String> between(MaterialTruth baseline, MaterialTruth observed) {
    Difference difference = new Difference();
    for (String name : RUN_MEMBERS) {
      difference.member("", name, baseline.json(), observed.json());
    }
    difference.codes(texts(baseline.json()), texts(observed.json()));
    difference.steps(steps(baseline.json()), steps(observed.json()));
    if (difference.lines.size() <= EnforceLimits.DIFFERENCE_LINES_MAX) {
      return difference.lines;
    }
    List<String> shown =
        new ArrayList<>(difference.lines.subList(0, EnforceLimits.DIFFERENCE_LINES_MAX));
    shown.add("  and " + (difference.lines.size() - shown.size()) + " more");
    return shown;
  }

  private void codes(Set<String> before, Set<String> after) {
    for (String code : before) {
      if (!after.contains(code)) {
        line("- reason code " + code);
      }
    }
    for (String code : after) {
      if (!before.contains(code)) {
        line("+ reason code " + code);
      }
    }
  }

  private void steps(Map<String, JsonObject> before, Map<String, JsonObject> after) {
    before.forEach((name, step) -> {
      JsonObject now = after.get(name);
      if (now == null) {
        line("- " + name);
      } else {
        STEP_MEMBERS.forEach(member -> member(name + " ", member, step, now));
      }
    });
    for (String name : after.keySet()) {
      if (!before.containsKey(name)) {
        line("+ " + name);
      }
    }
  }

  private void member(String where, String name, JsonObject before, JsonObject after) {
    String old = shown(before.get(name));
    String now = shown(after.get(name));
    if (!old.equals(now)) {
      line("~ " + where + name + ": " + old + " -> " + now);
    }
  }

  private void line(String text) {
    lines.add(ReportText.visible(ReportText.redacted(ReportText.line(text))));
  }

  private static String shown(@Nullable Json value) {
    return value == null ? "nothing" : JsonText.stable(value);
  }

  private static Set<String> texts(JsonObject truth) {
    Set<String> texts = new TreeSet<>();
    if (truth.get("reasonCodes") instanceof JsonArray codes) {
      codes.forEach(code -> texts.add(Json.textOf(code)));
    }
    return texts;
  }

  private static Map<String, JsonObject> steps(JsonObject truth) {
    Map<String, JsonObject> steps = new LinkedHashMap<>();
    for (JsonObject step : Json.objectsOf(truth.get("steps"))) {
      String name =
          "step seq=" + MaterialTruth.seq(step) + " tool=" + Json.textOf(step.get("toolId"));
      steps.put(name, step);
    }
    return steps;
  }
}
