package dev.assay.cfverify.settings;

import java.util.Optional;

/**
 * Cuts the YAML front matter out of a document: what is between its first two {@code ---} lines.
 */
final class FrontMatter {

  private static final String FENCE = "---";

  private FrontMatter() {}

  /** The lines between the fences; empty when the document does not begin with one or lacks two. */
  static Optional<String> of(String document) {
    String text = document.startsWith("\ufeff") ? document.substring(1) : document;
    StringBuilder inside = new StringBuilder();
    boolean open = false;
    for (String line : text.lines().toList()) {
      boolean fence = line.stripTrailing().equals(FENCE);
      if (!open) {
        if (!fence && !line.isBlank()) {
          return Optional.empty();
        }
        open = fence;
      } else if (fence) {
        return Optional.of(inside.toString());
      } else {
        inside.append(line).append('\n');
      }
    }
    return Optional.empty();
  }
}
