package dev.assay.quick.pipeline;

import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Traces of tool calls over the ground truth that every worker has: all of them left what they say,
 * or one did not.
 */
final class QuickSpecimens implements SpecimenFamily {

  private enum Fault {
    NONE,
    OTHER_TEXT,
    OTHER_NUMBER,
    NO_ROW
  }

  /** How a trace writes its calls down. */
  private enum Format {
    LINES,
    LOG,
    ARRAY,
    CHILDREN
  }

  private static final List<String> VERBS = List.of("update", "create", "save", "put");
  private static final int CALLS_MAX = 5;

  @Override
  public String verifierType() {
    return "quick";
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    int count = 1 + random.nextInt(CALLS_MAX);
    int wrong = random.nextInt(count);
    List<String> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      calls.add(call(i == wrong ? fault : Fault.NONE, random));
    }
    Format format = Format.values()[random.nextInt(Format.values().length)];
    return new Specimen(
        verifierType(),
        bad,
        List.of(
            Part.text(
                ArtifactRole.TOOL_TRACE, "application/json", trace(format, calls, random), 0)),
        CanaryGroundTruth.NAME);
  }

  private static String call(Fault fault, Random random) {
    CanaryGroundTruth.Table table =
        CanaryGroundTruth.TABLES.get(random.nextInt(CanaryGroundTruth.TABLES.size()));
    int id = 1 + random.nextInt(CanaryGroundTruth.ROWS);
    String text = table.texts().get(random.nextInt(table.texts().size()));
    String number = table.numbers().get(random.nextInt(table.numbers().size()));
    String textValue = table.text(id, text);
    int numberValue = table.number(id, number);
    List<Map.Entry<String, Object>> params = new ArrayList<>();
    params.add(Map.entry("id", fault == Fault.NO_ROW ? id + CanaryGroundTruth.ROWS : id));
    if (fault == Fault.OTHER_TEXT || random.nextBoolean()) {
      params.add(Map.entry(text, fault == Fault.OTHER_TEXT ? textValue + "x" : textValue));
    }
    if (fault == Fault.OTHER_NUMBER || params.size() == 1 || random.nextBoolean()) {
      params.add(Map.entry(number, fault == Fault.OTHER_NUMBER ? numberValue + 1 : numberValue));
    }
    Collections.shuffle(params, random);
    Map<String, Object> named = new LinkedHashMap<>();
    params.forEach(param -> named.put(param.getKey(), param.getValue()));
    String tool = table.name() + "." + VERBS.get(random.nextInt(VERBS.size()));
    return json(shaped(tool, named, random));
  }

  private static Map<String, Object> shaped(
      String tool, Map<String, Object> params, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Map.of("tool", tool, "params", params);
      case 1 -> Map.of("name", tool, "arguments", params);
      case 2 -> Map.of("function", Map.of("name", tool, "arguments", json(params)));
      default -> Map.of("toolId", tool, "input", params);
    };
  }

  private static String trace(Format format, List<String> calls, Random random) {
    return switch (format) {
      case LINES -> String.join("\n", calls) + "\n";
      case LOG ->
          calls.stream()
              .map(call ->
                  "2026-01-%02dT10:00:%02dZ INFO %s\n"
                      .formatted(1 + random.nextInt(28), random.nextInt(60), call))
              .reduce("", String::concat);
      case ARRAY -> "[" + String.join(",", calls) + "]";
      case CHILDREN -> "{\"tool_calls\":[" + String.join(",", calls) + "]}";
    };
  }

  private static String json(Object value) {
    return new String(Json.write(value), StandardCharsets.UTF_8);
  }
}
