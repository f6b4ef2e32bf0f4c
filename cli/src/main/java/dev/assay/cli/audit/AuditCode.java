package dev.assay.cli.audit;

/** What an audit can find, beside the differences of a replay. */
enum AuditCode {
  CHECKPOINT_SIGNATURE(
      "nobody answers for this log; get the log's key another way and name it with --keys"),
  LOG_KEY_CHANGED(
      "another key signs than at the last audit: a new log, or a forged one; ask the operator, and"
          + " begin a new state file for a new log"),
  ATTESTATION_KEY_NEW(
      "compare the key with what the operator announced, and audit with --keys and a copy of the"
          + " keys that you got another way"),
  ATTESTATION_KEY_EXTENDED(
      "the key was retired and signs again, or for longer: ask the operator, and audit with --keys"
          + " and a copy of the keys that you got another way"),
  LOG_SHRANK(
      "entries that were audited are gone; keep the state file, which proves it, and do not trust"
          + " the log"),
  HISTORY_CHANGED(
      "the log no longer begins with what was audited; keep the state file, which proves it, and"
          + " do not trust the log"),
  LOG_ROOT_DIFFERS("the checkpoint does not cover these tiles; compare the log with its mirrors"),
  TILE_DIFFERS(
      "the tile was changed after it was logged; the operator's next step is assay log fsck"),
  ENTRY_MISSING("the entries cannot be read; the operator's next step is assay log fsck"),
  ENTRY_DIFFERS(
      "the entry was replaced after it was logged; the operator's next step is assay log fsck"),
  ENTRY_INVALID("the entry is no attestation; treat it as forged"),
  ENTRY_REPEATED("an attestation is logged once; treat the second one as forged"),
  ENTRY_MISPLACED(
      "the log was made anew in another order than its topic has; do not rely on what came first,"
          + " and compare the log with its mirrors"),
  ENVELOPE_MISSING(
      "nobody's signature is there for the entry: the attestation was dropped from the index, or"
          + " never signed; the operator's next step is assay log fsck"),
  ENVELOPE_DIFFERS("the index serves another statement than was logged; do not use its envelope"),
  ATTESTATION_SIGNATURE("no known key made this signature; treat the attestation as forged"),
  ATTESTATION_KEY_RETIRED("the key was out of use by then; treat the attestation as forged"),
  ROW_DIFFERS("lists show something else than was signed; believe the signed statement"),
  LIST_DIFFERS(
      "a search leaves out what was signed so, or shows something else; read the log itself, and ask"
          + " the operator to make the database anew from the journal"),
  TIME_BACKDATED(
      "entries of a work item are logged as they come; ask why this one says that it is older"),
  TIME_AHEAD("the statement is of the future; check the clocks of workers and this machine"),
  INPUT_MISSING(
      "the promotion rests on an attestation that was dropped, or logged after it; do not rely on"
          + " the promotion"),
  VERDICT_MISSING(
      "a decision rests on an attestation that is not in the log: it was dropped; do not rely on"
          + " the decision, and compare the log with its mirrors"),
  DECISION_MISSING(
      "the decision was made and is not shown, perhaps because it says less good of its work item;"
          + " do not rely on the work item, and look at the dead letters"),
  DECISION_DIFFERS(
      "what is shown is not what the director decided last; do not rely on the work item, and"
          + " replay an export"),
  DECISION_UNLISTED(
      "the director's manifests are a day past the decision and do not list it: it was invented; do"
          + " not rely on the work item, and replay an export"),
  MANIFEST_MISSING(
      "a manifest that a later one names is not in the log: it was dropped, mostly with what it"
          + " lists; do not rely on the log, and compare it with its mirrors"),
  MANIFEST_FORKED(
      "two manifests say what came next on one partition: the topics were read twice, or somebody"
          + " else has the director's key; ask the operator"),
  MANIFEST_GAP(
      "records between two manifests are covered by none; ask the operator what stood there"),
  ATTESTATION_DROPPED(
      "the attestation was on its topic and is not in the log: it was dropped or replaced, or the"
          + " store refused it; look at the dead letters, and do not rely on its work item"),
  ATTESTATION_UNLISTED(
      "the director has not seen the attestation on its topic: it was invented, or logged from"
          + " elsewhere; treat it as forged"),
  EVENT_UNDECIDED(
      "the event was accepted, and nobody decided it: look at the workers, or its decision was"
          + " dropped before the director read it again"),
  QUORUM_MISSING(
      "too few witnesses saw this checkpoint: others may be shown another log; ask the witnesses"),
  DOCUMENT_CHANGED("the object store holds other bytes; restore the object from a copy"),
  ARTIFACT_CHANGED("the object store holds other bytes; restore the object from a copy");

  private final String next;

  AuditCode(String next) {
    this.next = next;
  }

  /** What to do. */
  String next() {
    return next;
  }
}
