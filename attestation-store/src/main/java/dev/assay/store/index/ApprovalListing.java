package dev.assay.store.index;

import org.jspecify.annotations.Nullable;

/**
 * One line of a list of open questions.
 *
 * @param workItem the work item that it is about
 * @param attempt its newest attempt
 * @param mood its mood
 * @param decision the decision that asked, once it is kept
 */
public record ApprovalListing(
    ApprovalRow approval, String workItem, int attempt, String mood, @Nullable String decision) {}
