package dev.assay.store.index;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which attestations to list. Every member that is not null narrows the list. Manifests are listed
 * only under the name that they are logged under, as work item, or by their ids.
 *
 * @param prefix whose ids begin so, in lower-case hexadecimal digits
 * @param workItem of this work item
 * @param artifact about the artifact with this SHA-256
 * @param verifier by this verifier
 * @param result with this result
 * @param basis known like this, as its report says
 * @param agent about this agent's work
 * @param within about work of one of these fleets
 * @param commit about this commit
 * @param signature with this failure signature
 * @param hyperthesis that could not see something for this reason
 * @param file with a failure in this file: its path, or an end of it behind a slash
 * @param since at or after this time
 * @param until before this time
 * @param order of the list, by position in the log
 * @param limit items on a page, 1 to {@link IndexLimits#PAGE_ITEMS_MAX}
 * @param cursor {@code next} of the page before, or null for the first page
 */
public record AttestationQuery(
    @Nullable String prefix,
    @Nullable String workItem,
    @Nullable String artifact,
    @Nullable String verifier,
    @Nullable String result,
    @Nullable String basis,
    @Nullable String agent,
    @Nullable Set<String> within,
    @Nullable String commit,
    @Nullable String signature,
    @Nullable String hyperthesis,
    @Nullable String file,
    @Nullable Instant since,
    @Nullable Instant until,
    Order order,
    int limit,
    @Nullable String cursor) {

  /** Direction of a list. */
  public enum Order {
    /** First logged first. */
    OLDEST_FIRST,
    /** Last logged first. */
    NEWEST_FIRST
  }

  /** Checks the limit. */
  public AttestationQuery {
    Cursor.requireLimit(limit);
  }

  /** Everything, oldest first. */
  public static AttestationQuery all() {
    return of(null, Order.OLDEST_FIRST, IndexLimits.PAGE_ITEMS_DEFAULT);
  }

  /** Everything about {@code workItem}, oldest first. */
  public static AttestationQuery ofWorkItem(String workItem) {
    return of(workItem, Order.OLDEST_FIRST, IndexLimits.PAGE_ITEMS_MAX);
  }

  /** The newest {@code limit} about {@code workItem}, newest first. */
  public static AttestationQuery newestOfWorkItem(String workItem, int limit) {
    return of(workItem, Order.NEWEST_FIRST, limit);
  }

  /** The first or last logged by {@code verifier} about work of {@code within} in a window. */
  public static AttestationQuery endOfVerifier(
      String verifier,
      @Nullable Set<String> within,
      @Nullable Instant since,
      @Nullable Instant until,
      Order order) {
    return new AttestationQuery(
        null, null, null, verifier, null, null, null, within, null, null, null, null, since, until,
        order, 1, null);
  }

  private static AttestationQuery of(@Nullable String workItem, Order order, int limit) {
    return new AttestationQuery(
        null, workItem, null, null, null, null, null, null, null, null, null, null, null, null,
        order, limit, null);
  }

  /** The same query for the page after {@code next}. */
  public AttestationQuery after(String next) {
    return new AttestationQuery(
        prefix,
        workItem,
        artifact,
        verifier,
        result,
        basis,
        agent,
        within,
        commit,
        signature,
        hyperthesis,
        file,
        since,
        until,
        order,
        limit,
        next);
  }

  /**
   * One line of a list of attestations.
   *
   * @param id attestation id
   * @param kind what it attests
   * @param predicateType type URI of its predicate
   * @param workItem the work item
   * @param attempt its attempt
   * @param verifier who judged
   * @param result the verdict
   * @param basis how it is known, when the attestation says it
   * @param agent the agent, when known
   * @param fleet the agent's fleet, when known
   * @param commit the commit, when known
   * @param artifact SHA-256 of the first artifact, when there is one
   * @param report SHA-256 of the canonical report, when there is one
   * @param logIndex position in the log, from 0
   * @param time when the verdict was reached
   */
  public record Listing(
      String id,
      StoredAttestation.Kind kind,
      String predicateType,
      String workItem,
      int attempt,
      @Nullable String verifier,
      String result,
      @Nullable String basis,
      @Nullable String agent,
      @Nullable String fleet,
      @Nullable String commit,
      @Nullable String artifact,
      @Nullable String report,
      long logIndex,
      Instant time) {}
}
