package dev.assay.reexecution;

import dev.assay.process.IsolationRequest;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.reexecution.ReexecutionSettings.CommandRule;
import dev.assay.reexecution.ReexecutionSettings.Overlay;
import dev.assay.reexecution.ReexecutionSettings.Source;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.Target;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.testkit.MemoryScope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs the verifier on workspaces that are written down as texts by path. */
final class Reruns {

  /** A test runner of one line of shell for each test: prints JUnit XML. */
  static final String RUNNER =
      """
      failed=0
      {
        echo '<testsuite name="all">'
        for file in test/*.sh; do
          name=${file##*/}
          if sh "$file" >&2; then
            echo "<testcase classname='test' name='$name'/>"
          else
            failed=1
            echo "<testcase classname='test' name='$name'><failure message='no'/></testcase>"
          fi
        done
        echo '</testsuite>'
      } > out/report.xml
      exit $failed
      """;

  /** Code that is right, and a test that says so. */
  static final Map<String, String> GOOD =
      Map.of("add.sh", "echo $(($1 + $2))", "test/adds.sh", "[ \"$(sh add.sh 2 3)\" = 5 ]");

  final Path home;
  final Path scratch;
  final MemoryScope scope;
  private final List<CommandRule> rules = new ArrayList<>();
  private @Nullable String commit;
  private @Nullable String lens;
  private String config = "{}";
  private String isolation = strongest();

  /** Nothing configured; everything is below {@code directory}. */
  Reruns(Path directory) throws IOException {
    home = Files.createDirectories(directory.resolve("home"));
    scratch = Files.createTempDirectory(directory, "scratch-");
    scope = new MemoryScope(scratch);
  }

  /** A rule that runs {@link #RUNNER}. */
  static CommandRule rule(Overlay... overlays) {
    return rule(List.of("/bin/sh", "-c", "mkdir -p out\n" + RUNNER), "out/*.xml", overlays);
  }

  static CommandRule rule(List<String> command, String reports, Overlay... overlays) {
    return new CommandRule(
        "check",
        command,
        reports.isEmpty() ? List.of() : List.of(reports),
        30,
        List.of(),
        List.of(overlays),
        List.of(),
        List.of(),
        Map.of());
  }

  static Overlay overlay(Path directory, String... paths) {
    return new Overlay(List.of(paths), new Source(directory.toString(), null, null, null));
  }

  Reruns with(CommandRule rule) {
    rules.add(rule);
    return this;
  }

  Reruns at(String named) {
    commit = named;
    return this;
  }

  Reruns under(String name) {
    lens = name;
    return this;
  }

  Reruns isolated(String how) {
    isolation = how;
    return this;
  }

  Reruns asking(String canonical) {
    config = canonical;
    return this;
  }

  ArtifactRef workspace(Map<String, String> files) throws IOException {
    return scope.add(ArtifactRole.WORKSPACE, Part.workspace(files).open().readAllBytes());
  }

  ArtifactRef claim(String report) {
    return scope.add(ArtifactRole.TEST_REPORT, report);
  }

  /** The strongest isolation of this host: what is claimed here does not depend on it. */
  private static String strongest() {
    return IsolationRequest.AUTO.ask()
                instanceof IsolationRequest.Answer.Granted(Isolation granted, String _)
            && granted != Isolation.NONE
        ? "auto"
        : "none";
  }

  Finding judge(ArtifactRef... artifacts) throws IOException, InterruptedException {
    ReexecutionProvider provider = new ReexecutionProvider();
    Verifier verifier =
        provider
            .verifiers(
                new ReexecutionSettings(rules, isolation, 2),
                new VerifierProvider.Host(home, scratch, Map.of()))
            .getFirst();
    String id = Digests.sha256Hex("rerun");
    return verifier.verify(
        new VerificationRequest(
            id,
            "shop/item",
            id,
            id,
            1,
            ReexecutionProvider.TYPE,
            config,
            List.of(artifacts),
            commit == null ? null : new Target(null, commit, List.of()),
            null,
            Risk.LOW,
            lens,
            60_000,
            null),
        scope);
  }

  Finding judge(Map<String, String> files) throws IOException, InterruptedException {
    return judge(workspace(files));
  }

  Finding judge(Map<String, String> files, String claim) throws IOException, InterruptedException {
    return judge(workspace(files), claim(claim));
  }

  /** The document that the finding names. */
  String details(Finding finding) {
    return scope.text(Objects.requireNonNull(finding.details()));
  }

  /** The texts of the finding's signatures. */
  static List<String> codes(Finding finding) {
    return finding.failureSignatures().stream().map(FailureSignature::text).toList();
  }

  /** Everything in which a finding speaks. */
  static String words(Finding finding) {
    return new String(
        Json.canonical(
            List.of(
                finding.summary(),
                finding.nextActions(),
                finding.hyperthesis(),
                finding.failureSignatures())),
        StandardCharsets.UTF_8);
  }

  /** JUnit XML of tests that passed. */
  static String passed(String... names) {
    StringBuilder out = new StringBuilder("<testsuite name='all'>");
    for (String name : names) {
      out.append("<testcase classname='test' name='").append(name).append("'/>");
    }
    return out.append("</testsuite>").toString();
  }

  /** Writes files below {@code directory}. */
  static Path directory(Path directory, Map<String, String> files) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path at = directory.resolve(file.getKey());
      Files.createDirectories(Objects.requireNonNull(at.getParent()));
      Files.writeString(at, file.getValue());
    }
    return directory;
  }
}
