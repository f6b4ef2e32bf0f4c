package dev.assay.ingest;

import dev.assay.schemas.Digests;
import java.util.ArrayList;
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

  private static final int DIGESTS_MAX = 16;

  static Precondition of(Optional<String> header) {
    String text = header.orElse("").strip();
    List<String> digests = new ArrayList<>();
    for (String part : text.split(",", DIGESTS_MAX + 1)) {
      String tag = part.strip();
      String bare = tag.startsWith("W/") ? tag.substring(2) : tag;
      String digest = bare.replace("\"", "").toLowerCase(Locale.ROOT);
      if (Digests.valid(digest)) {
        digests.add(digest);
      }
    }
    return new Precondition(text.equals("*"), digests);
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
