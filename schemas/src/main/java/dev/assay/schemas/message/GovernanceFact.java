package dev.assay.schemas.message;

import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that the director of a work item has to know besides executions and reports: what
 * happened to its parent or children, what a person answered, that a deadline passed, what a model
 * suggests. Made by the factory methods; the id is the content's digest, so the same fact told
 * twice is one fact.
 *
 * @param workItem the work item that is told
 * @param related the other work item of a CHILD_OPENED (the parent) or CHILD_SETTLED (the child)
 * @param subject the approval that was answered or expired, the promotion of a settled child, the
 *     execution that a plan is suggested for or whose reports are overdue, the one that came with
 *     evidence, or where a work item stood when a person lowered it ({@link #standing})
 * @param answer the option that was chosen, the state of a settled child, the risk that a person
 *     lowered a work item's to, or that of the parent of a child where it is not the least, how
 *     many reports an execution has whose others are overdue, or until when those came whose
 *     executions have not come
 * @param reason what the person added, bounded; shown, never acted on
 * @param by who answered, suggested, vouches or lowered
 * @param names failure signatures that a child is about, suggested verifiers, digests of what is
 *     vouched for, verifiers that are no longer required, or {@link #OPERATES}
 * @param depth how many splits above a child
 * @param requires verifiers that the parent of a child requires
 * @param role in which {@code by} was let in to tell it, as the server that took it in found it
 *     out; null in what no person tells, and in what was taken in before there was this member
 * @param fleet the fleet that {@code by} acted for then, null for all
 */
public record GovernanceFact(
    String id,
    String workItem,
    GovernanceKind kind,
    @Nullable String related,
    @Nullable String subject,
    @Nullable String answer,
    @Nullable String reason,
    @Nullable String by,
    List<String> names,
    int depth,
    List<String> requires,
    @Nullable String role,
    @Nullable String fleet) {

  /** Who suggests nothing in the place of a model that does not answer. */
  public static final String NO_MODEL = "no-model";

  /** Among the names of an answer without a role: who gave it operates the system. */
  public static final String OPERATES = "operate";

  private static final String UNNAMED = "0".repeat(Digests.HEX_CHARS);

  /** Verifiers that a person may drop at once: as many as the record of it names. */
  public static final int DROPPED_MAX = 3;

  /** Verifiers that a parent requires. */
  public static final int REQUIRES_MAX = 64;

  public GovernanceFact {
    id = Require.digest("id", id);
    workItem = Require.id("workItem", workItem);
    kind = Require.present("kind", kind);
    if (related != null) {
      Require.id("related", related);
    }
    if (subject != null) {
      Require.digest("subject", subject);
    }
    answer = Require.optionalText("answer", answer, Limits.ID_CHARS_MAX);
    reason = Require.optionalText("reason", reason, Limits.SUMMARY_CHARS_MAX);
    by = Require.optionalText("by", by, Limits.ID_CHARS_MAX);
    names = Require.list("names", names, Limits.FAILURE_SIGNATURES_MAX);
    names.forEach(name -> Require.text("names", name, Limits.ID_CHARS_MAX));
    Require.range("depth", depth, 0, Limits.ATTEMPT_MAX);
    requires = Require.list("requires", requires, REQUIRES_MAX);
    requires.forEach(name -> Require.text("requires", name, Limits.ID_CHARS_MAX));
    role = Require.optionalText("role", role, Limits.ID_CHARS_MAX);
    if (fleet != null) {
      Require.id("fleet", fleet);
    }
  }

  /**
   * A split of {@code parent} made {@code child}, which is about {@code signatures}.
   *
   * @param risk the parent's
   * @param requires verifiers that the parent requires
   */
  public static GovernanceFact childOpened(
      String child,
      String parent,
      List<String> signatures,
      int depth,
      Risk risk,
      List<String> requires) {
    return of(
        child,
        GovernanceKind.CHILD_OPENED,
        parent,
        null,
        risk == Risk.LOW ? null : risk.wire(),
        null,
        null,
        signatures,
        depth,
        requires);
  }

  /**
   * A child of {@code parent} reached {@code state}.
   *
   * @param promotion the attestation of its promotion, or null
   */
  public static GovernanceFact childSettled(
      String parent, String child, ChildState state, @Nullable String promotion) {
    return of(
        parent,
        GovernanceKind.CHILD_SETTLED,
        child,
        promotion,
        state.name(),
        null,
        null,
        List.of(),
        0);
  }

  /** A person answered {@code approval}. */
  public static GovernanceFact answered(
      String workItem, String approval, String answer, @Nullable String reason, String by) {
    return of(
        workItem,
        GovernanceKind.APPROVAL_ANSWERED,
        null,
        approval,
        answer,
        reason,
        by,
        List.of(),
        0);
  }

  /** Nobody answered {@code approval} before its deadline. */
  public static GovernanceFact expired(String workItem, String approval) {
    return of(
        workItem, GovernanceKind.APPROVAL_EXPIRED, null, approval, null, null, null, List.of(), 0);
  }

  /**
   * An execution waits for reports longer than it may.
   *
   * @param reports how many it has: with another one it waits anew
   */
  public static GovernanceFact overdue(String workItem, String eventKey, int reports) {
    return of(
        workItem,
        GovernanceKind.APPROVAL_EXPIRED,
        null,
        eventKey,
        Integer.toString(reports),
        null,
        null,
        List.of(),
        0);
  }

  /**
   * Reports wait for their executions longer than they may.
   *
   * @param until time at or before which the first report on an execution came, in the form of
   *     {@link dev.assay.schemas.Times}
   */
  public static GovernanceFact unclaimed(String workItem, String until) {
    return of(
        workItem, GovernanceKind.APPROVAL_EXPIRED, null, null, until, null, null, List.of(), 0);
  }

  /**
   * A model suggests verifiers for an execution.
   *
   * @param eventKey the execution
   * @param verifiers what it suggests; empty when it had nothing usable to say
   */
  public static GovernanceFact suggested(
      String workItem, String eventKey, String model, List<String> verifiers) {
    return of(
        workItem, GovernanceKind.PLAN_SUGGESTED, null, eventKey, null, null, model, verifiers, 0);
  }

  /**
   * Somebody else than the agent vouches for bytes.
   *
   * @param eventKey the execution that asks for their verification
   * @param digests SHA-256 of each of them
   */
  public static GovernanceFact evidence(
      String workItem, String eventKey, String principal, List<String> digests) {
    return of(
        workItem, GovernanceKind.EVIDENCE_GIVEN, null, eventKey, null, null, principal, digests, 0);
  }

  /**
   * A person lowers what a work item requires.
   *
   * @param ordinal of the newest decision that the person has seen, or null when that is not told:
   *     then the same words again are the same fact
   * @param risk what its risk is from now on, or null when that stays
   * @param dropped verifiers that are no longer required
   */
  public static GovernanceFact lowered(
      String workItem,
      @Nullable Integer ordinal,
      @Nullable Risk risk,
      List<String> dropped,
      String reason,
      String by) {
    return of(
        workItem,
        GovernanceKind.REQUIREMENTS_LOWERED,
        null,
        ordinal == null ? null : standing(workItem, ordinal),
        risk == null ? null : risk.wire(),
        reason,
        by,
        dropped,
        0);
  }

  /** Where a work item stands after its decision of that ordinal. */
  public static String standing(String workItem, int ordinal) {
    return Json.contentId("standing", Map.of("workItem", workItem, "ordinal", ordinal));
  }

  /** Nobody suggests anything for an execution: it is planned without. */
  public static GovernanceFact unsuggested(String workItem, String eventKey) {
    return suggested(workItem, eventKey, NO_MODEL, List.of());
  }

  private static GovernanceFact of(
      String workItem,
      GovernanceKind kind,
      @Nullable String related,
      @Nullable String subject,
      @Nullable String answer,
      @Nullable String reason,
      @Nullable String by,
      List<String> names,
      int depth) {
    return of(workItem, kind, related, subject, answer, reason, by, names, depth, List.of());
  }

  private static GovernanceFact of(
      String workItem,
      GovernanceKind kind,
      @Nullable String related,
      @Nullable String subject,
      @Nullable String answer,
      @Nullable String reason,
      @Nullable String by,
      List<String> names,
      int depth,
      List<String> requires) {
    return new GovernanceFact(
            UNNAMED, workItem, kind, related, subject, answer, reason, by, names, depth, requires,
            null, null)
        .named();
  }

  /**
   * The same, told by somebody who was let in for it.
   *
   * @param role in which that is
   * @param fleet the fleet that it acts for, null for all
   */
  public GovernanceFact as(String role, @Nullable String fleet) {
    return with(id, role, fleet).named();
  }

  /** Whether its id is the digest of what it says. */
  public boolean hasOwnId() {
    return id.equals(contentId());
  }

  private GovernanceFact named() {
    return with(contentId(), role, fleet);
  }

  private GovernanceFact with(String id, @Nullable String role, @Nullable String fleet) {
    return new GovernanceFact(
        id, workItem, kind, related, subject, answer, reason, by, names, depth, requires, role,
        fleet);
  }

  /** Members that came later are left out where they say nothing: ids of before stay. */
  private String contentId() {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("workItem", workItem);
    content.put("kind", kind.name());
    content.put("related", related);
    content.put("subject", subject);
    content.put("answer", answer);
    content.put("reason", reason);
    content.put("by", by);
    content.put("names", names);
    content.put("depth", depth);
    if (!requires.isEmpty()) {
      content.put("requires", requires);
    }
    if (role != null) {
      content.put("role", role);
    }
    if (fleet != null) {
      content.put("fleet", fleet);
    }
    return Json.contentId("governance", content);
  }
}
