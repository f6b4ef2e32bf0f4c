package dev.assay.core.director;

import dev.assay.core.failure.Names;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the director takes of a report. Reports may hold what a log, the message of a test or a tool
 * wrote; nothing of that gets into a state, and so into no decision, prompt, control state, event
 * or metric. Kept are ids, codes, numbers, digests and names; texts only of Assay's own verifiers,
 * which word them themselves. The rest is in the report that the digest names.
 */
final class Told {

  /** A verifier whose script a policy names: its reason is what the delegate is told. */
  private static final String DELEGATION = "delegation";

  /** The kind of signature that such a script's verdict has. */
  private static final String VERDICT = "verdict";

  private static final Pattern ID = Pattern.compile("[0-9a-f]{1,64}");

  private static final Pattern KIND = Pattern.compile("[a-z][a-z0-9-]{0,63}(:[a-z0-9._-]{1,64})?");

  private static final String IN_REPORT = "the report tells it";

  private Told() {}

  /**
   * {@code message} without more than a verifier can say that was asked so.
   *
   * @param allText whether it was asked by an edition that took reports with all of their text
   */
  static ReportMessage of(ReportMessage message, Plan.Verifier asked, boolean allText) {
    ReportMessage told = allText ? message : message.with(of(message.report(), asked.ownWords()));
    EvidenceBasis said = message.basis();
    EvidenceBasis most = asked.basis();
    ReportMessage known = said == null ? told : told.with(most == null ? null : said.atMost(most));
    return message.vouching() == null || vouches(asked, known) ? known : known.withVouching(null);
  }

  /** Whether a report may say who vouches: one of a document that names more than itself. */
  private static boolean vouches(Plan.Verifier asked, ReportMessage message) {
    EvidenceBasis basis = message.basis();
    return asked.kind() == Policy.Kind.PROVENANCE
        && basis != null
        && basis.compareTo(EvidenceBasis.WITNESSED) >= 0
        && message.report().result() == Result.PASS;
  }

  /**
   * What is taken of {@code report}.
   *
   * @param ownWords whether its texts are Assay's own words
   */
  static VerificationReport of(VerificationReport report, boolean ownWords) {
    return new VerificationReport(
        report.verifierType(),
        report.verifierVersion(),
        report.target(),
        report.result(),
        report.failureSignatures().stream().map(each -> signature(each, ownWords)).toList(),
        isReason(report, ownWords) ? report.summary() : report.result().name(),
        List.of(IN_REPORT),
        report.confidence(),
        report.hyperthesis().stream().map(each -> hyperthesis(each, ownWords)).toList(),
        report.pointers(),
        report.details());
  }

  /** Whether the summary of {@code report} is the reason of a trusted script. */
  static boolean isReason(VerificationReport report, boolean ownWords) {
    return ownWords
        && report.result() == Result.FAIL
        && report.verifierType().equals(DELEGATION)
        && report.failureSignatures().stream().anyMatch(each -> each.kind().equals(VERDICT));
  }

  private static FailureSignature signature(FailureSignature signature, boolean ownWords) {
    String variant = signature.variant();
    return new FailureSignature(
        id(signature.id()),
        ownWords || KIND.matcher(signature.kind()).matches() ? signature.kind() : "other",
        ownWords ? signature.text() : Names.shown(signature.text()),
        variant == null ? null : id(variant));
  }

  /** An id as it is when it is one; what a worker sent in its place is a stranger's words. */
  static String id(String id) {
    return ID.matcher(id).matches()
        ? id
        : Digests.sha256Hex(id).substring(0, FailureSignature.ID_CHARS);
  }

  private static Hyperthesis hyperthesis(Hyperthesis hyperthesis, boolean ownWords) {
    return ownWords
        ? hyperthesis
        : new Hyperthesis(
            "what a verifier of the operator's own cannot see: " + IN_REPORT,
            hyperthesis.why(),
            hyperthesis.risk(),
            IN_REPORT);
  }
}
