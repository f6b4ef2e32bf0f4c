package dev.assay.core.director;

import dev.assay.core.director.ItemValue.Answer;
import dev.assay.core.director.Plan.Purpose;
import dev.assay.core.director.Rules.LensRound;
import dev.assay.schemas.message.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * Nested verification (green-threads 7.2): which requests an execution needs, given the reports it
 * has. The plan comes first; an answer that decided nothing is followed by lenses, round after
 * round within the plan's bounds; what broadens comes last and only after a green core.
 */
final class NestedVerification {

  /** Undecided answers of one execution that lenses are spent on; above it, on none. */
  static final int LENSED_ITEMS_MAX = 16;

  private NestedVerification() {}

  /** The requests that have to be answered, in order; it only grows as reports come. */
  static List<Plan.Item> due(Plan plan, Execution execution) {
    List<Plan.Item> due = new ArrayList<>();
    List<Plan.Item> core = new ArrayList<>();
    List<Plan.Item> broad = new ArrayList<>();
    for (Plan.Item item : plan.items()) {
      switch (item.purpose()) {
        case BROAD -> broad.add(item);
        case CORE -> {
          due.add(item);
          core.add(item);
        }
        case RERUN, NEGATIVE -> due.add(item);
        case LENS -> {} // only when the item that it looks at again stays undecided
      }
    }
    if (!answered(due, execution) || !plan.verifiable()) {
      return due;
    }
    if (!nested(plan, execution, core, due) || broad.isEmpty()) {
      return due;
    }
    if (core.stream().allMatch(item -> result(plan, execution, item) == Result.PASS)) {
      due.addAll(broad);
      if (answered(broad, execution)) {
        nested(plan, execution, broad, due);
      }
    }
    return due;
  }

  /**
   * What an item and its repetitions add up to: its own answer and its reruns when those decide,
   * otherwise the last round of lenses that did.
   */
  static Result result(Plan plan, Execution execution, Plan.Item item) {
    Result result = base(plan, execution, item);
    if (decided(result)) {
      return result;
    }
    for (List<Plan.Item> lenses : rounds(plan, item, result)) {
      List<Result> seen = results(lenses, execution);
      if (seen.size() < lenses.size()) {
        return result;
      }
      result = adjudicate(seen);
      if (result != Result.INCONCLUSIVE) {
        return result;
      }
    }
    return result;
  }

  /** All PASS is PASS, all FAIL is FAIL, none decisive is INCONCLUSIVE, anything else is FLAKY. */
  static Result adjudicate(List<Result> results) {
    List<Result> kinds = results.stream().distinct().toList();
    if (kinds.isEmpty()) {
      return Result.INCONCLUSIVE;
    }
    return kinds.size() == 1 ? kinds.getFirst() : Result.FLAKY;
  }

  /**
   * Adds the lenses of {@code items} that are due; none when something has failed, because nothing
   * could be promoted any more.
   *
   * @return whether no lens is open
   */
  private static boolean nested(
      Plan plan, Execution execution, List<Plan.Item> items, List<Plan.Item> due) {
    List<Plan.Item> undecided = new ArrayList<>();
    for (Plan.Item item : items) {
      Result base = base(plan, execution, item);
      if (base == Result.FAIL) {
        return true;
      }
      if (!decided(base)) {
        undecided.add(item);
      }
    }
    if (undecided.size() > LENSED_ITEMS_MAX) {
      return true;
    }
    boolean closed = true;
    for (Plan.Item item : undecided) {
      for (List<Plan.Item> lenses : rounds(plan, item, base(plan, execution, item))) {
        due.addAll(lenses);
        if (!answered(lenses, execution)) {
          closed = false;
          break;
        }
        if (adjudicate(results(lenses, execution)) != Result.INCONCLUSIVE) {
          break;
        }
      }
    }
    return closed;
  }

  private static Result base(Plan plan, Execution execution, Plan.Item item) {
    List<Plan.Item> group =
        plan.items().stream()
            .filter(other -> other.of().equals(item.of()))
            .filter(other -> other.purpose() != Purpose.NEGATIVE && other.purpose() != Purpose.LENS)
            .toList();
    return adjudicate(results(group, execution));
  }

  private static boolean decided(Result result) {
    return result == Result.PASS || result == Result.FAIL;
  }

  /**
   * The rounds of lenses in which an item is looked at again that came to {@code base}. What is
   * flaky is looked at under all of its own together, and no other verifier is asked about it: one
   * lucky run is no answer.
   */
  private static List<List<Plan.Item>> rounds(Plan plan, Plan.Item item, Result base) {
    boolean together = base == Result.FLAKY && !plan.basis().beforeEvidence();
    List<List<Plan.Item>> rounds = new ArrayList<>();
    List<Plan.Item> all = new ArrayList<>();
    for (LensRound round : plan.basis().rules().lensRounds()) {
      List<Plan.Item> lenses = lenses(plan, item, round);
      lenses.removeIf(lens -> together && !lens.verifierType().equals(item.verifierType()));
      all.addAll(lenses);
      if (!lenses.isEmpty()) {
        rounds.add(lenses);
      }
    }
    return together && !all.isEmpty() ? List.of(all) : rounds;
  }

  /** Those of a round under which another answer is possible; before evidence had classes, all. */
  private static List<Plan.Item> lenses(Plan plan, Plan.Item item, LensRound round) {
    List<Plan.Item> lenses = new ArrayList<>();
    for (String lens : round.lenses()) {
      if (plan.basis().beforeEvidence() || plan.verifier(item).lenses().contains(lens)) {
        lenses.add(item.under(lens, Purpose.LENS));
      }
      plan.items().stream()
          .filter(other -> other.purpose() == Purpose.LENS)
          .filter(other -> other.of().equals(item.requestId()) && lens.equals(other.lens()))
          .forEach(lenses::add);
    }
    return lenses;
  }

  /**
   * Whether nothing is left that could decide about {@code item}, whose result decides nothing: all
   * lenses were looked through.
   */
  static boolean exhausted(Plan plan, Execution execution, Plan.Item item) {
    return rounds(plan, item, base(plan, execution, item)).stream()
        .allMatch(lenses -> answered(lenses, execution));
  }

  private static boolean answered(List<Plan.Item> items, Execution execution) {
    return items.stream().allMatch(item -> execution.answer(item.requestId()) != null);
  }

  private static List<Result> results(List<Plan.Item> items, Execution execution) {
    List<Result> results = new ArrayList<>();
    for (Plan.Item item : items) {
      Answer answer = execution.answer(item.requestId());
      if (answer != null) {
        results.add(answer.result());
      }
    }
    return results;
  }
}
