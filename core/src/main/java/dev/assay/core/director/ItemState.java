package dev.assay.core.director;

import dev.assay.core.director.ItemValue.Accepted;
import dev.assay.core.director.ItemValue.Answer;
import dev.assay.core.director.ItemValue.Decided;
import dev.assay.core.director.ItemValue.FactPlace;
import dev.assay.core.director.ItemValue.GovernanceEntry;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All facts of one work item and where they lead, as one step sees them: what is stored, read value
 * by value when it is needed, under what the step has changed. Everything the director emits is
 * computed from here, so that a fact that comes twice gives the same output twice. Immutable.
 */
public final class ItemState implements ItemReader {

  /** Executions that one work item may have. */
  public static final int EXECUTIONS_MAX = 128;

  /** Reports that wait for their executions. */
  public static final int EARLY_REPORTS_MAX = 256;

  /** Other facts that one work item may be told. */
  public static final int FACTS_MAX = 512;

  /**
   * Facts after which no further evidence is taken, so that there is room for what must be known.
   */
  static final int EVIDENCE_FACTS_MAX = FACTS_MAX / 4;

  private final ItemReader stored;
  private final ItemHead head;
  private final Map<ItemKey, ItemValue> changes;
  private final Set<ItemKey> removed;

  private ItemState(
      ItemReader stored, ItemHead head, Map<ItemKey, ItemValue> changes, Set<ItemKey> removed) {
    this.stored = stored;
    this.head = head;
    this.changes = changes;
    this.removed = removed;
  }

  /** The state in {@code stored}; one of an earlier version counts as changed throughout. */
  public static ItemState of(ItemReader stored) {
    return switch (stored.read(ItemKey.HEAD)) {
      case null -> new ItemState(stored, ItemHead.empty(), Map.of(), Set.of());
      case ItemHead head -> new ItemState(stored, head, Map.of(), Set.of());
      case PriorItemState prior -> {
        Map<ItemKey, ItemValue> values = prior.values();
        yield new ItemState(stored, of(values::get).head, values, Set.of());
      }
      case ItemValue other ->
          throw new IllegalStateException("expected the head of a work item, found " + other);
    };
  }

  /**
   * What has to be stored, in this order, so that the next step finds this state; what is null has
   * to be removed, the head too when nothing else is known of the work item.
   */
  public Map<ItemKey, @Nullable ItemValue> changes() {
    Map<ItemKey, @Nullable ItemValue> ordered = new LinkedHashMap<>(changes);
    if (!changes.isEmpty() && head.equals(ItemHead.empty())) {
      ordered.put(ItemKey.HEAD, null);
    }
    removed.forEach(key -> ordered.put(key, null));
    return Collections.unmodifiableMap(ordered);
  }

  public ItemHead head() {
    return head;
  }

  /** Where the work item stands. */
  public GovernanceState governance() {
    return head.governance();
  }

  @Override
  public @Nullable ItemValue read(ItemKey key) {
    if (removed.contains(key)) {
      return null;
    }
    ItemValue changed = changes.get(key);
    return changed == null ? stored.read(key) : changed;
  }

  /** A value that the head says is there. */
  private <T extends ItemValue> T present(ItemKey key, Class<T> type) {
    ItemValue value = read(key);
    if (!type.isInstance(value)) {
      throw new IllegalStateException("expected a value under " + key + ", found " + value);
    }
    return type.cast(value);
  }

  /** The place of an execution among the others, or -1. */
  int index(String eventKey) {
    return head.executions().indexOf(eventKey);
  }

  /** The execution with that place. */
  Execution execution(int index) {
    Decided decided = decided(index);
    List<Answer> answers =
        decided != null ? decided.answers() : index == head.decided() ? head.answers() : List.of();
    Accepted accepted = accepted(index);
    boolean planned = index < head.decided() || index == head.decided() && head.planned();
    Plan plan =
        accepted.plan() == null && planned
            ? present(ItemKey.plan(index), Plan.class)
            : accepted.plan();
    return new Execution(index, head.executions().get(index), accepted, plan, answers);
  }

