package dev.assay.agencyverify.pipeline;

import dev.assay.schemas.json.Json;
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
 * Workspaces in which a verify script looks at a file: what it expects is there, or it is not and
 * the script says so in one of the ways that scripts have. The scripts are those of {@link
 * CanaryScripts}, since a worker runs no others on behalf of a request.
 */
final class ScriptSpecimens implements SpecimenFamily {

  private enum Fault {
    NONE,
    OTHER_VALUE,
    NO_EVIDENCE,
    NO_QUESTION,
    KILLED
  }

  private static final int LINES_MIN = 2;
  private static final int LINES_SPREAD = 30;

  @Override
  public String verifierType() {
    return "script";
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    String key = RandomNames.noun(random) + ".limit";
    int value = 1_000 + random.nextInt(8_000);
    Map<String, String> files = new LinkedHashMap<>();
    files.put("README", RandomNames.name(random) + "\n");
    if (fault != Fault.NO_EVIDENCE) {
      files.put(
          CanaryScripts.EVIDENCE,
          lines(key, fault == Fault.OTHER_VALUE ? value + 1 : value, random));
    }
    if (fault != Fault.NO_QUESTION) {
      files.put(CanaryScripts.WANTED, key + "=" + value + "\n");
    }
    List<String> scripts = fault == Fault.KILLED ? CanaryScripts.KILLED : CanaryScripts.TELLING;
    Map<String, Object> config =
        Map.of(
            "isolation", "none", "commands", List.of(scripts.get(random.nextInt(scripts.size()))));
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
      out.append(i == at ? key + "=" + value : "# " + RandomNames.name(random)).append('\n');
    }
    return out.toString();
  }
}
