package dev.assay.cfverify;

import dev.assay.cfverify.SubResultVerification.ClaimOutcome;
import dev.assay.cfverify.document.SubResult.Claim;
import dev.assay.cfverify.document.SubResult.Evidence;
import dev.assay.cfverify.document.SubResult.Locator;
import dev.assay.cfverify.document.SubResult.RerunHint;
import dev.assay.cfverify.evidence.EvidenceFiles;
import dev.assay.cfverify.evidence.EvidenceFiles.Located;
import dev.assay.cfverify.evidence.EvidenceLimits;
import dev.assay.cfverify.evidence.QuoteHash;
import dev.assay.cfverify.evidence.Reruns;
import dev.assay.cfverify.evidence.Reruns.RerunResult;
import dev.assay.cfverify.evidence.SnippetReader;
import dev.assay.cfverify.evidence.SnippetReader.SnippetReading;
import dev.assay.cfverify.judge.ConsistencyJudge;
import dev.assay.cfverify.judge.ConsistencyJudge.Case;
import dev.assay.cfverify.judge.ConsistencyJudge.Judgement;
import dev.assay.cfverify.judge.ConsistencyJudge.Support;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Verifies one claim by its evidence (specification, step 6): line ranges first, then the others in
 * order, until one holds.
 */
final class ClaimVerifier {

  private final EvidenceFiles files;
  private final SnippetReader reader;
  private final EvidenceLimits limits;
  private final ConsistencyJudge judge;
  private final Reruns reruns;

  ClaimVerifier(EvidenceFiles files, EvidenceLimits limits, ConsistencyJudge judge, Reruns reruns) {
    this.files = files;
    this.reader = new SnippetReader(limits);
    this.limits = limits;
    this.judge = judge;
    this.reruns = reruns;
  }

  private interface Read {
    SnippetReading from(Path file) throws ClosedByInterruptException;
  }

  ClaimOutcome verify(Claim claim) throws ClosedByInterruptException {
    ClaimOutcome worst = null;
    for (Evidence evidence : inOrderOfPreference(claim.evidence())) {
      switch (outcome(claim.text(), evidence)) {
        case EvidenceOutcome.Passed _ -> {
          return new ClaimOutcome.Passed(claim);
        }
        case EvidenceOutcome.Failed(String reason) -> {
          if (!(worst instanceof ClaimOutcome.Failed)) {
            worst = new ClaimOutcome.Failed(claim, reason, evidence);
          }
        }
        case EvidenceOutcome.Unverifiable(String reason) -> {
          if (worst == null) {
            worst = new ClaimOutcome.Unverifiable(claim, reason);
          }
        }
      }
    }
    return worst == null ? new ClaimOutcome.Unverifiable(claim, "there is no evidence") : worst;
  }

  private static List<Evidence> inOrderOfPreference(List<Evidence> evidence) {
    List<Evidence> ordered = new ArrayList<>();
    evidence.stream().filter(e -> e.locator() instanceof Locator.LineRange).forEach(ordered::add);
    evidence.stream()
        .filter(e -> !(e.locator() instanceof Locator.LineRange))
        .forEach(ordered::add);
    return ordered;
  }

  private EvidenceOutcome outcome(String claim, Evidence evidence)
      throws ClosedByInterruptException {
    String quote = evidence.quote();
    return switch (evidence.locator()) {
      case Locator.LineRange(String path, long start, long end) ->
          inFile(claim, evidence, path, file -> reader.lines(file, start, end, quote));
      case Locator.SymbolRange(String path, String symbol) ->
          inFile(claim, evidence, path, file -> reader.symbol(file, symbol, quote));
      case Locator.ToolCall(RerunHint hint) -> rerun(claim, evidence, hint);
      case Locator.Unsupported(String type) ->
          new EvidenceOutcome.Unverifiable(
              type + " locators are not verifiable; use line_range or symbol_range");
      case Locator.Malformed(String why) -> new EvidenceOutcome.Unverifiable(why);
    };
  }

  private EvidenceOutcome inFile(String claim, Evidence evidence, String path, Read read)
      throws ClosedByInterruptException {
    return switch (files.locate(path)) {
      case Located.NotFound(String why) -> new EvidenceOutcome.Failed(why);
      case Located.Refused(String why) -> new EvidenceOutcome.Unverifiable(why);
      case Located.Found(Path file) ->
          switch (read.from(file)) {
            case SnippetReading.Absent(String why) -> new EvidenceOutcome.Failed(why);
            case SnippetReading.Unread(String why) -> new EvidenceOutcome.Unverifiable(why);
            case SnippetReading.Snippet snippet -> weigh(claim, evidence, snippet);
          };
    };
  }

  private EvidenceOutcome weigh(String claim, Evidence evidence, SnippetReading.Snippet snippet) {
    String hash = evidence.quoteHash();
    Support support;
    if (evidence.quote() != null) {
      if (!snippet.quoteFound()) {
        return new EvidenceOutcome.Failed(
            "the quote is not in the referenced snippet, " + span(snippet));
      }
      support = Support.QUOTED;
    } else if (hash != null && QuoteHash.matches(hash, snippet.text(), limits)) {
      support = Support.QUOTED;
    } else if (!snippet.complete()) {
      return new EvidenceOutcome.Unverifiable(
          "the referenced lines are too long to judge without a quote");
    } else {
      support = Support.UNQUOTED;
    }
    return outcome(judge.judge(new Case(claim, snippet.text(), support)), span(snippet));
  }

  private EvidenceOutcome rerun(String claim, Evidence evidence, RerunHint hint) {
    return switch (hint) {
      case RerunHint.WebFetch fetch -> weigh(claim, evidence, reruns.fetch(fetch));
      case RerunHint.WebSearch search -> weigh(claim, evidence, reruns.search(search));
      case RerunHint.Unknown _ ->
          new EvidenceOutcome.Unverifiable("the tool call says that it cannot be repeated");
      case RerunHint.Unusable(String why) -> new EvidenceOutcome.Unverifiable(why);
    };
  }

  private EvidenceOutcome weigh(String claim, Evidence evidence, RerunResult result) {
    return switch (result) {
      case RerunResult.Unavailable(String why) -> new EvidenceOutcome.Unverifiable(why);
      case RerunResult.Text(String text) -> {
        String quote = evidence.quote();
        boolean quoted = quote != null && text.contains(quote.replace("\r\n", "\n"));
        Support support = quoted ? Support.QUOTED : Support.RERUN;
        yield outcome(judge.judge(new Case(claim, text, support)), "the rerun's result");
      }
    };
  }

  private static EvidenceOutcome outcome(Judgement judgement, String where) {
    return switch (judgement) {
      case Judgement.Consistent _ -> new EvidenceOutcome.Passed();
      case Judgement.Contradicts(String why) -> new EvidenceOutcome.Failed(why + ", " + where);
      case Judgement.Undecided(String why) -> new EvidenceOutcome.Unverifiable(why + ", " + where);
    };
  }

  private static String span(SnippetReading.Snippet snippet) {
    long last = snippet.firstLine() + snippet.lineCount() - 1;
    return "lines " + snippet.firstLine() + "-" + last;
  }

  /** What verifying one evidence item gave. */
  private sealed interface EvidenceOutcome {

    /** The evidence is there and consistent with the claim. */
    record Passed() implements EvidenceOutcome {}

    /** The evidence is not there, or says otherwise. */
    record Failed(String reason) implements EvidenceOutcome {}

    /** Nothing could be established either way. */
    record Unverifiable(String reason) implements EvidenceOutcome {}
  }
}
