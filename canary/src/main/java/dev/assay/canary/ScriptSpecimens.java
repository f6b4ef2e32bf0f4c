package dev.assay.canary;

import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Workspaces with a verify script that looks at a file: what it expects is there, or it is not and
 * the script says so in one of the ways that scripts have.
 *
 * <p>The script uses nothing but what the shell has built in, and asks for no isolation, because it
 * is harmless and what isolation a host offers is no part of the truth.
 */
final class ScriptSpecimens implements SpecimenFamily {

  private enum Fault {
    NONE,
    OTHER_VALUE,
    NO_EVIDENCE,
    NO_SCRIPT,
    KILLED
  }

  /** How the script tells what it found. */
  private enum Telling {
    EXIT_CODE,
    DOCUMENT,
    TEST_LOG
  }

  private static final int LINES_MIN = 2;
  private static final int LINES_SPREAD = 30;
  private static final int EXIT_CODE_MAX = 120;

  @Override
  public String verifierType() {
    return "script";
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    String script = Words.noun(random) + "/verify_" + Words.name(random) + ".sh";
    String evidence = Words.noun(random) + "-" + random.nextInt(1_000) + ".properties";
    String key = Words.noun(random) + ".limit";
    int value = 1_000 + random.nextInt(8_000);
    Map<String, String> files = new LinkedHashMap<>();
    files.put("README", Words.name(random) + "\n");
    if (fault != Fault.NO_EVIDENCE) {
      files.put(evidence, lines(key, fault == Fault.OTHER_VALUE ? value + 1 : value, random));
    }
    if (fault != Fault.NO_SCRIPT) {
      files.put(script, program(evidence, key + "=" + value, fault == Fault.KILLED, random));
    }
    Map<String, Object> config = Map.of("isolation", "none", "commands", List.of("sh " + script));
    return new Specimen(
        verifierType(),
        bad,
        new String(Json.canonical(config), StandardCharsets.UTF_8),
        List.of(Part.workspace(files)),
        List.of());
  }

  private static String lines(String key, int value, Random random) {
    int lines = LINES_MIN + random.nextInt(LINES_SPREAD);
    int at = random.nextInt(lines);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      out.append(i == at ? key + "=" + value : "# " + Words.name(random)).append('\n');
    }
    return out.toString();
  }

  private static String program(String evidence, String wanted, boolean killed, Random random) {
    String found = Words.noun(random) + "_found";
    StringBuilder out = new StringBuilder();
    out.append("# ").append(Words.name(random)).append('\n');
    out.append(found).append("=false\n");
    out.append("if [ -f ").append(evidence).append(" ]; then\n");
    out.append("  while IFS= read -r line; do\n");
    out.append("    if [ \"$line\" = \"").append(wanted).append("\" ]; then ");
    out.append(found).append("=true; fi\n");
    out.append("  done < ").append(evidence).append("\n");
    out.append("fi\n");
    if (random.nextBoolean()) {
      out.append("echo looked at ").append(evidence).append('\n');
    }
    if (killed) {
      out.append("kill -KILL $$\n");
    }
    Telling telling = Telling.values()[random.nextInt(Telling.values().length)];
    return out.append(told(telling, found, random)).toString();
  }

  private static String told(Telling telling, String found, Random random) {
    return switch (telling) {
      case EXIT_CODE -> "$%s || exit %d\n".formatted(found, 1 + random.nextInt(EXIT_CODE_MAX));
      case DOCUMENT ->
          "echo '{\"schema_version\":\"1.0\",\"ok\":'$%s'}' > .agency/out/verify.json\n"
              .formatted(found);
      case TEST_LOG ->
          """
          echo TAP version 14
          echo 1..2
          echo ok 1 - %s
          if $%s; then echo ok 2 - %s; else echo not ok 2 - %s; fi
          """
              .formatted(Words.name(random), found, Words.name(random), Words.name(random));
    };
  }
}
