package dev.assay.reexecution;

import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.reexecution.ClaimComparison.State;
import dev.assay.reexecution.TrustedOverlay.Change;
import dev.assay.reexecution.TrustedOverlay.Difference;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a run and its comparison with the claim mean, in own words: counts, and paths of trusted
 * files only. Names of tests are in the details. Pure.
 */
final class ReexecutionFindings {

  private static final Pattern PLAIN_PATH =
      Pattern.compile("[A-Za-z0-9._@+/-]{1," + ReexecutionLimits.PATH_SHOWN_CHARS_MAX + "}");

  private static final double CONFIDENCE_ISOLATED = 0.9;
  private static final double CONFIDENCE_OPEN = 0.7;

  private final ReexecutionResult seen;

  private ReexecutionFindings(ReexecutionResult seen) {
    this.seen = seen;
  }

  static Finding of(ReexecutionResult seen) {
    return new ReexecutionFindings(seen).finding();
  }

  private Finding finding() {
    Finding own = seen.own();
    if (seen.claim().isContradicted() && own.result() != Result.INCONCLUSIVE) {
      return contradicted(own);
    }
    if (own.result() == Result.PASS && seen.unresolved() > 0) {
      return unresolved();
    }
    return Finding.of(
        own.result(),
        own.failureSignatures(),
        own.summary() + concealedWords(),
        own.nextActions(),
        own.result() == Result.PASS ? trust(own.confidence()) : own.confidence(),
        disclosures(Stream.empty()),
        pointers(false));
  }

  private Finding contradicted(Finding own) {
    ClaimComparison claim = seen.claim();
    List<FailureSignature> signatures =
        Stream.concat(
                Stream.of(
                    FailureSignature.named(
                        RunJudgement.KIND, ErrorCode.REPORT_CONTRADICTED.name())),
                own.failureSignatures().stream())
            .limit(Limits.FAILURE_SIGNATURES_MAX)
            .toList();
    return Finding.of(
        Result.FAIL,
        signatures,
        "the claimed report contradicts the run: %d tests that it tells as passed fail, %d that it lists do not exist; %s"
            .formatted(claim.failing().size(), claim.unknown().size(), own.summary()),
        List.of("believe the run; ask who wrote the claimed report"),
        CONFIDENCE_ISOLATED,
        disclosures(
            Stream.of(
                new Hyperthesis(
                    "who wrote the claimed report, and what else that was handed in is not true",
                    Why.ADVERSARY,
                    Risk.HIGH,
                    "nothing that came with this report is accepted on its word"))),
        pointers(true));
  }

  private Finding unresolved() {
    return Finding.of(
        Result.INCONCLUSIVE,
        List.of(FailureSignature.named(RunJudgement.KIND, "CLAIM_NOT_COMPARED")),
        "%s; %d claimed tests could not be looked for in the workspace as it was handed in"
            .formatted(seen.own().summary(), seen.unresolved()),
        List.of("give the verifier a longer budget in the policy, or claim the trusted tests only"),
        0,
        disclosures(
            Stream.of(
                new Hyperthesis(
                    "whether the claimed tests exist that the trusted files do not have",
                    Why.COST,
                    Risk.MEDIUM,
                    "nothing is accepted while the claim is not compared"))),
        pointers(true));
  }

  private String concealedWords() {
    int concealed = seen.claim().concealed().size();
    return concealed == 0
        ? ""
        : "; %d failing tests are skipped in the claimed report or not in it".formatted(concealed);
  }

  private double trust(double confidence) {
    return Math.min(
        confidence, seen.isolation() == Isolation.NONE ? CONFIDENCE_OPEN : CONFIDENCE_ISOLATED);
  }

  private List<Hyperthesis> disclosures(Stream<Hyperthesis> first) {
    List<Hyperthesis> all = new ArrayList<>(first.toList());
    all.addAll(seen.own().hyperthesis());
    addProtected(all);
    addClaim(all);
    addTrust(all);
    addIsolation(all);
    return all.stream().limit(Limits.HYPERTHESES_MAX).toList();
  }

  private void addProtected(List<Hyperthesis> all) {
    List<Difference> laidOver = seen.differences().stream().filter(Difference::replaced).toList();
    List<Difference> left = seen.differences().stream().filter(d -> !d.replaced()).toList();
    if (!laidOver.isEmpty()) {
      all.add(
          new Hyperthesis(
              "why protected files differ from the trusted ones: " + counts(laidOver),
              Why.ADVERSARY,
              Risk.MEDIUM,
              "the trusted ones were laid over them: " + paths(laidOver)));
    }
    if (!left.isEmpty()) {
      all.add(
          new Hyperthesis(
              "what differing protected files did to the run: " + counts(left),
              Why.ADVERSARY,
              Risk.MEDIUM,
              "the run saw the workspace's: " + paths(left)));
    }
  }

  private static String counts(List<Difference> differences) {
    return Stream.of(Change.values())
        .map(change -> {
          long count = differences.stream().filter(d -> d.change() == change).count();
          return count + " " + change.name().toLowerCase(Locale.ROOT);
        })
        .collect(Collectors.joining(", "));
  }

