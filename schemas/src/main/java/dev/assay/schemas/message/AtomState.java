package dev.assay.schemas.message;

/** The life of a promotable object (green-threads facts, section 7). */
public enum AtomState {
  UNTRUSTED,
  QUARANTINED,
  PROMOTION_PENDING,
  PROMOTED,
  RETRACTED
}
