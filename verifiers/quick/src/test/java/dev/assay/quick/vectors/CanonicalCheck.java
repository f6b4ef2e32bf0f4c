package dev.assay.quick.vectors;

import dev.assay.schemas.json.CanonicalJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Re-serialises a document with the project's other canonical writer. */
final class CanonicalCheck {

  private CanonicalCheck() {}

  static @Nullable String stable(@Nullable String text) throws IOException {
    return text == null ? null : CanonicalJson.stableText(Projection.parse(text));
  }
}
