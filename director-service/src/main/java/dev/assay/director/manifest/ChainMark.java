package dev.assay.director.manifest;

import dev.assay.schemas.Parsed;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What is committed beside the offset at which the next manifest of a partition begins: enough to
 * make a manifest again with the same bytes, whatever came since.
 *
 * @param last id of the partition's newest manifest that the cluster has, or null
 * @param lastTime when that was made, or null
 * @param planned the manifest that may have been sent and is not known to be there, or null
 */
record ChainMark(@Nullable String last, @Nullable String lastTime, @Nullable Planned planned) {

  /** Of a partition without manifests. */
  static final ChainMark NONE = new ChainMark(null, null, null);

  /**
   * What of a manifest does not stand on the topic.
   *
   * @param end the offset after its last one
   * @param readFrom the first offset that was still there, or null when all were
   * @param time when it was made
   * @param after id of the newest manifest before it, of any partition, or null
   * @param form how it lists its records; null of builds whose manifests repeated the event of an
   *     attestation, which the attestation says itself
   */
  record Planned(
      Long end,
      @Nullable Long readFrom,
      String time,
      @Nullable String after,
      @Nullable Integer form) {

    /** How manifests list their records now. */
    static final Integer FORM = 2;

    Planned {
      end = Require.present("planned.end", end);
      time = Require.present("planned.time", time);
      after = Require.optionalDigest("planned.after", after);
    }
  }

  ChainMark {
    last = Require.optionalDigest("last", last);
  }

  /** The mark that {@code text} is; none when it is something else. */
  static ChainMark of(@Nullable String text) {
    if (text == null || text.isEmpty() || text.length() > ManifestLimits.MARK_CHARS_MAX) {
      return NONE;
    }
    return switch (Json.parse(text.getBytes(StandardCharsets.UTF_8), ChainMark.class)) {
      case Parsed.Accepted<ChainMark>(ChainMark mark) -> mark;
      case Parsed.Rejected<ChainMark> _ -> NONE;
    };
  }

  /** The text that {@link #of} reads. */
  String text() {
    return new String(Json.write(this), StandardCharsets.UTF_8);
  }
}
