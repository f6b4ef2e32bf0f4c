package dev.assay.core.director;

import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.director.Policy.Kind;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision.Needed;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportMessage.Vouching;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TestOutcomes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the passes of one execution are worth (docs/design/0510-how-a-thing-is-known.md).
 *
 * @param passes those about the execution itself, in no particular order
 * @param unseen whether more would be demanded of other files than those that the execution names
 */
record Evidence(List<Pass> passes, boolean unseen) {

  /** Nothing passed. */
  static final Evidence NONE = new Evidence(List.of(), false);

  /** A way to any evidence: all that the verifier reads, whole. */
  static final String ATTACH_COMPLETE = "ATTACH_COMPLETE";

  /** A way to better evidence: a workspace in which a verifier runs the check. */
  static final String ATTACH_WORKSPACE = "ATTACH_WORKSPACE";

  /**
   * A way to better evidence: a database, a service or a directory that a verifier reads itself.
   */
  static final String NAME_GROUND_TRUTH = "NAME_GROUND_TRUTH";

  /** A way to better evidence: somebody else than the judged party posts the same artifacts. */
  static final String POST_FROM_CI = "POST_FROM_CI";

  /** A way to better evidence: a signed statement about the same artifacts. */
  static final String ATTACH_PROVENANCE = "ATTACH_PROVENANCE";

  /** What a promotion discloses that rests on claims. */
  static final Hyperthesis WRITTEN_BY_THE_JUDGED =
      new Hyperthesis(
          "whether what the evidence tells of has happened: the judged party may have written it",
          Hyperthesis.Why.ADVERSARY,
          Risk.MEDIUM,
          "the policy takes claims at this risk; evidence that somebody else vouches for, or a run"
              + " of Assay's own, would close the gap");

  /** What a promotion discloses where the files that the execution names kept something away. */
  static final Hyperthesis NAMED_BY_THE_JUDGED =
      new Hyperthesis(
          "whether other files were changed than the execution names: the policy asks more of some",
          Hyperthesis.Why.MISSING_DATA,
          Risk.MEDIUM,
          "verifiers saw none of them changed in what was handed in; what must not be escaped has"
              + " no paths and no scopes");

  /**
   * One report that passed.
   *
   * @param subject SHA-256 of the artifact that was judged
   * @param alone whether it stands for itself: the verifier looked at ground truth, or ran the
   *     check, anew
   */
  record Pass(Kind kind, String verifier, String subject, EvidenceBasis basis, boolean alone) {}

  Evidence {
    passes = List.copyOf(passes);
  }

  /**
   * Those of {@code reports}, which answer an execution of that plan.
   *
   * @param vouchedFor as {@link #vouchedFor(Collection, Set)}: a claim over such artifacts alone is
   *     witnessed
   */
  static Evidence of(
      Plan plan, Collection<ReportFact> reports, Set<String> vouchedFor, Edition edition) {
    List<Pass> passes = new ArrayList<>();
    for (ReportFact fact : reports) {
      ReportMessage message = fact.message();
      Plan.Verifier asked = plan.verifier(message.report().verifierType());
      if (message.report().result() == Result.PASS
          && !Plan.NEGATIVE_LENS.equals(message.lens())
          && !isEmpty(message)
          && asked.kind() != Kind.PROVENANCE) {
        EvidenceBasis basis = basis(message, vouchedFor);
        boolean looked = basis.compareTo(EvidenceBasis.OBSERVED) >= 0;
        passes.add(
            new Pass(
                asked.kind(),
                asked.type(),
                message.artifacts().getFirst().sha256(),
                basis,
                looked && !asked.reproducible()));
      }
    }
    return new Evidence(
        passes, edition.isAfter(Edition.BEFORE_SEEN_SCOPES) && !plan.watched().isEmpty());
  }

  /**
   * What is vouched for, by a document that {@code reports} tell of or by somebody else.
   *
   * @param witnessed what somebody else vouches for, as {@link #subject}
   */
  static Set<String> vouchedFor(Collection<ReportFact> reports, Set<String> witnessed) {
    Set<String> all = new HashSet<>(witnessed);
    reports.forEach(fact -> all.addAll(vouchedFor(fact.message())));
    return all;
  }

  /** How what a report says is known: a claim over what is vouched for is witnessed. */
  static EvidenceBasis basis(ReportMessage message, Set<String> vouchedFor) {
    EvidenceBasis basis = Objects.requireNonNullElse(message.basis(), EvidenceBasis.CLAIMED);
    return basis == EvidenceBasis.CLAIMED
            && message.artifacts().stream().allMatch(each -> vouchedFor.contains(subject(each)))
        ? EvidenceBasis.WITNESSED
        : basis;
  }

  /**
   * Whether a report shows that nothing ran: an exit code alone, or a scan without a finding. It
   * contradicts nothing and supports nothing.
   */
  static boolean isEmpty(ReportMessage message) {
    TestOutcomes tests = message.tests();
    return tests != null && tests.executed() == 0;
  }

