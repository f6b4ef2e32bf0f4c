package dev.assay.reexecution;

import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.RandomNames;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Workspaces whose tests pass, with an honest report or none; workspaces whose tests fail, whose
 * report is forged, or that bring a report along instead of tests.
 */
final class ReexecutionSpecimens implements SpecimenFamily {

  private enum Fault {
    NONE,
    /** A test fails, and the report says so. */
    FAILING,
    /** A test fails, and the report says that it passed. */
    FORGED,
    /** The report lists a test that is not there. */
    INVENTED,
    /** There are no tests, but the report of some that passed. */
    BROUGHT_ALONG
  }

  private static final int TESTS_MIN = 2;
  private static final int TESTS_SPREAD = 10;

  @Override
  public String verifierType() {
    return ReexecutionProvider.TYPE;
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    List<String> names = new ArrayList<>();
    int tests = TESTS_MIN + random.nextInt(TESTS_SPREAD);
    for (int i = 0; i < tests; i++) {
      names.add(RandomNames.name(random).replace(' ', '_') + "_" + i);
    }
    boolean fails = fault == Fault.FAILING || fault == Fault.FORGED;
    int failing = fails ? random.nextInt(tests) : -1;
    Map<String, String> files = new LinkedHashMap<>();
    files.put("README", RandomNames.name(random) + "\n");
    if (fault == Fault.BROUGHT_ALONG) {
      files.put(CanaryCommand.REPORT, report(names, -1));
    } else {
      files.put(CanaryCommand.TESTS, tests(names, failing, random));
    }
    List<Part> parts = new ArrayList<>(List.of(Part.workspace(files)));
    if (fault == Fault.INVENTED) {
      names.add(RandomNames.name(random).replace(' ', '_') + "_more");
    }
    if (fault != Fault.NONE || random.nextBoolean()) {
      int told = fault == Fault.FAILING ? failing : -1;
      parts.add(
          Part.text(
              ArtifactRole.TEST_REPORT,
              "application/xml",
              report(names, told),
              fault == Fault.FAILING ? 1 : 0));
    }
    return new Specimen(
        verifierType(),
        bad,
        new String(Json.canonical(Map.of("command", CanaryCommand.NAME)), StandardCharsets.UTF_8),
        parts,
        List.of());
  }

  private static String tests(List<String> names, int failing, Random random) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      int wanted = random.nextInt(1_000_000);
      int found = i == failing ? wanted + 1 : wanted;
      out.append(names.get(i)).append(' ').append(wanted).append(' ').append(found).append('\n');
    }
    return out.toString();
  }

  private static String report(List<String> names, int failing) {
    StringBuilder out = new StringBuilder("<testsuite name=\"canary\">\n");
    for (int i = 0; i < names.size(); i++) {
      out.append("<testcase classname=\"canary\" name=\"").append(names.get(i));
      out.append(i == failing ? "\"><failure message=\"differs\"/></testcase>\n" : "\"/>\n");
    }
    return out.append("</testsuite>\n").toString();
  }
}