  private Accepted accepted(int index) {
    return present(ItemKey.execution(index), Accepted.class);
  }

  private @Nullable Decided decided(int index) {
    return index < head.decided() ? present(ItemKey.decision(index), Decided.class) : null;
  }

  /** What was decided about the execution with that place, or null. */
  @Nullable DecisionOutputs outputs(int index) {
    Decided decided = decided(index);
    return decided == null ? null : decided.outputs();
  }

  /** The fleet that began the work item; null when no execution was accepted. */
  @Nullable String fleet() {
    return head.executions().isEmpty() ? null : accepted(0).event().data().agent().fleet();
  }

  /** The first execution that is not decided. */
  Optional<Execution> open() {
    return head.undecided() ? Optional.of(execution(head.decided())) : Optional.empty();
  }

  /** The execution that is open, or the last that is decided; null when none was accepted. */
  @Nullable Accepted newest() {
    return head.executions().isEmpty()
        ? null
        : accepted(head.undecided() ? head.decided() : head.decided() - 1);
  }

  /**
   * The key of the execution whose turn it is when it waits for a model's suggestion, with the time
   * of its record; otherwise null.
   */
  public @Nullable Unplanned unplanned() {
    return head.undecided() && !head.planned()
        ? new Unplanned(head.executions().get(head.decided()), accepted(head.decided()).time())
        : null;
  }

  /** An execution without a plan. */
  public record Unplanned(String eventKey, String time) {}

  /** The reports that answer an execution, in the order they came. */
  List<ReportFact> reports(Execution execution) {
    List<ReportFact> reports = new ArrayList<>();
    for (int place = 0; place < execution.answers().size(); place++) {
      reports.add(report(execution, place));
    }
    return reports;
  }

  /** The report with that place among those that answer an execution, as it came. */
  ReportFact report(Execution execution, int place) {
    ReportFact kept = present(ItemKey.report(execution.index(), place), ReportFact.class);
    Target target = execution.event().data().target();
    return kept.sameFiles() && target != null ? kept.withFiles(target.files(), false) : kept;
  }

  /** The reports that came before their execution was planned. */
  List<ReportFact> early(String eventKey) {
    List<ReportFact> reports = new ArrayList<>();
    for (int place = 0; place < head.earlyReports(eventKey); place++) {
      reports.add(early(eventKey, place));
    }
    return reports;
  }

  private ReportFact early(String eventKey, int place) {
    return present(ItemKey.early(eventKey, place), ReportFact.class);
  }

  /** RFC 3339 time of the oldest report that waits for its execution, or null when none does. */
  public @Nullable String earlySince() {
    return head.early().stream()
        .map(early -> early(early.eventKey(), 0).time())
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /** A fact that came before, or null. */
  @Nullable GovernanceEntry fact(String id) {
    GovernanceEntry entry = head.facts() > 0 ? factAt(ItemKey.factPlace(id)) : null;
    return entry != null && entry.fact().id().equals(id) ? entry : null;
  }

  private @Nullable GovernanceEntry factAt(ItemKey index) {
    return read(index) instanceof FactPlace(int place) && place < head.facts()
        ? present(ItemKey.fact(place), GovernanceEntry.class)
        : null;
  }

  /** What models suggest for an execution: one fact each. */
  List<Fact.PlanSuggested> suggestions(String eventKey) {
    List<Fact.PlanSuggested> facts = new ArrayList<>();
    while (head.facts() > 0) {
      GovernanceEntry entry = factAt(ItemKey.suggestion(eventKey, facts.size()));
      if (entry == null
          || !(Fact.of(entry.fact()) instanceof Fact.PlanSuggested suggested)
          || !suggested.eventKey().equals(eventKey)) {
        break;
      }
      facts.add(suggested);
    }
    return facts;
  }

  /** The executions that were accepted, in their order. */
  List<ExecutionEvent> events() {
    return events(head.executions().size());
  }

  /** The first of them. */
  List<ExecutionEvent> events(int count) {
    List<ExecutionEvent> events = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      events.add(accepted(index).event());
    }
    return events;
  }