  /** Paths that are trusted sources' own; of what an agent named, digests. */
  private static String paths(List<Difference> differences) {
    String shown =
        differences.stream()
            .limit(ReexecutionLimits.PATHS_SHOWN_MAX)
            .map(ReexecutionFindings::path)
            .collect(Collectors.joining(", "));
    int more = differences.size() - ReexecutionLimits.PATHS_SHOWN_MAX;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  private static String path(Difference difference) {
    boolean plain =
        difference.change() != Change.ADDED && PLAIN_PATH.matcher(difference.path()).matches();
    return plain
        ? difference.path()
        : "sha256:"
            + Digests.sha256Hex(difference.path()).substring(0, ReexecutionLimits.DIGEST_CHARS);
  }

  private void addClaim(List<Hyperthesis> all) {
    ClaimComparison claim = seen.claim();
    if (claim.state() == State.NOT_COMPARABLE) {
      all.add(
          new Hyperthesis(
              "whether the claimed report tells of the same tests as the run",
              Why.SEMANTICS,
              Risk.LOW,
              "let the agent write its report with the reporter of this command"));
    }
    if (seen.ownTests() > 0) {
      all.add(
          new Hyperthesis(
              "Tests of the workspace's own: %d; they pass there, and the trusted run has none of them."
                  .formatted(seen.ownTests()),
              Why.ADVERSARY,
              Risk.LOW,
              "review them before they are trusted"));
    }
    int notClaimed = claim.leftOut().size() - claim.concealed().size();
    if (notClaimed > 0) {
      all.add(
          new Hyperthesis(
              "Tests of the run that the claimed report skips or leaves out: " + notClaimed + ".",
              Why.MISSING_DATA,
              Risk.LOW,
              "they passed in the run"));
    }
    if (!claim.notRun().isEmpty()) {
      all.add(
          new Hyperthesis(
              "Tests that the claimed report tells as passed and the run skipped: "
                  + claim.notRun().size()
                  + ".",
              Why.MISSING_DATA,
              Risk.MEDIUM,
              "run them where they can run; the run has no network"));
    }
  }

  private void addTrust(List<Hyperthesis> all) {
    if (seen.own().result() != Result.PASS) {
      return;
    }
    if (seen.command().overlays().isEmpty()) {
      all.add(
          new Hyperthesis(
              "tests weakened together with the code they test",
              Why.ADVERSARY,
              Risk.MEDIUM,
              "name overlays of the command: trusted tests, build and runner files"));
    } else if (seen.command().overlays().keySet().stream().anyMatch(TrustedSource::followsTarget)) {
      all.add(
          new Hyperthesis(
              "whether the trusted files are new enough: the execution names where they are from",
              Why.ADVERSARY,
              Risk.LOW,
              "they are of the trusted branch, where the named commit left it"));
    }
    all.add(
        new Hyperthesis(
            "code that behaves otherwise while it is tested, or writes the run's report itself",
            Why.ADVERSARY,
            Risk.MEDIUM,
            "reports from before the run were deleted; canaries and review bound the rest"));
  }

  private void addIsolation(List<Hyperthesis> all) {
    switch (seen.isolation()) {
      case BWRAP -> {}
      case LANDLOCK ->
          all.add(
              new Hyperthesis(
                  "traffic over UDP and existing unix sockets, processes that left the group",
                  Why.PERMISSION,
                  Risk.LOW,
                  "writes and TCP were confined by Landlock; bubblewrap closes the rest"));
      case NONE ->
          all.add(
              new Hyperthesis(
                  "what the run did to the host and over the network",
                  Why.PERMISSION,
                  Risk.HIGH,
                  "no isolation was in force; install bubblewrap on the worker"));
    }
  }

  private List<Pointer> pointers(boolean ofClaim) {
    long cited = Math.min(seen.run().log().bytes(), ReexecutionLimits.CITED_BYTES_MAX);
    Pointer end = new Pointer(seen.run().log().sha256(), seen.run().log().bytes() - cited, cited);
    Stream<Pointer> claimed =
        ofClaim
            ? seen.claimed().stream().map(report -> new Pointer(report.sha256(), 0, report.size()))
            : Stream.empty();
    return Stream.of(Stream.of(end), claimed, seen.own().pointers().stream())
        .flatMap(pointers -> pointers)
        .limit(Limits.POINTERS_MAX)
        .toList();
  }

  /**
   * Everything that was seen.
   *
   * @param own what the run says by itself
   * @param claimed the claimed reports
   * @param differences how protected files of the workspace differ from the trusted ones
   * @param sources what the trusted sources are, in their order
   * @param ownTests claimed tests that only the workspace as it was handed in has, and passes
   * @param unresolved claimed tests that could not be looked for there
   * @param asSubmitted the run of the workspace as it was handed in, when there was one
   */
  record ReexecutionResult(
      NamedCommand command,
      ArtifactRef workspace,
      Isolation isolation,
      CommandRun run,
      Finding own,
      List<ArtifactRef> claimed,
      ClaimComparison claim,
      List<Difference> differences,
      List<String> sources,
      int ownTests,
      int unresolved,
      @Nullable CommandRun asSubmitted) {}
}
