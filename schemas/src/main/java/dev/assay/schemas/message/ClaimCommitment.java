package dev.assay.schemas.message;

import dev.assay.schemas.Require;
import org.jspecify.annotations.Nullable;

/**
 * What ingest commits to of the data of an execution, so that its fields can be shown one by one.
 *
 * @param root SHA-256 of the canonical JSON of the digests of all fields
 * @param document SHA-256 of the document that has the data with a salt
 * @param salt that salt, which is for those who may read the execution: manifests publish the
 *     digest of its record, of which nobody shall be able to guess a field; null in records from
 *     before it was kept there
 */
public record ClaimCommitment(String root, String document, @Nullable String salt) {

  private static final int SALT_CHARS_MAX = 64;

  public ClaimCommitment {
    root = Require.digest("commitment.root", root);
    document = Require.digest("commitment.document", document);
    salt = Require.optionalText("commitment.salt", salt, SALT_CHARS_MAX);
  }
}
