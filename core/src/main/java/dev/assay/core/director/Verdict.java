package dev.assay.core.director;

import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.director.Plan.Purpose;
import dev.assay.core.director.Requirements.Failure;
import dev.assay.core.mood.MoodEvent.Judgement;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.VerifierErrorRates;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the reports of one execution add up to (green-threads 4 and 7): any FAIL fails; FLAKY and
 * INCONCLUSIVE support nothing; only PASS from everything that was asked is a pass.
 *
 * @param reasons stable codes, the deciding one first; none for a pass
 * @param reports the reports it rests on, in request order
 * @param signatures what tells this failure from another one, sorted
 * @param shown ids of the failure signatures as attestations have them, sorted
 * @param evidence what the passes are worth
 * @param failed which verifiers failed which artifacts, in request order; of what is undecided
 *     those that were asked in another one's place, and those that tell of tests that failed
 * @param uncleared of a pass: tests that failed before and that were not seen to pass; otherwise
 *     what keeps it from being one
 * @param asks of a pass: why a person has to agree, none when nobody has to
 * @param severe whether a blind spot of high risk was disclosed
 * @param suspicious whether an adversary of high risk was disclosed
 */
record Verdict(
    Judgement judgement,
    List<String> reasons,
    List<ReportFact> reports,
    List<String> signatures,
    List<String> shown,
    Evidence evidence,
    List<Failure> failed,
    List<Failure> uncleared,
    List<String> asks,
    boolean severe,
    boolean suspicious) {

  /** Of what tells failures apart: facts that splits made before are named by it. */
  private static final int SIGNATURE_ID_CHARS_MAX = 31;

  private static final int SIGNATURES_MAX = 16;

  /** What a verifier that ran the checks itself says of a claimed report that does not hold. */
  private static final FailureSignature CONTRADICTION =
      FailureSignature.named("reexecution", ErrorCode.REPORT_CONTRADICTED.name());

  /** What the ids of named failures have in common with those of reports of earlier builds. */
  private static final int NAMED_ID_CHARS = 16;

  /** The reports about the execution itself, without those about known-bad artifacts. */
  List<ReportFact> judging() {
    return reports.stream()
        .filter(fact -> !Plan.NEGATIVE_LENS.equals(fact.message().lens()))
        .toList();
  }

  /**
   * What was found about an execution.
   *
   * @param required what the work item requires, with what failed before and was not seen to pass
   * @param all the reports that answer it
   * @param witnessed what somebody else vouches for, as {@link Evidence#subject}
   * @param stale gives what had come when something failed last, likewise; asked only when
   *     something passed
   */
  static Verdict of(
      Plan plan,
      Execution execution,
      Requirements required,
      List<ReportFact> all,
      Set<String> witnessed,
      Supplier<Set<String>> stale,
      Edition edition) {
    Map<String, ReportFact> byRequest = new HashMap<>();
    all.forEach(fact -> byRequest.put(fact.message().requestId(), fact));
    List<Plan.Item> due = NestedVerification.due(plan, execution);
    Set<Result> results = EnumSet.noneOf(Result.class);
    List<ReportFact> reports =
        due.stream().map(item -> byRequest.get(item.requestId())).filter(Objects::nonNull).toList();
    Set<String> vouchedFor = Evidence.vouchedFor(reports, witnessed);
    Clearing clearing = new Clearing(edition);
    boolean keepsApart = edition.isAfter(Edition.BEFORE_OWN_FAILURES);
    List<Failure> failed = new ArrayList<>();
    Set<String> signatures = new TreeSet<>();
    Set<String> shown = new TreeSet<>();
    boolean brokenVerifier = false;
    boolean noFurther = !plan.basis().beforeEvidence();
    boolean severe = false;
    boolean suspicious = false;
    Set<String> came = null;
    for (Plan.Item item : due) {
      ReportFact fact = byRequest.get(item.requestId());
      if (fact == null) {
        continue;
      }
      Result result = fact.message().report().result();
      if (item.purpose() == Purpose.NEGATIVE) {
        brokenVerifier |= result != Result.FAIL;
        continue;
      }
      boolean remembered =
          edition.isAfter(Edition.BEFORE_REMEMBERED_FAILURES) && remembers(fact.message());
      if (remembered || result == Result.FAIL && keepsApart && isChecker(due, item)) {
        failed.add(failure(execution, item, fact.message(), vouchedFor, edition));
      }
      if (item.purpose() == Purpose.CORE || item.purpose() == Purpose.BROAD) {
        Result judged = NestedVerification.result(plan, execution, item);
        results.add(judged);
        noFurther &= judged == Result.PASS || NestedVerification.exhausted(plan, execution, item);
        ReportMessage deciding = deciding(due, item, judged, byRequest);
        Failure about = failure(execution, item, deciding, vouchedFor, edition);
        switch (judged) {
          case PASS -> {
            if (deciding != null || !keepsApart) {
              came = came != null ? came : keepsApart ? stale.get() : Set.of();
              clearing.passed(
                  about,
                  deciding == null ? EvidenceBasis.CLAIMED : Evidence.basis(deciding, vouchedFor),
                  deciding == null ? null : deciding.tests(),
                  plan.verifier(item).ownWords(),
                  came.contains(Evidence.subject(execution.artifact(item))));
            }
          }
          case FAIL -> failed.add(about);
          case FLAKY, INCONCLUSIVE -> {}
        }
      }
      for (FailureSignature signature : fact.message().report().failureSignatures()) {
        signatures.add(plan.basis().beforeEvidence() ? id(signature) : signature.id());
        shown.add(Told.id(signature.id()));
      }
      for (Hyperthesis h : fact.message().report().hyperthesis()) {
        severe |= h.risk() == Risk.HIGH;
        suspicious |= h.risk() == Risk.HIGH && h.why() == Hyperthesis.Why.ADVERSARY;
      }
    }
    List<String> reasons = new ArrayList<>();
    Evidence evidence = Evidence.of(plan, reports, vouchedFor, edition);
    List<Failure> missed = clearing.missed(required.failures());
    boolean empty = clearing.isEmptyFor(required.verifiers());
    boolean grew = plan.isExceededBy(required, execution.event().data());
    Judgement judgement =
        judge(plan, all, results, missed, empty, grew, brokenVerifier, evidence, reasons);
    List<Failure> uncleared =
        judgement == Judgement.PASSED
            ? clearing.uncleared(required.failures(), plan.risk() == Risk.LOW)
            : missed;
    boolean undecided = results.contains(Result.FLAKY) || results.contains(Result.INCONCLUSIVE);
    addIf(
        reasons,
        judgement == Judgement.UNDECIDED && plan.closed() == null && undecided && noFurther,
        Reasons.NO_FURTHER_EVIDENCE);
    return new Verdict(
        judgement,
        List.copyOf(reasons),
        reports,
        judgement == Judgement.FAILED ? bounded(signatures, plan.basis()) : List.of(),
        judgement == Judgement.FAILED ? shown.stream().limit(SIGNATURES_MAX).toList() : List.of(),
        evidence,
        List.copyOf(failed),
        judgement == Judgement.FAILED ? List.of() : uncleared,
        judgement == Judgement.PASSED ? asks(plan, uncleared, clearing) : List.of(),
        severe,
        suspicious);
  }

  private static Judgement judge(
      Plan plan,
      List<ReportFact> all,
      Set<Result> results,
      List<Failure> missed,
      boolean empty,
      boolean grew,
      boolean brokenVerifier,
      Evidence evidence,
      List<String> reasons) {
    if (results.contains(Result.FAIL)) {
      reasons.add(Reasons.VERIFICATION_FAILED);
      addIf(reasons, contradictsClaim(all), Reasons.REPORT_CONTRADICTED);
      return Judgement.FAILED;
    }
    if (plan.closed() != null) {
      reasons.add(plan.closed());
      return Judgement.UNDECIDED;
    }
    addIf(reasons, plan.items().isEmpty(), Reasons.EMPTY_PLAN);
    addIf(reasons, !plan.unknownRequired().isEmpty(), Reasons.UNKNOWN_REQUIRED_VERIFIER);
    addIf(reasons, !plan.unmet().isEmpty() || empty, Reasons.REQUIRED_EVIDENCE_MISSING);
    addIf(reasons, grew, Reasons.REQUIREMENTS_GREW);
    addIf(reasons, !missed.isEmpty(), Reasons.FAILURE_NOT_CLEARED);
    addIf(reasons, results.contains(Result.FLAKY), Reasons.FLAKY);
    addIf(reasons, results.contains(Result.INCONCLUSIVE), Reasons.INCONCLUSIVE);
    addIf(reasons, brokenVerifier, Reasons.NEGATIVE_CONTROL_NOT_FAILED);
    addIf(reasons, reasons.isEmpty() && evidence.passes().isEmpty(), Reasons.EMPTY_EVIDENCE);
    if (reasons.isEmpty()) {
      EvidenceBasis least = plan.basis().evidence();
      boolean below = least != null && evidence.isBelow(least);
      int passes = least == null ? evidence.passes().size() : evidence.independent();
      addIf(reasons, below, Reasons.EVIDENCE_BELOW_POLICY);
      addIf(reasons, passes < plan.basis().independent(), Reasons.INDEPENDENT_ATTESTATIONS_MISSING);
      addIf(reasons, tooUnsure(plan, all), Reasons.ERROR_RATE_NOT_BOUNDED);
    }
    return reasons.isEmpty() ? Judgement.PASSED : Judgement.UNDECIDED;
  }

  /** Whether a report that passes nothing names tests that failed in what it could read. */
  static boolean remembers(ReportMessage message) {
    TestOutcomes told = message.tests();
    return message.report().result() != Result.PASS
        && !Plan.NEGATIVE_LENS.equals(message.lens())
        && told != null
        && !told.failed().isEmpty();
  }

  /** What the verifier of {@code item} failed, by its report, or null for no report. */
  private static Failure failure(
      Execution execution,
      Plan.Item item,
      @Nullable ReportMessage message,
      Set<String> vouchedFor,
      Edition edition) {
    return Failure.of(
        item.verifierType(),
        execution.role(item),
        message == null ? null : message.tests(),
        message == null ? EvidenceBasis.CLAIMED : Evidence.basis(message, vouchedFor),
        edition);
  }

  /** Whether {@code item} asks another verifier than the one that it stands in for. */
  private static boolean isChecker(List<Plan.Item> due, Plan.Item item) {
    return due.stream()
        .anyMatch(each ->
            each.requestId().equals(item.of()) && !each.verifierType().equals(item.verifierType()));
  }

  /**
   * The first report on an item, or on its repetition by the same verifier, that says what was
   * judged; or null.
   */
  private static @Nullable ReportMessage deciding(
      List<Plan.Item> due, Plan.Item item, Result judged, Map<String, ReportFact> reports) {
    return due.stream()
        .filter(each -> each.of().equals(item.of()) && each.purpose() != Purpose.NEGATIVE)
        .filter(each -> each.verifierType().equals(item.verifierType()))
        .map(each -> reports.get(each.requestId()))
        .filter(Objects::nonNull)
        .map(ReportFact::message)
        .filter(message -> message.report().result() == judged)
        .findFirst()
        .orElse(null);
  }

  /**
   * Why a person has to agree: the policy wants it, or tests that failed are gone where that is
   * more than a disclosure.
   */
  private static List<String> asks(Plan plan, List<Failure> uncleared, Clearing clearing) {
    List<String> why = new ArrayList<>();
    boolean gone = !uncleared.isEmpty() && !clearing.waivesAll();
    addIf(why, gone && plan.risk() != Risk.LOW, Reasons.FAILURE_NOT_CLEARED);
    addIf(why, plan.basis().approvals() > 0, Reasons.APPROVAL_REQUIRED);
    return why;
  }

  /** Whether a run of Assay's own contradicts a report that was handed in. */
  private static boolean contradictsClaim(List<ReportFact> all) {
    return all.stream()
        .map(fact -> fact.message().report())
        .filter(report -> report.result() == Result.FAIL)
        .flatMap(report -> report.failureSignatures().stream())
        .map(FailureSignature::id)
        .anyMatch(id -> id.length() >= NAMED_ID_CHARS && CONTRADICTION.id().startsWith(id));
  }

  private static boolean tooUnsure(Plan plan, List<ReportFact> all) {
    double bound = plan.basis().rules().falsePassUpperMax();
    return bound < 1
        && all.stream()
            .map(fact -> fact.message().errorRates())
            .anyMatch(rates -> rates == null || unsure(rates, bound));
  }

  private static boolean unsure(VerifierErrorRates rates, double bound) {
    return rates.knownBad() == 0 || rates.falsePassUpper() > bound;
  }

  /** The first signatures; when there are more, the last one stands for all of them. */
  private static List<String> bounded(Set<String> signatures, Plan.Basis basis) {
    if (signatures.size() <= SIGNATURES_MAX) {
      return List.copyOf(signatures);
    }
    List<String> kept = new ArrayList<>(signatures.stream().limit(SIGNATURES_MAX - 1L).toList());
    String all = Digests.sha256Hex(String.join(",", signatures));
    kept.add(
        all.substring(
            0, basis.beforeEvidence() ? SIGNATURE_ID_CHARS_MAX : FailureSignature.ID_CHARS));
    return List.copyOf(kept);
  }

  /** A signature's id as hex of bounded length, whatever a worker sent. */
  static String id(FailureSignature signature) {
    String id = signature.id();
    boolean plain =
        id.length() <= SIGNATURE_ID_CHARS_MAX
            && id.chars().allMatch(c -> Character.digit(c, 16) >= 0);
    return plain ? id : Digests.sha256Hex(id).substring(0, SIGNATURE_ID_CHARS_MAX);
  }

  private static void addIf(List<String> reasons, boolean holds, String reason) {
    if (holds) {
      reasons.add(reason);
    }
  }
}
