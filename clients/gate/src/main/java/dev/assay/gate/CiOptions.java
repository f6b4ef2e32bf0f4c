package dev.assay.gate;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code assay ci} is told on its command line. */
final class CiOptions {

  @Option(
      names = "--work-item",
      paramLabel = "ID",
      description = "the work item (default: .assay.yaml's, else one of this job)")
  @Nullable String workItem;

  @Option(
      names = "--artifact",
      paramLabel = "ROLE=GLOB",
      description = "files that must be there, besides those of .assay.yaml; repeatable")
  List<String> artifacts = List.of();

  @Option(
      names = "--evidence",
      description =
          "vouch for the files as who did not do the work; needs the role evidence and a work item "
              + "that somebody else has sent work for")
  boolean evidence;

  @Option(names = "--attempt", paramLabel = "N", description = "attempt of the work item, from 1")
  @Nullable Integer attempt;

  @Option(
      names = "--commit",
      paramLabel = "HASH",
      description = "what was tested (default: what is checked out)")
  @Nullable String commit;

  @Option(
      names = "--command",
      paramLabel = "TEXT",
      description = "the command that wrote the test reports and logs")
  @Nullable String command;

  @Option(names = "--exit-code", paramLabel = "N", description = "that command's exit code")
  @Nullable Integer exitCode;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "how long to wait for the decision, 1 to 300 (default: .assay.yaml's, else 60)")
  @Nullable Integer waitSeconds;

  @Option(names = "--url", paramLabel = "URL", description = AssayHome.URL_DESCRIPTION)
  @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with a token (default: $$ASSAY_TOKEN, else one of the runner's issuer)")
  @Nullable Path tokenFile;

  @Option(
      names = "--audience",
      paramLabel = "TEXT",
      defaultValue = "assay",
      description = "audience of the token that GitHub's issuer is asked for (default: assay)")
  String audience = "";

  @Option(names = "--junit", paramLabel = "FILE", description = "write the verdict as JUnit's XML")
  @Nullable Path junit;

  @Option(names = "--ctrf", paramLabel = "FILE", description = "write the verdict as CTRF")
  @Nullable Path ctrf;

  @Option(names = "--sarif", paramLabel = "FILE", description = "write the findings as SARIF")
  @Nullable Path sarif;

  @Option(
      names = "--code-quality",
      paramLabel = "FILE",
      description = "write the findings as GitLab's code quality report")
  @Nullable Path codeQuality;

  @Option(
      names = "--comment",
      paramLabel = "FILE",
      description = "write Markdown for a comment, whose first line is a hidden mark")
  @Nullable Path comment;

  @Option(
      names = "--predicate",
      paramLabel = "FILE",
      description =
          "write the predicate of the promotion, a SLSA verification summary; none is without one")
  @Nullable Path predicate;

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description = "append Markdown (default: $$GITHUB_STEP_SUMMARY)")
  @Nullable Path summary;
}
