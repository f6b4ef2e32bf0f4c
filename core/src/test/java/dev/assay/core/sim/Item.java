package dev.assay.core.sim;

import dev.assay.core.director.DecisionOutputs;
import dev.assay.core.director.Emission;
import dev.assay.core.director.GovernanceState;
import dev.assay.core.director.ItemHead;
import dev.assay.core.director.ItemKey;
import dev.assay.core.director.ItemKey.Kind;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.ItemValue;
import dev.assay.core.director.ItemValue.Accepted;
import dev.assay.core.director.ItemValue.Answer;
import dev.assay.core.director.ItemValue.Decided;
import dev.assay.core.director.ItemValue.GovernanceEntry;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.director.Outcome;
import dev.assay.core.director.Plan;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ExecutionEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All that is stored of one work item, in memory, as tests look at it; immutable. */
public record Item(Map<ItemKey, ItemValue> values) implements ItemReader {

  /** An execution with all that belongs to it. */
  public record Execution(
      ExecutionEvent event,
      String time,
      @Nullable Plan plan,
      List<ReportFact> reports,
      @Nullable DecisionOutputs outputs) {}

  /** What a step left, with the state as it is stored after it. */
  public record Step(Item next, List<Emission> emissions) {}

  /** A work item of which nothing is known. */
  public static Item nothing() {
    return new Item(Map.of());
  }

  @Override
  public @Nullable ItemValue read(ItemKey key) {
    return values.get(key);
  }

  /** What {@code outcome}, a step from this state, leaves. */
  public Step after(Outcome outcome) {
    Map<ItemKey, ItemValue> next = new LinkedHashMap<>(values);
    put(outcome.next().changes(), next);
    return new Step(new Item(next), outcome.emissions());
  }

  /** What is stored after {@code changes} to {@code values}. */
  public static void put(
      Map<ItemKey, @Nullable ItemValue> changes, Map<ItemKey, ItemValue> values) {
    changes.forEach((key, value) -> {
      if (value == null) {
        values.remove(key);
      } else {
        values.put(key, value);
      }
    });
  }

  /** What a crash before the head is written leaves of {@code outcome}. */
  Item torn(Outcome outcome) {
    Map<ItemKey, ItemValue> next = new LinkedHashMap<>(values);
    outcome
        .next()
        .changes()
        .forEach((key, value) -> {
          if (key.kind() != Kind.HEAD && value != null) {
            next.put(key, value);
          }
        });
    return new Item(next);
  }

  /** The same after it was written and read. */
  public Item stored() {
    Map<ItemKey, ItemValue> read = new LinkedHashMap<>();
    values.forEach((key, value) -> read.put(key, key.decode(key.encode(value))));
    return new Item(read);
  }

  /** The same for equal states. */
  String digest() {
    Map<String, String> digests = new TreeMap<>();
    values.forEach(
        (key, value) -> digests.put(key.toString(), Digests.sha256Hex(key.encode(value))));
    return Digests.sha256Hex(digests.toString());
  }

  public ItemHead head() {
    return ItemState.of(this).head();
  }

  public GovernanceState governance() {
    return head().governance();
  }

  /** In the order they were accepted. */
  public List<Execution> executions() {
    ItemHead head = head();
    List<Execution> executions = new ArrayList<>();
    for (int i = 0; i < head.executions().size(); i++) {
      Accepted accepted = (Accepted) value(Kind.EXECUTION, "" + i);
      Decided decided = i < head.decided() ? (Decided) value(Kind.DECISION, "" + i) : null;
      List<Answer> answers =
          decided == null ? i == head.decided() ? head.answers() : List.of() : decided.answers();
      List<ReportFact> reports = new ArrayList<>();
      while (reports.size() < answers.size()) {
        reports.add((ReportFact) value(Kind.REPORT, i + "." + reports.size()));
      }
      executions.add(
          new Execution(
              accepted.event(),
              accepted.time(),
              planned(head, i, accepted),
              reports,
              decided == null ? null : decided.outputs()));
    }
    return executions;
  }

  private @Nullable Plan planned(ItemHead head, int index, Accepted accepted) {
    boolean planned = index < head.decided() || index == head.decided() && head.planned();
    return accepted.plan() != null || !planned
        ? accepted.plan()
        : (Plan) value(Kind.PLAN, "" + index);
  }

  private ItemValue value(Kind kind, String name) {
    return Objects.requireNonNull(values.get(new ItemKey(kind, name)));
  }

  /** In the order they came. */
  public List<GovernanceEntry> facts() {
    List<GovernanceEntry> facts = new ArrayList<>();
    while (facts.size() < head().facts()) {
      facts.add((GovernanceEntry) value(Kind.FACT, "" + facts.size()));
    }
    return facts;
  }
}
