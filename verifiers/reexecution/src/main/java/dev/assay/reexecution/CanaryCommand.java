package dev.assay.reexecution;

import dev.assay.reexecution.ReexecutionSettings.CommandRule;
import java.util.List;
import java.util.Map;

/**
 * The command of canaries, which every worker has and runs for nothing else. It uses nothing but
 * what the shell has built in, reads one file of the workspace and writes one, so that it may run
 * without isolation: what isolation a host offers is no part of the truth.
 */
final class CanaryCommand {

  /** Its name in the configuration of specimens. */
  static final String NAME = "canary";

  /** The file with a test in each line: name, what is wanted, what is found. */
  static final String TESTS = "tests";

  /** The file that it writes. */
  static final String REPORT = "report.xml";

  private static final int TIMEOUT_SECONDS = 30;

  private static final String SCRIPT =
      """
      [ -f tests ] || exit 9
      failed=0
      {
        echo '<testsuite name="canary">'
        while IFS=' ' read -r name wanted found; do
          if [ "$wanted" = "$found" ]; then
            printf '<testcase classname="canary" name="%s"/>\\n' "$name"
          else
            failed=1
            printf '<testcase classname="canary" name="%s"><failure message="differs"/></testcase>\\n' "$name"
          fi
        done < tests
        echo '</testsuite>'
      } > report.xml
      exit $failed
      """;

  static final CommandRule RULE =
      new CommandRule(
          NAME,
          List.of("/bin/sh", "-c", SCRIPT),
          List.of(REPORT),
          TIMEOUT_SECONDS,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          Map.of());

  private CanaryCommand() {}
}
