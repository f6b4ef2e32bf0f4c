package dev.assay.gate.ci;

import java.util.ArrayList;
import java.util.List;

/** Workflow commands of GitHub's runner that mark what was found. */
public final class Annotations {

  private Annotations() {}

  /** The lines for standard output, at most ten errors and warnings. */
  public static List<String> lines(CiOutcome outcome) {
    List<String> all = new ArrayList<>();
    for (CiOutcome.Check check : outcome.checks()) {
      for (CiOutcome.Failure failure : check.failures()) {
        all.add(
            command(
                "error",
                "Assay: " + check.verifier() + " failed",
                failure.name() + ", signature " + failure.signature()));
      }
    }
    for (String finding : outcome.findings()) {
      all.add(command("error", "Assay: " + outcome.state().words(), finding));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        command(
            outcome.state() == CiOutcome.State.PROMOTED ? "notice" : "error",
            "Assay: " + outcome.state().words(),
            outcome.summary()));
    int room = CiLimits.ANNOTATIONS_MAX - 1;
    if (all.size() <= room) {
      lines.addAll(all);
    } else {
      lines.addAll(all.subList(0, room - 1));
      lines.add(
          command(
              "error", "Assay", "and " + (all.size() - room + 1) + " more; see the job summary"));
    }
    return lines;
  }

  private static String command(String name, String title, String message) {
    return "::" + name + " title=" + CiText.property(title) + "::" + CiText.message(message);
  }
}
