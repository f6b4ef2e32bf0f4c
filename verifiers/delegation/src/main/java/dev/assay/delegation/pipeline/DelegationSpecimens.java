package dev.assay.delegation.pipeline;

import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.RandomNames;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Results of delegates who say that they are done, with a script that looks: the workspace has what
 * was asked for, or it has not.
 */
final class DelegationSpecimens implements SpecimenFamily {

  private enum Fault {
    NONE,
    NO_FILE,
    OTHER_PLACE,
    EMPTY_FILE,
    OTHER_CONTENT
  }

  /** What the script compares. */
  private enum Check {
    LINE,
    LINE_COUNT,
    DIGEST,
    JSON_MEMBER,
    PATTERN,
    RESPONSE
  }

  /** How the script answers. */
  private enum Answer {
    BARE,
    DOCUMENT,
    DOCUMENT_WITH_REASON
  }

  private static final int LINES_MIN = 3;
  private static final int LINES_SPREAD = 20;

  /** What a delegate was asked for: {@code key} with {@code value} in a file of many lines. */
  private record Task(String path, String key, int value, int line, int lines) {

    static Task drawn(Random random) {
      int lines = LINES_MIN + random.nextInt(LINES_SPREAD);
      return new Task(
          RandomNames.noun(random) + "s/" + RandomNames.name(random) + ".txt",
          RandomNames.noun(random) + "_limit",
          1_000 + random.nextInt(8_000),
          random.nextInt(lines),
          lines);
    }

    String setting(int written) {
      return key + "=" + written;
    }

    /** The file as {@code check} wants it when {@code written} is the value. */
    String content(Check check, int written) {
      if (check == Check.JSON_MEMBER) {
        return "{\"lines\": " + lines + ", \"" + key + "\": " + written + "}\n";
      }
      int count = check == Check.LINE_COUNT ? lines + written - value : lines;
      StringBuilder out = new StringBuilder();
      for (int i = 0; i < count; i++) {
        out.append(i == line ? setting(written) : "# line " + i).append('\n');
      }
      return out.toString();
    }
  }

  @Override
  public String verifierType() {
    return "delegation";
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    Check check = Check.values()[random.nextInt(Check.values().length)];
    Task task = Task.drawn(random);
    String script = script(task, check, random);
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("path", task.path());
    args.put("key", task.key());
    args.put("value", task.value());
    args.put("lines", task.lines());
    args.put("sha256", Digests.sha256Hex(task.content(check, task.value())));
    String config =
        new String(
            Json.canonical(Map.of("script", Digests.sha256Hex(script), "args", args)),
            StandardCharsets.UTF_8);
    return new Specimen(
        verifierType(),
        bad,
        config,
        List.of(
            Part.text(ArtifactRole.DELEGATION_RESULT, "application/json", result(task, random), 0),
            Part.workspace(workspace(task, check, fault, random))),
        List.of(script));
  }

  private static Map<String, String> workspace(Task task, Check check, Fault fault, Random random) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("notes/" + random.nextInt(1_000) + ".txt", RandomNames.name(random) + "\n");
    String right = task.content(check, task.value());
    switch (fault) {
      case NONE -> files.put(task.path(), right);
      case NO_FILE -> {}
      case OTHER_PLACE -> files.put("draft/" + task.path(), right);
      case EMPTY_FILE -> files.put(task.path(), "");
      case OTHER_CONTENT -> files.put(task.path(), task.content(check, task.value() + 1));
    }
    return files;
  }

  /** The claim, which is the same whatever the truth is. */
  private static String result(Task task, Random random) {
    String call =
        "{\"name\":\"write_file\",\"params\":{\"path\":\"" + task.path() + "\"},\"ok\":true}";
    return "{\"response\":\"Done: "
        + task.setting(task.value())
        + " is in place.\""
        + (random.nextBoolean() ? ",\"tool_calls\":[" + call + "]" : "")
        + "}";
  }

  /** A program that answers no, and never breaks, when something is missing or another. */
  private static String script(Task task, Check check, Random random) {
    String path = random.nextBoolean() ? "args[\"path\"]" : "\"" + task.path() + "\"";
    String given = random.nextBoolean() ? "result" : RandomNames.noun(random) + "_result";
    String text = RandomNames.noun(random) + "_text";
    Answer answer = Answer.values()[random.nextInt(Answer.values().length)];
    StringBuilder out = new StringBuilder();
    if (random.nextBoolean()) {
      out.append("# ").append(RandomNames.name(random)).append('\n');
    }
    out.append("def run(").append(given).append("):\n");
    out.append("    if not fs.exists(").append(path).append("):\n");
    out.append("        return ").append(answered(answer, "False", random)).append('\n');
    out.append("    ").append(text).append(" = fs.read(").append(path).append(")\n");
    out.append("    ok = ").append(compared(check, path, text, given)).append('\n');
    return out.append("    return ").append(answered(answer, "ok", random)).append('\n').toString();
  }

  private static String answered(Answer answer, String ok, Random random) {
    return switch (answer) {
      case BARE -> ok;
      case DOCUMENT -> "json.encode({\"verified\": " + ok + "})";
      case DOCUMENT_WITH_REASON ->
          "json.encode({\"verified\": "
              + ok
              + ", \"reason\": \"looked at the "
              + RandomNames.noun(random)
              + "\"})";
    };
  }

  private static String compared(Check check, String path, String text, String given) {
    String found = "re.search(args[\"key\"] + \"=([0-9]+)\", " + text + ")";
    return switch (check) {
      case LINE -> "(args[\"key\"] + \"=\" + str(args[\"value\"])) in fs.read_lines(" + path + ")";
      case LINE_COUNT -> "fs.line_count(" + path + ") == args[\"lines\"]";
      case DIGEST -> "hash.sha256(" + text + ") == args[\"sha256\"]";
      case JSON_MEMBER ->
          text + " != \"\" and json.decode(" + text + ").get(args[\"key\"]) == args[\"value\"]";
      case PATTERN ->
          "re.search(\"(?m)^\" + args[\"key\"] + \"=\" + str(args[\"value\"]) + \"$\", "
              + text
              + ")[\"matched\"]";
      case RESPONSE ->
          found + "[\"matched\"] and " + found + "[\"groups\"][0] in " + given + "[\"response\"]";
    };
  }
}