  /**
   * What a signed document vouches for, in the execution that it came with and in no other: what
   * the statement says of a commit was compared with that execution's. {@link Plan#bounded} has
   * taken it from reports that may not say so.
   */
  private static Set<String> vouchedFor(ReportMessage message) {
    Vouching vouching = message.vouching();
    return vouching == null || Plan.NEGATIVE_LENS.equals(message.lens())
        ? Set.of()
        : message.artifacts().stream()
            .filter(artifact -> artifact.role() != ArtifactRole.PROVENANCE)
            .filter(artifact -> vouching.artifacts().contains(artifact.sha256()))
            .map(Evidence::subject)
            .collect(Collectors.toSet());
  }

  /** An artifact in its role: bytes that are good as a log are no report. */
  static String subject(ArtifactRef artifact) {
    return artifact.role().wire() + ":" + artifact.sha256();
  }

  /** By kind; verifiers of no particular kind say nothing about each other's questions. */
  private Map<String, EvidenceBasis> best() {
    Map<String, EvidenceBasis> best = new TreeMap<>();
    for (Pass pass : passes) {
      String question = pass.kind() == Kind.EVIDENCE ? pass.verifier() : pass.kind().name();
      best.merge(question, pass.basis(), (a, b) -> a.compareTo(b) < 0 ? b : a);
    }
    return best;
  }

  /** Whether some kind of verifier passed something, and nothing that is known as {@code least}. */
  boolean isBelow(EvidenceBasis least) {
    EvidenceBasis reached = reached();
    return reached != null && reached.compareTo(least) < 0;
  }

  /**
   * How many of the passes are independent of each other: those of different bases, those that
   * stand for themselves, and those of different verifiers over different bytes. The same reader
   * over the same bytes counts once.
   */
  int independent() {
    int count = 0;
    Map<EvidenceBasis, Map<String, Set<String>>> readers = new EnumMap<>(EvidenceBasis.class);
    for (Pass pass : passes) {
      if (pass.alone()) {
        count++;
      } else {
        readers
            .computeIfAbsent(pass.basis(), _ -> new TreeMap<>())
            .computeIfAbsent(pass.verifier(), _ -> new TreeSet<>())
            .add(pass.subject());
      }
    }
    for (Map<String, Set<String>> ofBasis : readers.values()) {
      count += pairs(ofBasis);
    }
    return count;
  }

  /** The most verifiers that can be given one subject each, all different. */
  private static int pairs(Map<String, Set<String>> subjects) {
    Map<String, String> taken = new HashMap<>();
    int count = 0;
    for (String verifier : subjects.keySet()) {
      count += finds(verifier, subjects, taken, new HashSet<>()) ? 1 : 0;
    }
    return count;
  }

  private static boolean finds(
      String verifier,
      Map<String, Set<String>> subjects,
      Map<String, String> taken,
      Set<String> tried) {
    for (String subject : subjects.getOrDefault(verifier, Set.of())) {
      if (tried.add(subject)) {
        String owner = taken.get(subject);
        if (owner == null || finds(owner, subjects, taken, tried)) {
          taken.put(subject, verifier);
          return true;
        }
      }
    }
    return false;
  }

  /** What a promotion that asks for {@code least} discloses. */
  List<Hyperthesis> disclosed(@Nullable EvidenceBasis least) {
    List<Hyperthesis> disclosed = new ArrayList<>();
    if (least != null && isBelow(EvidenceBasis.WITNESSED)) {
      disclosed.add(WRITTEN_BY_THE_JUDGED);
    }
    if (unseen) {
      disclosed.add(NAMED_BY_THE_JUDGED);
    }
    return disclosed;
  }

  /** How what passed is known: of the best pass of each kind the weakest; null for no pass. */
  @Nullable EvidenceBasis reached() {
    return best().values().stream().min(Comparator.naturalOrder()).orElse(null);
  }

  /**
   * What would do where nothing tells more of what was handed in.
   *
   * @param unread whether something could not be judged, rather than was judged flaky
   * @param provenance whether documents that vouch for artifacts are read
   */
  static Needed neededBeyond(EvidenceBasis least, boolean unread, boolean provenance) {
    List<String> how = new ArrayList<>();
    if (unread) {
      how.add(ATTACH_COMPLETE);
    }
    how.addAll(needed(least, provenance).how());
    return new Needed(least, how);
  }

  /**
   * What would do where {@code least} is asked for.
   *
   * @param provenance whether documents that vouch for artifacts are read
   */
  static Needed needed(EvidenceBasis least, boolean provenance) {
    List<String> how = new ArrayList<>(List.of(ATTACH_WORKSPACE));
    if (least.compareTo(EvidenceBasis.OBSERVED) <= 0) {
      how.add(NAME_GROUND_TRUTH);
    }
    if (least.compareTo(EvidenceBasis.WITNESSED) <= 0) {
      how.add(POST_FROM_CI);
      if (provenance) {
        how.add(ATTACH_PROVENANCE);
      }
    }
    return new Needed(least, how);
  }
}
