package dev.assay.testreport;

import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.RandomNames;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Test and scan reports: honest ones, and ones that fail, lie about totals or end early. */
final class TestReportSpecimens implements SpecimenFamily {

  private static final int CASES_MIN = 2;
  private static final int CASES_SPREAD = 12;

  private enum Fault {
    NONE,
    FAILING,
    EXIT_CODE,
    TOTALS,
    CUT,
    NOTHING_RUN
  }

  private enum Format {
    JUNIT,
    TAP,
    CTRF,
    GO_JSON,
    SARIF
  }

  @Override
  public String verifierType() {
    return "testreport";
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Format format = Format.values()[random.nextInt(Format.values().length)];
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    if (format == Format.SARIF && fault != Fault.NONE) {
      fault = Fault.FAILING;
    }
    if (format == Format.GO_JSON && (fault == Fault.TOTALS || fault == Fault.NOTHING_RUN)) {
      fault = Fault.FAILING;
    }
    List<String> names = new ArrayList<>();
    int cases = CASES_MIN + random.nextInt(CASES_SPREAD);
    for (int i = 0; i < cases; i++) {
      names.add(RandomNames.name(random) + "_" + i);
    }
    int failing = fault == Fault.FAILING ? random.nextInt(names.size()) : -1;
    List<String> listed = fault == Fault.NOTHING_RUN ? List.of() : names;
    int total = fault == Fault.TOTALS ? names.size() + 1 + random.nextInt(3) : listed.size();
    String text =
        switch (format) {
          case JUNIT -> junit(listed, total, failing);
          case TAP -> tap(listed, total, failing);
          case CTRF -> ctrf(listed, total, failing);
          case GO_JSON -> goJson(listed, failing);
          case SARIF -> sarif(failing >= 0, random);
        };
    if (fault == Fault.CUT) {
      text = text.substring(0, text.length() / 3 + random.nextInt(text.length() / 3));
    }
    boolean exits = fault == Fault.FAILING || fault == Fault.EXIT_CODE;
    return new Specimen(
        verifierType(),
        bad,
        List.of(Part.text(role(format), mediaType(format), text, exits ? 1 : 0)));
  }

  private static ArtifactRole role(Format format) {
    return format == Format.SARIF ? ArtifactRole.SARIF : ArtifactRole.TEST_REPORT;
  }

  private static String mediaType(Format format) {
    return switch (format) {
      case JUNIT -> "application/xml";
      case TAP -> "text/plain";
      case CTRF, GO_JSON, SARIF -> "application/json";
    };
  }

  private static String junit(List<String> names, int total, int failing) {
    StringBuilder out = new StringBuilder("<testsuite name=\"all\" tests=\"");
    out.append(total).append("\" failures=\"").append(failing < 0 ? 0 : 1).append("\">\n");
    for (int i = 0; i < names.size(); i++) {
      out.append("  <testcase classname=\"suite\" name=\"").append(names.get(i));
      out.append(
          i == failing
              ? "\"><failure message=\"expected 3 but was 4\">expected 3</failure></testcase>\n"
              : "\" time=\"0.01\"/>\n");
    }
    return out.append("</testsuite>\n").toString();
  }

  private static String tap(List<String> names, int total, int failing) {
    StringBuilder out = new StringBuilder("TAP version 14\n");
    for (int i = 0; i < names.size(); i++) {
      out.append(i == failing ? "not ok " : "ok ");
      out.append(i + 1).append(" - ").append(names.get(i)).append('\n');
    }
    return out.append("1..").append(total).append('\n').toString();
  }

  private static String ctrf(List<String> names, int total, int failing) {
    int failed = failing < 0 ? 0 : 1;
    StringBuilder out = new StringBuilder("{\"results\":{\"tool\":{\"name\":\"runner\"},");
    out.append("\"summary\":{\"tests\":").append(total);
    out.append(",\"passed\":").append(total - failed).append(",\"failed\":").append(failed);
    out.append(",\"pending\":0,\"skipped\":0,\"other\":0},\"tests\":[");
    for (int i = 0; i < names.size(); i++) {
      out.append(i == 0 ? "" : ",").append("{\"name\":\"").append(names.get(i));
      out.append("\",\"status\":\"").append(i == failing ? "failed" : "passed").append("\"}");
    }
    return out.append("]}}\n").toString();
  }

  private static String goJson(List<String> names, int failing) {
    StringBuilder out = new StringBuilder();
    event(out, "start", "");
    for (int i = 0; i < names.size(); i++) {
      String test = ",\"Test\":\"Test_" + names.get(i) + "\"";
      event(out, "run", test);
      event(out, i == failing ? "fail" : "pass", test + ",\"Elapsed\":0");
    }
    event(out, failing < 0 ? "pass" : "fail", ",\"Elapsed\":0.01");
    return out.toString();
  }

  private static void event(StringBuilder out, String action, String more) {
    out.append("{\"Action\":\"").append(action).append("\",\"Package\":\"shop.example/all\"");
    out.append(more).append("}\n");
  }

  private static String sarif(boolean failing, Random random) {
    String result =
        "{\"ruleId\":\"S"
            + random.nextInt(900)
            + "\",\"level\":\"error\",\"message\":{\"text\":\""
            + RandomNames.name(random)
            + "\"}}";
    return "{\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"scan-"
        + random.nextInt(1_000_000)
        + "\"}},\"invocations\":[{\"executionSuccessful\":true}],\"results\":["
        + (failing ? result : "")
        + "]}]}\n";
  }
}
