package dev.assay.testreport;

import dev.assay.schemas.message.FailureSignature;

/**
 * One thing that went wrong.
 *
 * @param name the test or rule, bounded and without control characters
 * @param status how it ended, as the summary document says it
 * @param span where the report tells it
 */
record Failure(String name, String status, FailureSignature signature, Span span) {}
