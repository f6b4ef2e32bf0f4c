package dev.assay.core.director;

import dev.assay.core.sim.Item;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.MoodHint;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.Target;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A director with its states, workers that answer as told, and topics that lose nothing. */
final class World {

  static final ArtifactRef REPORT = Facts.artifact(ArtifactRole.TEST_REPORT, "report");
  static final ArtifactRef SCAN = Facts.artifact(ArtifactRole.SARIF, "scan");

  private static final long START = 1_795_000_000_000L;

  private final DirectorStep step;
  private final Map<String, Item> states = new HashMap<>();
  private final Deque<GovernanceFact> told = new ArrayDeque<>();
  final Deque<VerificationRequest> open = new ArrayDeque<>();
  final List<Emission> emissions = new ArrayList<>();
  private long clock = START;

  World(Policy policy) {
    this(policy, Edition.TODAY);
  }

  World(Policy policy, Edition edition) {
    this.step = new DirectorStep(policy, edition);
  }

  /** Time passes. */
  void later(long seconds) {
    clock += seconds * 1_000;
  }

  /** Submits an attempt and answers all that is asked about it with {@code result}. */
  Decision attempt(String workItem, int attempt, Result result) {
    return attempt(execution(workItem, attempt).build(), _ -> result);
  }

  /** Submits an execution and answers what is asked. */
  Decision attempt(ExecutionEvent event, Function<VerificationRequest, Result> truth) {
    return attemptReported(event, request -> Facts.report(request, truth.apply(request)));
  }

  Decision attemptReported(
      ExecutionEvent event, Function<VerificationRequest, ReportMessage> worker) {
    int before = emissions.size();
    submit(event);
    while (!open.isEmpty()) {
      report(worker.apply(open.remove()));
    }
    return emissions.subList(before, emissions.size()).stream()
        .filter(Emission.Decide.class::isInstance)
        .map(e -> ((Emission.Decide) e).decision())
        .filter(d -> d.eventKey().equals(event.eventKey()))
        .findFirst()
        .orElseThrow();
  }

  void submit(ExecutionEvent event) {
    String id = event.data().workItem();
    take(id, step.onExecution(item(id), event, tick()));
  }

  void report(ReportMessage message) {
    String id = message.workItem();
    take(id, step.onReport(item(id), message, tick()));
  }

  /** A report can't be taken in. */
  void refuse(ReportMessage message) {
    String id = message.workItem();
    Rejection rejection = Rejection.of(ErrorCode.LIMIT_EXCEEDED, "too much");
    take(id, step.refuse(item(id), message, rejection, tick()));
  }

  /** Something was told; what needs a role as ingest takes it in from who has one. */
  void tell(GovernanceFact fact) {
    boolean person = fact.role() == null && !FactRights.roles(fact.kind()).isEmpty();
    forge(person ? Facts.told(fact) : fact);
  }

  /** A fact came that ingest need not have seen. */
  void forge(GovernanceFact fact) {
    take(fact.workItem(), step.onFact(item(fact.workItem()), fact, tick()));
  }

  private void take(String workItem, Outcome outcome) {
    states.put(workItem, item(workItem).after(outcome).next());
    for (Emission emission : outcome.emissions()) {
      emissions.add(emission);
      switch (emission) {
        case Emission.RequestVerification(var request, _) -> open.add(request);
        case Emission.NotifyWorkItem(var fact) -> told.add(fact);
        default -> {}
      }
    }
    while (!told.isEmpty()) {
      tell(told.remove());
    }
  }

  private String tick() {
    clock += 1;
    return Times.text(clock);
  }

  String now() {
    return Times.text(clock);
  }

  /** Submits the first {@code attempts} attempts, all of which fail the same way. */
  void fail(String workItem, int attempts) {
    for (int attempt = 1; attempt <= attempts; attempt++) {
      attempt(workItem, attempt, Result.FAIL);
    }
  }

  private Item item(String workItem) {
    return states.getOrDefault(workItem, Item.nothing());
  }

  /** All that the director knows of a work item. */
  Item state(String workItem) {
    return Objects.requireNonNull(states.get(workItem));
  }

  /** The text of an attestation that was made. */
  String statement(@Nullable String id) {
    return all(Emission.Attest.class).stream()
        .map(Emission.Attest::statement)
        .filter(statement -> statement.id().equals(id))
        .findFirst()
        .orElseThrow()
        .text();
  }

  WorkItem shown(String workItem) {
    return all(Emission.PublishWorkItem.class).stream()
        .map(Emission.PublishWorkItem::workItem)
        .filter(item -> item.workItem().equals(workItem))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  List<Decision> decisions(String workItem) {
    return all(Emission.Decide.class).stream()
        .map(Emission.Decide::decision)
        .filter(d -> d.workItem().equals(workItem))
        .toList();
  }

  List<DecisionKind> kinds(String workItem) {
    return decisions(workItem).stream().map(Decision::kind).toList();
  }

  <T extends Emission> List<T> all(Class<T> type) {
    return emissions.stream().filter(type::isInstance).map(type::cast).toList();
  }

  static Execution execution(String workItem, int attempt) {
    return new Execution(workItem, attempt);
  }

  /** An execution in the making. */
  static final class Execution {

    private final String workItem;
    private final int attempt;
    private List<ArtifactRef> artifacts = List.of(REPORT);
    private List<String> requires = List.of();
    private List<MoodHint> hints = List.of();
    private @Nullable Risk risk;
    private @Nullable Integer retries;
    private String fleet = "f";
    private @Nullable Target target;

    private Execution(String workItem, int attempt) {
      this.workItem = workItem;
      this.attempt = attempt;
    }

    Execution with(ArtifactRef... refs) {
      artifacts = List.of(refs);
      return this;
    }

    Execution requires(String... verifiers) {
      requires = List.of(verifiers);
      return this;
    }

    Execution hints(MoodHint... given) {
      hints = List.of(given);
      return this;
    }

    Execution risk(Risk given) {
      risk = given;
      return this;
    }

    Execution retries(int max) {
      retries = max;
      return this;
    }

    Execution of(String sender) {
      fleet = sender;
      return this;
    }

    Execution commit(@Nullable String given) {
      target = given == null ? null : new Target(null, given, List.of());
      return this;
    }

    Execution touching(String... files) {
      target = new Target(null, null, List.of(files));
      return this;
    }

    ExecutionEvent build() {
      return build(workItem + "-" + attempt);
    }

    ExecutionEvent build(String id) {
      return new ExecutionEvent(
          "test",
          id,
          null,
          null,
          new ExecutionData(
              workItem,
              "r",
              attempt,
              new Agent(fleet, "a", null),
              target,
              List.of("done"),
              artifacts,
              requires,
              List.of(),
              null,
              risk,
              retries,
              hints));
    }
  }
}
