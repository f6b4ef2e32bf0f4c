package dev.assay.llmadvisor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;

/** Cuts what agents wrote to what a prompt shows of it. */
final class Untrusted {

  private Untrusted() {}

  /** Adds the first of {@code texts} to {@code array}, each cut. */
  static void add(ArrayNode array, List<String> texts) {
    texts.stream().limit(ModelLimits.UNTRUSTED_ITEMS_MAX).map(Untrusted::cut).forEach(array::add);
  }

  private static String cut(String text) {
    return text.codePointCount(0, text.length()) <= ModelLimits.UNTRUSTED_ITEM_CHARS_MAX
        ? text
        : text.substring(0, text.offsetByCodePoints(0, ModelLimits.UNTRUSTED_ITEM_CHARS_MAX));
  }
}
