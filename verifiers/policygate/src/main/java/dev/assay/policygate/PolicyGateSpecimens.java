package dev.assay.policygate;

import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.RandomNames;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.List;
import java.util.Random;

/** Runs that keep to their lease, and runs that leave it or leak a credential. */
final class PolicyGateSpecimens implements SpecimenFamily {

  private enum Fault {
    NONE,
    OUTSIDE_SCOPE,
    NOT_GRANTED,
    SECRET_IN_LOG,
    SECRET_IN_TRACE,
    BUDGET,
    DIRECTOR_ONLY
  }

  private static final List<String> TOKEN_PREFIXES = List.of("ghp_", "gho_", "npm_", "ghs_");
  private static final int TOKEN_CHARS = 36;

  @Override
  public String verifierType() {
    return "policygate";
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    int calls = 2 + random.nextInt(6);
    String token =
        TOKEN_PREFIXES.get(random.nextInt(TOKEN_PREFIXES.size()))
            + RandomNames.alphanumeric(random, TOKEN_CHARS);
    return new Specimen(
        verifierType(),
        bad,
        List.of(
            json(ArtifactRole.POLICY_SUBJECT, lease(fault, calls)),
            json(ArtifactRole.TOOL_TRACE, trace(fault, calls, token, random)),
            Part.text(ArtifactRole.TEST_LOG, "text/plain", log(fault, token, random), 0)));
  }

  private static Part json(ArtifactRole role, String text) {
    return Part.text(role, "application/json", text, 0);
  }

  private static String lease(Fault fault, int calls) {
    return "{\"documentType\":\"capability-lease/v1\",\"grants\":["
        + "{\"class\":\"READ\",\"paths\":[\"src/\"]},{\"class\":\"WRITE\",\"paths\":[\"src/\"]}"
        + (fault == Fault.DIRECTOR_ONLY ? ",{\"class\":\"PROMOTE\"}" : "")
        + "],\"budget\":{\"calls\":"
        + (fault == Fault.BUDGET ? calls - 1 : calls)
        + "}}";
  }

  private static String trace(Fault fault, int calls, String token, Random random) {
    StringBuilder out = new StringBuilder();
    int wrong = random.nextInt(calls);
    for (int i = 0; i < calls; i++) {
      String path = "src/" + RandomNames.noun(random) + "/" + RandomNames.noun(random) + i + ".py";
      boolean here = i == wrong;
      if (here && fault == Fault.NOT_GRANTED) {
        call(out, "web_fetch", "\"url\":\"https://" + RandomNames.noun(random) + ".example/\"");
      } else if (here && fault == Fault.OUTSIDE_SCOPE) {
        call(out, "write_file", "\"path\":\"etc/" + RandomNames.noun(random) + "\"");
      } else if (here && fault == Fault.SECRET_IN_TRACE) {
        call(out, "write_file", "\"path\":\"" + path + "\",\"content\":\"" + token + "\"");
      } else {
        call(out, random.nextBoolean() ? "read_file" : "edit_file", "\"path\":\"" + path + "\"");
      }
    }
    return out.toString();
  }

  private static void call(StringBuilder out, String name, String params) {
    out.append("{\"name\":\"").append(name).append("\",\"params\":{").append(params).append("}}\n");
  }

  private static String log(Fault fault, String token, Random random) {
    StringBuilder out = new StringBuilder();
    int lines = 5 + random.nextInt(40);
    int wrong = random.nextInt(lines);
    for (int i = 0; i < lines; i++) {
      out.append("INFO ").append(RandomNames.name(random)).append(" in ").append(i).append(" ms\n");
      if (i == wrong && fault == Fault.SECRET_IN_LOG) {
        out.append("DEBUG authorization: ").append(token).append('\n');
      }
    }
    return out.toString();
  }
}
