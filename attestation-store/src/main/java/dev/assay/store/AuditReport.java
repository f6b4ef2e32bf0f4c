package dev.assay.store;

import java.util.ArrayList;
import java.util.List;

/**
 * What a store has, measured against what its key has signed.
 *
 * @param entries entries that are proved by a signed root, or sequenced and signed after it
 * @param published size of the checkpoint in the log directory
 * @param signed the largest size that the key has signed, as far as is known here
 * @param root root hash of the tree of that size as the entries give it, lower-case hex
 * @param rowsMissing entries without a row
 * @param rowsWrong rows that are not those of the log
 * @param journal entries up to the last one in the journal
 * @param journalSound entries in the journal before the first damaged file
 * @param repairable whether entries for every signed root are there, so that all the rest can be
 *     made again
 * @param problems one sentence each, a bounded number of them; empty when all is well
 */
public record AuditReport(
    long entries,
    long published,
    long signed,
    String root,
    long rowsMissing,
    long rowsWrong,
    long journal,
    long journalSound,
    boolean repairable,
    List<String> problems) {

  /** Copies the list. */
  public AuditReport {
    problems = List.copyOf(problems);
  }

  /** The same, with a database file that has {@code damage} and of which no row was read. */
  AuditReport withDamaged(String damage) {
    List<String> all = new ArrayList<>(List.of("the database file is damaged: " + damage));
    all.addAll(problems);
    return new AuditReport(
        entries,
        published,
        signed,
        root,
        rowsMissing,
        rowsWrong,
        journal,
        journalSound,
        repairable,
        all);
  }

  /** Whether there are no problems. */
  public boolean sound() {
    return problems.isEmpty();
  }
}
