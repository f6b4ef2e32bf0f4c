package dev.assay.schemas.message;

/** Where a child stands, as its parent sees it. */
public enum ChildState {
  OPEN,
  PROMOTED,
  HALTED,
  DEMOTED
}
