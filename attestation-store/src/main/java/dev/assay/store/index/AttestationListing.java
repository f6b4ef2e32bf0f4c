package dev.assay.store.index;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

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
 * @param agent the agent, when known
 * @param fleet the agent's fleet, when known
 * @param commit the commit, when known
 * @param artifact SHA-256 of the first artifact, when there is one
 * @param report SHA-256 of the canonical report, when there is one
 * @param logIndex position in the log, from 0
 * @param time when the verdict was reached
 */
public record AttestationListing(
    String id,
    AttestationKind kind,
    String predicateType,
    String workItem,
    int attempt,
    @Nullable String verifier,
    String result,
    @Nullable String agent,
    @Nullable String fleet,
    @Nullable String commit,
    @Nullable String artifact,
    @Nullable String report,
    long logIndex,
    Instant time) {}
