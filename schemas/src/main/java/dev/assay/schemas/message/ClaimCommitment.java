package dev.assay.schemas.message;

import dev.assay.schemas.Require;

/**
 * What ingest commits to of the data of an execution, so that its fields can be shown one by one.
 *
 * @param root SHA-256 of the canonical JSON of the digests of all fields
 * @param document SHA-256 of the document that has the data with a salt
 */
public record ClaimCommitment(String root, String document) {
  public ClaimCommitment {
    root = Require.digest("commitment.root", root);
    document = Require.digest("commitment.document", document);
  }
}
