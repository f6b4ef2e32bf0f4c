package dev.assay.cfverify.pipeline;

import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.RandomNames;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Claims with evidence in a workspace: one that stands there, and one that does not. */
final class SubResultSpecimens implements SpecimenFamily {

  private enum Fault {
    NONE,
    OTHER_VALUE,
    OTHER_LINE,
    NO_FILE
  }

  @Override
  public String verifierType() {
    return "subresult";
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    String key = RandomNames.noun(random) + "_limit";
    int value = 1_000 + random.nextInt(9_000);
    int line = 1 + random.nextInt(8);
    String file = RandomNames.noun(random) + ".properties";
    StringBuilder settings = new StringBuilder();
    for (int i = 1; i <= 10; i++) {
      int written = fault == Fault.OTHER_VALUE ? value + 1 : value;
      settings.append(i == line ? key + "=" + written : "# line " + i).append('\n');
    }
    int cited = fault == Fault.OTHER_LINE ? line + 1 : line;
    String path = fault == Fault.NO_FILE ? "missing/" + file : file;
    String quote = key + "=" + value;
    String claim =
        "{\"claim\":\"the "
            + key
            + " is "
            + value
            + "\",\"confidence\":0.9,\"evidence\":[{\"source\":\"workspace\",\"locator\":"
            + "{\"type\":\"line_range\",\"path\":\""
            + path
            + "\",\"start\":"
            + cited
            + ",\"end\":"
            + cited
            + "},\"quote\":\""
            + quote
            + "\"}]}";
    String document =
        "{\"version\":\"SubResult.v1\",\"task_id\":\"t"
            + random.nextInt(10_000)
            + "\",\"status\":\"ok\",\"answers\":[{\"question\":\"what is the limit\","
            + "\"summary\":\"\",\"claims\":["
            + claim
            + "]}],\"coverage\":{\"inputs_scanned\":[]}}";
    return new Specimen(
        verifierType(),
        bad,
        List.of(
            Part.text(ArtifactRole.SUB_RESULT, "application/json", document, 0),
            Part.workspace(Map.of(file, settings.toString()))));
  }
}
