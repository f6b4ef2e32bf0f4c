package dev.assay.core.director;

import dev.assay.core.director.PolicyRule.Watched;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What has to be verified about one execution.
 *
 * @param id content hash of the plan's inputs; the same inputs give the same id
 * @param mood the mood it was made in
 * @param risk of the work item, which decides how carefully verifiers run
 * @param basis the policy that was in force
 * @param verifiers that are asked
 * @param items in request order
 * @param refused suggested verifiers that the allowlist does not hold
 * @param unknownRequired required verifiers that the allowlist does not hold
 * @param unmet required verifiers that could not be asked: no artifact came, or the mood forbids it
 * @param expects tests that failed before, which verifiers are asked about by name
 * @param watched what is demanded when a verifier sees files changed that the execution does not
 *     name
 * @param closed why nothing more is verified although something could be, or null
 */
public record Plan(
    String id,
    Mood mood,
    Risk risk,
    Basis basis,
    List<Verifier> verifiers,
    List<Item> items,
    List<String> refused,
    List<String> unknownRequired,
    List<String> unmet,
    List<Expected> expects,
    List<Watched> watched,
    @Nullable String closed)
    implements ItemValue {

  /** The lens under which another verifier is asked. */
  static final String INDEPENDENT_CHECKER = "independent-checker";

  /** The lens of a NEGATIVE item. */
  public static final String NEGATIVE_LENS = "negative-control";

  /**
   * What a plan keeps of the policy it was made under, so that another policy changes nothing about
   * executions that are under way.
   *
   * @param independent PASS attestations that a promotion needs
   * @param evidence how what passes has to be known at least, or null when nothing is demanded
   * @param approvals how many people have to agree to a promotion
   * @param promoting moods in which what passed may be promoted
   * @param asking moods in which a person is asked about what passed
   * @param moodBudget what the work item may use while it stays in the plan's mood
   * @param provenance whether documents that vouch for artifacts are read
   */
  public record Basis(
      String policy,
      String policyDigest,
      int independent,
      @Nullable EvidenceBasis evidence,
      int approvals,
      List<Mood> promoting,
      List<Mood> asking,
      Budget moodBudget,
      Rules rules,
      boolean provenance) {

    public Basis {
      promoting = List.copyOf(promoting);
      asking = List.copyOf(asking);
    }

    /**
     * Whether it is of an earlier edition, in which nothing was demanded and reports were taken
     * with all of their text.
     */
    boolean beforeEvidence() {
      return evidence == null;
    }
  }

  /** What a request is for. */
  public enum Purpose {
    /** Judges an artifact. */
    CORE,
    /** Judges it once more, independently. */
    RERUN,
    /** Judges a known-bad artifact, which it must fail. */
    NEGATIVE,
    /** Judges an artifact after everything else has passed. */
    BROAD,
    /** Judges it once more because the first answer decided nothing. */
    LENS
  }

  /**
   * How a verifier is asked: what all requests to it share.
   *
   * @param slow whether it runs in the pool for long work
   * @param basis the strongest that its reports may rest on, or null in a plan that was made before
   *     reports had one
   * @param kind what it is
   * @param reproducible whether it says the same of the same bytes whenever it is asked
   * @param lenses those under which it can give another answer
   * @param ownWords whether the texts of its reports are Assay's own words
   */
  public record Verifier(
      String type,
      String config,
      boolean slow,
      long budgetMillis,
      @Nullable EvidenceBasis basis,
      Policy.Kind kind,
      boolean reproducible,
      List<String> lenses,
      boolean ownWords) {

    public Verifier {
      lenses = List.copyOf(lenses);
    }
  }

  /**
   * One request, without what the execution or another part of the plan says already.
   *
   * @param artifacts places of its artifacts among the execution's
   * @param control the known-bad artifact of a NEGATIVE item, which has no others, or null
   * @param lens how it differs from the plain run, or null
   * @param of the request id of the CORE or BROAD item that a RERUN or LENS repeats; its own
   *     otherwise
   */
  public record Item(
      String requestId,
      String verifierType,
      List<Integer> artifacts,
      @Nullable ArtifactRef control,
      @Nullable String lens,
      Purpose purpose,
      String of) {

    public Item {
      artifacts = List.copyOf(artifacts);
    }

    /** Asks another verifier about what this item asks, should this one decide nothing. */
    Item checkedBy(String verifier, List<Integer> others) {
      String id =
          Digests.sha256Hex(
              Json.canonical(
                  Map.of(
                      "of",
                      requestId,
                      "lens",
                      INDEPENDENT_CHECKER,
                      "verifier",
                      verifier,
                      "artifacts",
                      others)));
      return new Item(id, verifier, others, null, INDEPENDENT_CHECKER, Purpose.LENS, requestId);
    }

    /** The same request under a lens. */
    Item under(String name, Purpose as) {
      String id = Digests.sha256Hex(Json.canonical(Map.of("of", requestId, "lens", name)));
      return new Item(id, verifierType, artifacts, control, name, as, requestId);
    }
  }

  /**
   * Tests that a verifier has to show again.
   *
   * @param role of the artifacts that it failed
   * @param tests their ids, sorted
   */
  public record Expected(String verifier, ArtifactRole role, List<String> tests) {

    public Expected {
      tests = List.copyOf(tests);
    }
  }

  public Plan {
    verifiers = List.copyOf(verifiers);
    items = List.copyOf(items);
    refused = List.copyOf(refused);
    unknownRequired = List.copyOf(unknownRequired);
    unmet = List.copyOf(unmet);
    expects = List.copyOf(expects);
    watched = List.copyOf(watched);
  }

  /** The same plan, of which nothing more is awaited because of {@code reason}. */
  Plan closedBy(String reason) {
    return new Plan(
        id,
        mood,
        risk,
        basis,
        verifiers,
        items,
        refused,
        unknownRequired,
        unmet,
        expects,
        watched,
        reason);
  }

  /** How the verifier of {@code item} is asked. */
  public Verifier verifier(Item item) {
    return verifier(item.verifierType());
  }

  /** How the verifier of that type, which has an item, is asked. */
  Verifier verifier(String type) {
    return verifiers.stream()
        .filter(verifier -> verifier.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  /** The artifacts of {@code item}, of a plan for an execution of {@code data}. */
  static List<ArtifactRef> artifacts(ExecutionData data, Item item) {
    ArtifactRef control = item.control();
    return control == null
        ? item.artifacts().stream().map(data.artifacts()::get).toList()
        : List.of(control);
  }

  /** What a worker is asked for {@code item} of this plan for {@code event}. */
  public VerificationRequest request(ExecutionEvent event, String eventKey, Item item) {
    ExecutionData data = event.data();
    Verifier verifier = verifier(item);
    return new VerificationRequest(
        item.requestId(),
        data.workItem(),
        eventKey,
        id,
        data.attemptNumber(),
        verifier.type(),
        verifier.config(),
        artifacts(data, item),
        data.target(),
        data.groundTruth(),
        exposure(),
        item.lens(),
        verifier.budgetMillis(),
        event.traceparent(),
        expected(data, item));
  }

  /** Whether {@code required} is more than this plan was made for, because of what was seen. */
  boolean isExceededBy(Requirements required, ExecutionData data) {
    if (watched.isEmpty()) {
      return false;
    }
    EvidenceBasis least = required.evidence();
    return required.risk().compareTo(risk) > 0
        || required.approvals() > basis.approvals()
        || least != null && (basis.evidence() == null || least.compareTo(basis.evidence()) > 0)
        || required.verifiers().stream()
            .filter(name -> !unmet.contains(name) && !unknownRequired.contains(name))
            .map(Required::of)
            .anyMatch(name ->
                items.stream()
                    .filter(item -> item.purpose() != Purpose.NEGATIVE)
                    .noneMatch(item ->
                        name.isMetBy(
                            item.verifierType(), artifacts(data, item).getFirst().role())));
  }

  /**
   * The tests that {@code item} is asked about: those that its verifier failed in that role, and of
   * one that may run tests itself also those that others failed, which its run can clear.
   */
  private List<String> expected(ExecutionData data, Item item) {
    if (expects.isEmpty() || item.purpose() == Purpose.NEGATIVE) {
      return List.of();
    }
    ArtifactRole role = artifacts(data, item).getFirst().role();
    Predicate<Expected> own =
        each -> each.verifier().equals(item.verifierType()) && each.role() == role;
    Stream<Expected> others =
        verifier(item).basis() == EvidenceBasis.REEXECUTED
            ? expects.stream().filter(own.negate())
            : Stream.empty();
    return Stream.concat(expects.stream().filter(own), others)
        .flatMap(each -> each.tests().stream())
        .distinct()
        .limit(TestOutcomes.TESTS_MAX)
        .toList();
  }

  /** Whether a report says about the very thing that {@code item} asks for. */
  boolean matches(ExecutionEvent event, Item item, ReportMessage message) {
    ExecutionData data = event.data();
    return message.requestId().equals(item.requestId())
        && message.planId().equals(id)
        && message.workItem().equals(data.workItem())
        && message.attempt() == data.attemptNumber()
        && message.report().verifierType().equals(item.verifierType())
        && Objects.equals(message.lens(), item.lens())
        && message.configDigest().equals(Digests.sha256Hex(verifier(item).config()))
        && named(message.artifacts()).equals(named(artifacts(data, item)));
  }

  /** {@code message}, which matches an item, without more than its verifier can say. */
  ReportMessage bounded(ReportMessage message) {
    return Told.of(message, verifier(message.report().verifierType()), basis.beforeEvidence());
  }

  private static List<String> named(List<ArtifactRef> artifacts) {
    return artifacts.stream().map(a -> a.role().wire() + ":" + a.sha256()).toList();
  }

  /** What runs for the paranoid is never run as if it could do no harm. */
  private Risk exposure() {
    return mood == Mood.PARANOID ? Risk.HIGH : risk;
  }

  /** Whether everything that was required can be verified and something is. */
  public boolean verifiable() {
    return !items.isEmpty() && unknownRequired.isEmpty() && unmet.isEmpty();
  }
}
