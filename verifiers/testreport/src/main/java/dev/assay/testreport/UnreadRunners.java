package dev.assay.testreport;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines by which runners and build tools that no reader reads say that they failed. Only a
 * whole line counts, as the tool itself writes it; one that a test printed costs a pass and never
 * makes a failure.
 */
final class UnreadRunners {

  /** Vitest, Mocha, Playwright, dotnet, tox, pnpm, Turborepo, Nx and Bun. */
  private static final Pattern INDENTED =
      anyOf(
          " {1,6}(?:Test Files|Tests)  [1-9]\\d* failed(?: \\| \\d+ \\w+)* \\(\\d+\\)",
          " {5}Errors  [1-9]\\d* errors?",
          " {0,6}Type Errors  [1-9]\\d* errors?",
          "  [1-9]\\d* (?:failing|failed)",
          " {1,5}Failed: +[1-9]\\d*",
          " {2}evaluation failed :\\(.*",
          " {1,3}\\S+: FAIL code \\d+ \\(.+\\)",
          " ?(?:ERROR)? {2}run failed: command .*exited \\([1-9]\\d*\\)",
          " +✖  [1-9]\\d*/\\d+ failed.*",
          " [1-9]\\d* fail",
          "\\h*ELIFECYCLE\\h+(?:Test|Command) failed.*",
          "\\h*ERR_PNPM_\\w+\\h.*");

  /** RSpec, Gradle and ctest. */
  private static final Pattern COUNTED =
      anyOf(
          "\\d+ examples?, [1-9]\\d* failures?(?:, .+)?",
          "\\d+ examples?, 0 failures, (?:.+, )?[1-9]\\d* errors? occurred outside of examples",
          "\\d+ tests? completed, [1-9]\\d* failed(?:, \\d+ skipped)?",
          "\\d+% tests passed, [1-9]\\d* tests? failed out of \\d+");

  /** Tools that say it in words of their own. */
  private static final Pattern NAMED =
      anyOf(
          // cargo, also as libtest and Jest write JSON
          "test .+ \\.\\.\\. FAILED(?: <.+>)?",
          "\\{(?=.*\"type\": ?\"(?:test|suite)\")(?=.*\"event\": ?\"failed\").*",
          "\\{(?:.*,)?\"numFailedTest(?:s|Suites)\": ?[1-9].*",
          // unittest, PHPUnit
          "test\\w* \\(\\S+\\)(?: .*)? \\.\\.\\. (?:FAIL|ERROR)",
          "FAILED \\([a-z ]+=\\d+(?:, [a-z ]+=\\d+)*\\)",
          "Tests: \\d+, Assertions: \\d+, (?:Errors|Failures): [1-9]\\d*(?:, .+)?\\.",
          // pytest that did not come to its tests
          "ERROR: usage: .+ \\[options] .+",
          "ImportError while loading conftest '.+'\\.",
          // dotnet
          "Failed!  - Failed: +[1-9]\\d*, Passed: .+",
          "Test summary: total: \\d+, failed: [1-9]\\d*, .+",
          "Build failed with [1-9]\\d* error\\(s\\).*",
          "Test Run (?:Failed|Aborted)\\.",
          // Gradle
          "BUILD FAILED(?: in \\d+(?:h|m|s|ms)(?: \\d+(?:m|s))*)?",
          "> Task :\\S+ FAILED",
          "FAILURE: Build (?:failed with an exception|completed with \\d+ failures)\\.",
          // Vitest
          "Type Errors  [1-9]\\d* errors?",
          "No test files found, exiting with code [1-9]\\d*",
          "ERROR: Coverage for .+ does not meet .+ threshold \\(.+\\)",
          // npm, pnpm, yarn
          "npm (?:ERR!|error) code (?:[1-9]\\d*|ELIFECYCLE)",
          "npm (?:ERR!|error) (?:Lifecycle script .+ failed with error:|Test failed\\..*)",
          "npm (?:ERR!|error) [Mm]issing script: .+",
          "error Command failed with exit code [1-9]\\d*\\.",
          "ERR_PNPM_\\w+\\h.*",
          "\u27a4 YN0000: .*Failed with errors.*",
          // make
          "g?make(?:\\[\\d+])?: \\*\\*\\* \\[.+] (?:Error [1-9]\\d*|[A-Z][A-Za-z ]+"
              + "(?: \\(core dumped\\))?)",
          "g?make(?:\\[\\d+])?: \\*\\*\\* No rule to make target .+  Stop\\.",
          // cargo
          "error: (?:test run failed|failed to run custom build command.*|linking with .+)",
          // Turborepo, tox up to 3, nox, gotestsum, just, Task, ninja, Lerna
          "ERROR: command finished with error: .+",
          "ERROR: {3}\\S+: commands failed",
          "nox > Session \\S+ failed\\.",
          "nox > Command .+ failed with exit code [1-9]\\d*",
          "DONE \\d+ tests?, (?:\\d+ skipped, )?[1-9]\\d* (?:failure|error)s?.*",
          "error: Recipe `.+` failed on line \\d+ with exit code [1-9]\\d*",
          "task: Failed to run task \".+\": exit status [1-9]\\d*",
          "ninja: build stopped: .+",
          "lerna ERR! .+ exited [1-9]\\d* in '.+'",
          // ctest, XCTest, Bazel, GitHub, GitLab
          "The following tests FAILED:",
          "\\*\\* TEST (?:BUILD )?FAILED \\*\\*",
          "Executed \\d+ out of \\d+ tests?: .*[1-9]\\d* fails? .*",
          "##\\[error]Process completed with exit code [1-9]\\d*\\.",
          "ERROR: Job failed: (?:command terminated with )?exit (?:code|status) [1-9]\\d*",
          // sbt, Deno
          "\\[error] Failed: Total \\d+, Failed \\d+, Errors \\d+, Passed \\d+.*",
          "FAILED \\| \\d+ passed .*\\| [1-9]\\d* failed .*");

  /** The characters with which the lines of {@link #NAMED} begin. */
  private static final String NAMED_FIRST = "BDEFINTeglmnt>*#[{\u27a4";

  private final Matcher indented = INDENTED.matcher("");
  private final Matcher counted = COUNTED.matcher("");
  private final Matcher named = NAMED.matcher("");

  private static Pattern anyOf(String... lines) {
    return Pattern.compile(String.join("|", lines));
  }

  /** Whether the line says that a run failed. */
  boolean tellFailure(String line) {
    return !line.isEmpty()
        && switch (line.charAt(0)) {
          case ' ', '\u2009' -> indented.reset(line).matches();
          case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> counted.reset(line).matches();
          default -> NAMED_FIRST.indexOf(line.charAt(0)) >= 0 && named.reset(line).matches();
        };
  }
}
