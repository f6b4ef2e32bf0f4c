package dev.assay.cli.audit;

import java.time.Duration;

/** The bounds of an audit. */
final class AuditLimits {

  /** Bundles that are read and checked together, while the next ones are read. */
  static final int BATCH_BUNDLES = 8;

  /** Findings that are listed; all are counted. */
  static final int FINDINGS_MAX = 100;

  /** Entries between two times that the state is written, so that an audit can be resumed. */
  static final long SAVE_EVERY_ENTRIES = 16_384;

  /** Tiles of hashes that are kept in memory; one takes 8 KiB. */
  static final int CACHED_TILES_MAX = 256;

  /** Entries whose ids are held; at 64 to 128 bytes each. */
  static final int ENTRIES_MAX = 1 << 29;

  /** Bytes of a file with keys or with the state of the last audit. */
  static final long FILE_BYTES_MAX = 16L * 1024 * 1024;

  /** How much earlier than another of its work item a later entry may say that it was made. */
  static final Duration CLOCKS_APART_MAX = Duration.ofHours(1);

  /** How much earlier than the last audit an entry may be that the last audit did not see. */
  static final Duration LATE_MAX = Duration.ofHours(24);

  /** Characters that are shown of what was found. */
  static final int SHOWN_CHARS_MAX = 200;

  /** Decisions that manifests list; 60 to 120 bytes each, held when they are asked for. */
  static final int DECISIONS_MAX = 1 << 27;

  /** Decisions that a work item is served with, its newest. */
  static final int DECISIONS_SHOWN = 1_000;

  /** Calls for single work items and lists that are made at once. */
  static final int CALLS_AT_ONCE = 4;

  /** Those whose answers are waited for or not taken yet. */
  static final int CALLS_AHEAD = 16;

  /** Work items on a page. */
  static final int WORK_ITEMS_PAGE = 1_000;

  /** Work items that there may be beside one for each entry: those of which nothing is attested. */
  static final long ITEMS_UNATTESTED_MAX = 1_000_000;

  /** Lists that are compared, one for each value that attestations are found by; 300 bytes each. */
  static final int LISTS_MAX = 65_536;

  /** Bounds of verifiers by which the list of promotions is read. */
  static final int BOUNDS_MAX = 16;

  /** Decimals of a bound that the list takes. */
  static final int BOUND_DECIMALS = 6;

  /** Lines on a page of a list. */
  static final int LIST_PAGE = 200;

  /** Reports and artifacts whose digests are remembered, so that each is read once. */
  static final int DOCUMENTS_REMEMBERED_MAX = 65_536;

  /**
   * Entries that no manifest lists yet, whose order is compared with the topic's; 110 bytes each.
   */
  static final int ORDERED_MAX = 65_536;

  /** Attestations or events that manifests do not settle yet; 40 bytes each. */
  static final int UNSETTLED_MAX = 1 << 28;

  /** Those of them that are held at least before the settled ones are forgotten. */
  static final long SETTLE_EVERY = 65_536;

  /** How long after an entry a manifest has to list it. */
  static final Duration UNLISTED_MAX = Duration.ofHours(1);

  /** How long after its manifest an event may be open, and how long a decision is in none. */
  static final Duration UNDECIDED_MAX = Duration.ofHours(24);

  /** How long a manifest of another partition may be on its way to the log. */
  static final Duration UNDER_WAY_MAX = Duration.ofMinutes(10);

  private AuditLimits() {}
}
