package dev.assay.ingest;

import dev.assay.http.EntityTags;
import dev.assay.schemas.Digests;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An If-None-Match header (RFC 9110, section 13.1.2): {@code *} or digests, quoted as entity tags
 * or bare.
 *
 * @param any whether it was {@code *}
 */
record Precondition(boolean any, List<String> digests) {

  static Precondition of(Optional<String> header) {
    EntityTags tags = EntityTags.of(header);
    return new Precondition(
        tags.any(),
        tags.tags().stream()
            .map(tag -> tag.toLowerCase(Locale.ROOT))
            .filter(Digests::valid)
            .toList());
  }

  /** The digests whose presence fails a put that has not begun. */
  List<String> digestsToLookUp(@Nullable String expected) {
    return any && expected != null ? List.of(expected) : digests;
  }

  /** Whether the artifact is one that the client has already. */
  boolean meets(String sha256) {
    return any || digests.contains(sha256);
  }
}
