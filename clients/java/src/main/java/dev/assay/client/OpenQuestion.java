package dev.assay.client;

import dev.assay.schemas.message.Approval;

/** A question to a person, and the work item that waits for the answer. */
public record OpenQuestion(String workItem, Approval approval) {}
