package dev.assay.schemas.message;

/** How strictly the director treats a work item (green-threads facts, section 8). */
public enum Mood {
  CALM,
  CURIOUS,
  SKEPTICAL,
  PARANOID,
  BOLD,
  CONTRITE,
  PETTY,
  DEFERENTIAL
}
