package dev.assay.cli.audit;

import dev.assay.store.index.PromotionFacts;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares what lists find by tables beside the rows with what the signed statements say: all of
 * it, and nothing else. Of each list it remembers how many entries must be in it and a sum over
 * them. For one thread.
 */
final class ListCheck {

  /** What lists are filtered by. */
  enum Filter {
    SINCE("/v1/attestations", "since"),
    PROMOTIONS("/v1/promotions", null),
    HYPERTHESIS("/v1/attestations", "hyperthesis"),
    SIGNATURE("/v1/attestations", "signature"),
    FILE("/v1/attestations", "file"),
    ARTIFACT("/v1/attestations", "artifact"),
    VERIFIER("/v1/attestations", "verifier"),
    PROMOTIONS_BY_BASIS("/v1/promotions", "basis"),
    PROMOTIONS_BY_SCOPE("/v1/promotions", "scope"),
    PROMOTIONS_BY_VERIFIER("/v1/promotions", "verifier"),
    PROMOTIONS_BY_BOUND("/v1/promotions", "boundAbove");

    private final String path;
    private final @Nullable String parameter;

    Filter(String path, @Nullable String parameter) {
      this.path = path;
      this.parameter = parameter;
    }

    /** The call that lists. */
    String path() {
      return path;
    }

    /** Its parameter that has the value; null for one without. */
    @Nullable String parameter() {
      return parameter;
    }

    /** Whether it lists the oldest first unless it is asked for the newest. */
    boolean oldestFirst() {
      return path.equals("/v1/attestations");
    }
  }

  /** What is done with a line of a list. */
  @FunctionalInterface
  interface Visitor {

    /** Whether the next line is wanted, too, after the one of attestation {@code id}. */
    boolean next(String id, long index);
  }

  private record Wanted(Filter filter, String value) {}

  /** How many entries a list has, and a sum of numbers that tell each. */
  private static final class Sum {
    private long entries;
    private long numbers;

    void add(String id, long index) {
      entries++;
      numbers += Half.of(id).high() ^ index * 0x9E3779B97F4A7C15L;
    }

    boolean same(Sum other) {
      return entries == other.entries && numbers == other.numbers;
    }
  }

  /** Since when there is anything: a list of it is looked for by times all the same. */
  private static final String EVER = "1970-01-01T00:00:00.000Z";

  private final Map<Wanted, Sum> lists = new LinkedHashMap<>();
  private long left;
  private final PromotionLists promotions;
  private final Findings findings;

  ListCheck(Findings findings) {
    this.promotions = new PromotionLists(findings);
    this.findings = findings;
  }

  /** The next entry. */
  void next(long index, StoredAttestation signed, EntryCheck.Checked entry) {
    switch (signed.kind()) {
      case MANIFEST -> {
        return; // in no list that does not name it
      }
      case VSA -> {
        if (PromotionFacts.promotes(signed)) {
          add(Filter.PROMOTIONS, List.of(""), signed, index);
        }
      }
      case VERIFICATION, APPROVAL -> {}
    }
    promotions.next(index, signed, entry.inputs(), entry.falsePassUpper());
    add(Filter.SINCE, List.of(EVER), signed, index);
    add(Filter.HYPERTHESIS, signed.hypertheses(), signed, index);
    add(Filter.SIGNATURE, signed.failureSignatures(), signed, index);
    add(Filter.FILE, signed.files(), signed, index);
    add(
        Filter.ARTIFACT,
        signed.artifacts().stream().map(StoredAttestation.Artifact::sha256).toList(),
        signed,
        index);
  }

  private void add(Filter filter, List<String> values, StoredAttestation signed, long index) {
    for (String value : new LinkedHashSet<>(values)) {
      Wanted wanted = new Wanted(filter, value);
      if (lists.size() < AuditLimits.LISTS_MAX || lists.containsKey(wanted)) {
        lists.computeIfAbsent(wanted, _ -> new Sum()).add(signed.id(), index);
      } else {
        left++;
      }
    }
  }

  /** Reads the lists of {@code source} for the entries from {@code from} on, below {@code size}. */
  void finish(AuditSource source, long from, long size) throws IOException {
    Ahead.each(
        lists.entrySet(),
        list -> found(source, list.getKey(), list.getValue().entries, from, size),
        (list, found) -> compare(list.getKey(), list.getValue(), found));
    promotions.finish(source, from, size);
  }

  /** What is in a list, up to one more than {@code most}. */
  private static Sum found(AuditSource source, Wanted wanted, long most, long from, long size)
      throws IOException {
    Sum found = new Sum();
    source.list(
        wanted.filter(),
        wanted.value(),
        size,
        (id, index) -> {
          if (index >= from && index < size) {
            found.add(id, index);
          }
          return index >= from && found.entries <= most;
        });
    return found;
  }

  private void compare(Wanted wanted, Sum signed, Sum found) {
    if (!signed.same(found)) {
      findings.add(
          differs(
              wanted.filter(),
              wanted.value(),
              "the " + signed.entries + " attestations that say so",
              found.entries == signed.entries
                  ? "others, as many"
                  : found.entries > signed.entries ? "more" : "" + found.entries));
    }
  }

  /** A list that is not what was signed. */
  static AuditFinding differs(Filter filter, String value, String expected, String found) {
    return AuditFinding.of(
        AuditCode.LIST_DIFFERS,
        filter.path()
            + (filter.parameter() == null ? "" : " by " + filter.parameter() + " " + value),
        expected,
        found);
  }

  /** Lists that were compared. */
  long compared() {
    return lists.size() + promotions.compared();
  }

  /** Entries that are found by values whose lists were not compared with them, once for each. */
  long left() {
    return left + promotions.left();
  }
}
