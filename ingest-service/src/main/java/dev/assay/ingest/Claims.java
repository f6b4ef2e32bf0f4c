package dev.assay.ingest;

import dev.assay.artifact.ArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.core.redaction.ClaimDocument;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Commits to the fields of what agents say, and keeps it, so that it can be disclosed field by
 * field. An event that is sent again gets the same commitment.
 */
final class Claims {

  private final ArtifactStore store;
  private final @Nullable FieldSalts salts;

  /**
   * Keeps claims in {@code store}.
   *
   * @param salts of the system's redaction key; null where nothing is committed to
   */
  Claims(ArtifactStore store, @Nullable FieldSalts salts) {
    this.store = store;
    this.salts = salts;
  }

  /**
   * {@code event} with the commitment to its data, which is stored.
   *
   * @throws ArtifactException when it is not
   */
  ExecutionEvent committed(ExecutionEvent event) throws IOException {
    FieldSalts secret = salts;
    if (secret == null) {
      return event;
    }
    ClaimDocument document = ClaimDocument.of(event.data(), secret);
    var _ = store.putDerived(document.json().getBytes(StandardCharsets.UTF_8), "application/json");
    return event.committed(document.commitment());
  }
}
