package dev.assay.http;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An If-None-Match header (RFC 9110, section 13.1.2): {@code *} or entity tags, here without quotes
 * and marks of weakness; tags that came without quotes are taken too.
 *
 * @param any whether it was {@code *}
 */
public record EntityTags(boolean any, List<String> tags) {

  /** Tags that are read; those behind them are one that matches nothing. */
  private static final int TAGS_MAX = 16;

  /** The tags of a header's value. */
  public static EntityTags of(Optional<String> header) {
    String text = header.orElse("").strip();
    List<String> tags =
        Arrays.stream(text.split(",", TAGS_MAX + 1)).map(EntityTags::opaque).toList();
    return new EntityTags(text.equals("*"), tags);
  }

  private static String opaque(String part) {
    String tag = part.strip();
    return (tag.startsWith("W/") ? tag.substring(2) : tag).replace("\"", "");
  }

  /** Whether what {@code tag} names is something that the client has. */
  public boolean match(String tag) {
    return any || tags.contains(tag);
  }
}
