package dev.assay.cli.audit;

import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.store.index.PromotionFacts;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares the lists of promotions that are narrowed by what these rest on with what was signed: 32
 * to 64 bytes for each attestation, and for each promotion. For one thread.
 */
final class PromotionLists {

  /** What is told of many attestations is held once. */
  private static final class Distinct<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> all = new ArrayList<>();

    int number(T value) {
      return numbers.computeIfAbsent(
          value,
          added -> {
            all.add(added);
            return all.size() - 1;
          });
    }
  }

  /** The newest verdict of a verifier, and its bound: 1 when it is not measured. */
  private record Newest(long index, double falsePassUpper) {}

  /** What a promotion rests on that cites what was not read. */
  private static final int UNKNOWN = -1;

  private final LongsByDigest seen = new LongsByDigest();
  private final Distinct<PromotionFacts.Cited> cited = new Distinct<>();
  private final Distinct<PromotionFacts> facts = new Distinct<>();
  private final Map<String, Newest> verifiers = new TreeMap<>();
  private final Findings findings;
  private long[] indices = new long[1_024];
  private long[] ids = new long[1_024];
  private int[] restsOn = new int[1_024];
  private int size;
  private long compared;
  private long left;

  PromotionLists(Findings findings) {
    this.findings = findings;
  }

  /**
   * The next entry, which is no manifest.
   *
   * @param inputs ids of the attestations that it cites
   * @param falsePassUpper the bound that it publishes of its verifier, or null
   */
  void next(
      long index, StoredAttestation signed, List<String> inputs, @Nullable Double falsePassUpper) {
    String verifier = signed.verifier();
    if (signed.kind() == StoredAttestation.Kind.VERIFICATION && verifier != null) {
      verifiers.put(verifier, new Newest(index, falsePassUpper == null ? 1 : falsePassUpper));
    }
    if (PromotionFacts.promotes(signed)) {
      add(index, Half.of(signed.id()).high(), restsOn(signed, inputs));
    }
    seen.put(Half.of(signed.id()), cited.number(PromotionFacts.Cited.of(signed)));
  }

  private int restsOn(StoredAttestation promotion, List<String> inputs) {
    Map<String, PromotionFacts.Cited> found = new HashMap<>();
    for (String input : inputs) {
      long number = seen.get(Half.of(input));
      if (number != LongsByDigest.NONE) {
        found.put(input, cited.all.get((int) number));
      }
    }
    PromotionFacts rests = PromotionFacts.of(0, promotion, inputs, found);
    return rests.known() ? facts.number(rests) : UNKNOWN;
  }

  private void add(long index, long id, int number) {
    if (size == indices.length) {
      indices = Arrays.copyOf(indices, 2 * size);
      ids = Arrays.copyOf(ids, 2 * size);
      restsOn = Arrays.copyOf(restsOn, 2 * size);
    }
    indices[size] = index;
    ids[size] = id;
    restsOn[size] = number;
    left += number == UNKNOWN ? 1 : 0;
    size++;
  }

  /** Reads the lists of {@code source} for the entries from {@code from} on, below {@code end}. */
  void finish(AuditSource source, long from, long end) throws IOException {
    if (size == 0) {
      return;
    }
    for (EvidenceBasis basis : EvidenceBasis.values()) {
      compare(
          ListCheck.Filter.PROMOTIONS_BY_BASIS,
          basis.name(),
          read(source, ListCheck.Filter.PROMOTIONS_BY_BASIS, basis.name(), from, end),
          each -> each.basis() == basis,
          Set.of());
    }
    for (boolean partial : new boolean[] {true, false}) {
      String scope = partial ? "partial" : "whole";
      compare(
          ListCheck.Filter.PROMOTIONS_BY_SCOPE,
          scope,
          read(source, ListCheck.Filter.PROMOTIONS_BY_SCOPE, scope, from, end),
          each -> each.partial() == partial,
          Set.of());
    }
    Set<String> resting = new TreeSet<>();
    facts.all.forEach(each -> resting.addAll(each.verifiers()));
    for (String verifier : resting) {
      compare(
          ListCheck.Filter.PROMOTIONS_BY_VERIFIER,
          verifier,
          read(source, ListCheck.Filter.PROMOTIONS_BY_VERIFIER, verifier, from, end),
          each -> each.verifiers().contains(verifier),
          Set.of());
    }
    for (String bound : bounds(resting)) {
      double above = Double.parseDouble(bound);
      @Nullable BitSet found = read(source, ListCheck.Filter.PROMOTIONS_BY_BOUND, bound, from, end);
      compare(
          ListCheck.Filter.PROMOTIONS_BY_BOUND,
          bound,
          found,
          each -> each.verifiers().stream().anyMatch(verifier -> upper(verifier) > above),
          moved(source, resting, end));
    }
  }

  /**
   * The bound of a verifier that judged; of what judges nothing less than any that is asked for.
   */
  private double upper(String verifier) {
    Newest newest = verifiers.get(verifier);
    return newest == null ? -1 : newest.falsePassUpper();
  }

  /** What bounds are asked for: none at all, and each that a verifier has, as the API takes it. */
  private List<String> bounds(Set<String> resting) {
    Set<BigDecimal> values = new TreeSet<>(Set.of(BigDecimal.ZERO));
    for (String verifier : resting) {
      double upper = upper(verifier);
      if (upper > 0 && upper < 1 && values.size() < AuditLimits.BOUNDS_MAX) {
        values.add(
            BigDecimal.valueOf(upper)
                .setScale(AuditLimits.BOUND_DECIMALS, RoundingMode.FLOOR)
                .stripTrailingZeros());
      }
    }
    return values.stream().map(BigDecimal::toPlainString).toList();
  }

  /** Those of {@code resting} that judged behind the end, and may have another bound by now. */
  private Set<String> moved(AuditSource source, Set<String> resting, long end) throws IOException {
    Set<String> moved = new HashSet<>();
    for (String verifier : resting) {
      Newest newest = verifiers.get(verifier);
      if (newest != null) {
        long[] found = {-1};
        source.list(
            ListCheck.Filter.VERIFIER,
            verifier,
            end,
            (_, index) -> {
              found[0] = index;
              return false;
            });
        if (found[0] >= end) {
          moved.add(verifier);
        } else if (found[0] != newest.index()) {
          findings.add(
              ListCheck.differs(
                  ListCheck.Filter.VERIFIER,
                  verifier,
                  "entry " + newest.index() + " as the newest",
                  found[0] < 0 ? "none" : "entry " + found[0]));
        }
      }
    }
    return moved;
  }

  /** Which promotions a list has; null when it has others, or one twice. */
  private @Nullable BitSet read(
      AuditSource source, ListCheck.Filter filter, String value, long from, long end)
      throws IOException {
    BitSet found = new BitSet();
    boolean[] others = {false};
    source.list(
        filter,
        value,
        end,
        (id, index) -> {
          if (index >= from && index < end) {
            int at = Arrays.binarySearch(indices, 0, size, index);
            others[0] = at < 0 || ids[at] != Half.of(id).high() || found.get(at);
            found.set(Math.max(0, at));
          }
          return index >= from && !others[0];
        });
    return others[0] ? null : found;
  }

  private void compare(
      ListCheck.Filter filter,
      String value,
      @Nullable BitSet found,
      Predicate<PromotionFacts> wanted,
      Set<String> moved) {
    compared++;
    if (found == null) {
      findings.add(
          ListCheck.differs(
              filter, value, "each promotion once", "another attestation, or one twice"));
      return;
    }
    int less = 0;
    int more = 0;
    for (int i = 0; i < size; i++) {
      if (restsOn[i] != UNKNOWN) {
        PromotionFacts rests = facts.all.get(restsOn[i]);
        if (rests.verifiers().stream().anyMatch(moved::contains)) {
          left++;
        } else if (wanted.test(rests) != found.get(i)) {
          less += found.get(i) ? 0 : 1;
          more += found.get(i) ? 1 : 0;
        }
      }
    }
    if (less + more > 0) {
      findings.add(
          ListCheck.differs(
              filter,
              value,
              "the promotions that rest on that",
              String.format(Locale.ROOT, "%d of them left out, and %d others", less, more)));
    }
  }

  /** Lists that were compared. */
  long compared() {
    return compared;
  }

  /** Promotions that were not compared with a list, since what they rest on was not read. */
  long left() {
    return left;
  }
}