  /** The refusal of an input that was awaited. */
  Optional<Refusal> refusal(String input) {
    return head.refusals().stream().filter(refusal -> refusal.input().equals(input)).findFirst();
  }

  private ItemState with(ItemHead next, ItemKey key, ItemValue value) {
    Map<ItemKey, ItemValue> changed = new LinkedHashMap<>(changes);
    changed.put(key, value);
    changed.remove(ItemKey.HEAD);
    changed.put(ItemKey.HEAD, next);
    return new ItemState(stored, next, changed, removed);
  }

  ItemState with(ItemHead next) {
    return with(next, ItemKey.HEAD, next);
  }

  ItemState with(GovernanceState next) {
    return with(head.with(next));
  }

  /** With an execution at the end. */
  ItemState accepted(ExecutionEvent event, String eventKey, String time) {
    return with(
        head.withoutRefusalsOf(event, eventKey).accepted(eventKey),
        ItemKey.execution(head.executions().size()),
        new Accepted(event, time, null));
  }

  /** The open execution is planned; the early reports on it are dealt with. */
  ItemState planned(Execution open, Plan plan, GovernanceState governance) {
    ItemState taken = withoutEarly(open.eventKey());
    ItemHead planned = taken.head.planned(governance);
    ItemKey accepted = ItemKey.execution(open.index());
    return changes.containsKey(accepted)
        ? taken.with(planned, accepted, new Accepted(open.event(), open.time(), plan))
        : taken.with(planned, ItemKey.plan(open.index()), plan);
  }

  /** The open execution has one more report. */
  ItemState answered(Execution open, ReportFact report) {
    Target target = open.event().data().target();
    List<String> files = report.message().report().target().files();
    boolean same = target != null && !files.isEmpty() && files.equals(target.files());
    return with(
        head.answered(report.answer()),
        ItemKey.report(open.index(), head.answers().size()),
        same ? report.withFiles(List.of(), true) : report);
  }

  /** The open execution is decided. */
  ItemState decided(Execution open, DecisionBuilder.Result result) {
    return with(
        head.decided(result.next()),
        ItemKey.decision(open.index()),
        new Decided(open.answers(), result.outputs()));
  }

  /** A report came before its execution is planned. */
  ItemState early(ReportFact report) {
    String eventKey = report.message().eventKey();
    int known = head.earlyReports(eventKey);
    return with(head.early(eventKey, known + 1), ItemKey.early(eventKey, known), report);
  }

  /** No report waits for that execution any more. */
  ItemState withoutEarly(String eventKey) {
    int reports = head.earlyReports(eventKey);
    if (reports == 0) {
      return this;
    }
    Set<ItemKey> gone = new LinkedHashSet<>(removed);
    for (int place = 0; place < reports; place++) {
      gone.add(ItemKey.early(eventKey, place));
    }
    return new ItemState(stored, head, changes, gone).with(head.early(eventKey, 0));
  }

  /** A fact came, which {@code outputs} was decided on. */
  ItemState told(
      GovernanceFact fact, String time, GovernanceState next, @Nullable DecisionOutputs outputs) {
    FactPlace place = new FactPlace(head.facts());
    ItemState told =
        with(head.told(next), ItemKey.fact(place.place()), new GovernanceEntry(fact, time, outputs))
            .with(head.told(next), ItemKey.factPlace(fact.id()), place);
    if (!(Fact.of(fact) instanceof Fact.PlanSuggested suggested)) {
      return told;
    }
    String eventKey = suggested.eventKey();
    return told.with(told.head, ItemKey.suggestion(eventKey, suggestions(eventKey).size()), place);
  }

  /** With {@code refusal}, unless that is known. */
  ItemState with(Refusal refusal) {
    return head.refusals().stream().anyMatch(refusal::repeats) ? this : with(head.with(refusal));
  }
}
