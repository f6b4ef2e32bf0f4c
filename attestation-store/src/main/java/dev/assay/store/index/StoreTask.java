package dev.assay.store.index;

/** What a store has to do at its next start. */
public enum StoreTask {
  /** Rows were made again: what else was lost with them comes from the topics' beginning. */
  READ_TOPICS_AGAIN
}
