package dev.assay.ingest;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.Retention;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.http.Route;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.WorkItem;
import dev.assay.service.Hop;
import dev.assay.service.HopTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write half of the HTTP API: artifacts go to the store, executions and answers of people to
 * their topics. What it lets through is well-formed, bounded and refers to what exists.
 */
public final class IngestService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(IngestService.class);

  private static final long CLOSE_SECONDS = 10;

  private final EventIndex index;
  private final ArtifactExistenceCache known;
  private final Holdings holdings;
  private final Waiters waiters;
  private final PendingApprovals pending;
  private final LoweringWaits lowering = new LoweringWaits();
  private final OpenItems open;
  private final List<Route> routes;
  private final List<AutoCloseable> subscriptions;
  private final OtlpRuns runs;
  private final OtlpHandIn handIn;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("otlp-runs").daemon().factory());

  /**
   * A service that remembers what its feeds show it and answers waits from the decisions. Closing
   * it leaves {@code store} and the ports open.
   *
   * @param retention how long {@code store} keeps what is uploaded
   * @param traceDirectory where it remembers which runs of OTLP are open
   * @param salts of the redaction key; null where nothing is committed to
   * @throws IOException when that directory cannot be used
   */
  public IngestService(
      ArtifactStore store,
      IngestPorts ports,
      IngestLimits limits,
      Retention retention,
      Path traceDirectory,
      @Nullable FieldSalts salts,
      MeterRegistry registry)
      throws IOException {
    this.index = new EventIndex(limits.eventsRemembered());
    this.known =
        new ArtifactExistenceCache(
            store, limits.artifactsRemembered(), limits.lookupsMax(), System::nanoTime);
    this.holdings = new Holdings(ports.store(), limits.artifactsRemembered());
    Quotas quotas = new Quotas(limits, System::nanoTime);
    this.waiters = new Waiters(HopTimer.of(Hop.ANSWER, registry));
    Intake intake =
        new Intake(
            known,
            holdings,
            new Claims(store, salts),
            index,
            ports.publisher(),
            limits.publishMillisMax(),
            HopTimer.of(Hop.INGEST, registry));
    List<Route> all =
        new ArrayList<>(
            new ArtifactCalls(store, known, holdings, quotas, limits.artifactBytesMax(), retention)
                .routes());
    FactSender facts = new FactSender(ports.facts(), limits.publishMillisMax());
    Evidence evidence = new Evidence(holdings, known, facts);
    this.open = new OpenItems(ports.store(), limits, System::nanoTime);
    all.addAll(new ExecutionCalls(intake, holdings, quotas, open, waiters, evidence).routes());
    this.pending = new PendingApprovals(ports.store(), IngestLimits.APPROVALS_REMEMBERED);
    all.addAll(new ApprovalCalls(pending, facts, InstantSource.system()).routes());
    all.addAll(new RequirementCalls(holdings, facts, lowering).routes());
    all.addAll(new DeadLetterCalls(ports.deadLetters()).routes());
    OtlpDocuments documents = new OtlpDocuments();
    this.runs = new OtlpRuns(traceDirectory, System::nanoTime);
    this.handIn =
        new OtlpHandIn(runs, store, documents, intake, holdings, limits.artifactBytesMax());
    all.addAll(new OtlpCalls(runs, documents, store, known, holdings, quotas, open).routes());
    this.routes = List.copyOf(all);
    Gauge.builder("assay.ingest.open.runs", runs, OtlpRuns::size)
        .description("Runs of which records come in over OTLP")
        .register(registry);
    var _ = clock.scheduleWithFixedDelay(this::closeRuns, 1, 1, TimeUnit.SECONDS);
    Gauge.builder("assay.ingest.waiting", waiters, Waiters::size)
        .description("Executions whose clients wait for a decision")
        .register(registry);
    this.subscriptions =
        List.of(
            ports.events().subscribe(this::remember),
            ports.store().onDecision(this::decided),
            ports.store().onRefusal(this::waitFor, this::refused));
  }

  private void closeRuns() {
    try {
      handIn.closeDue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) { // which would end the schedule without a word
      LOG.atError().setCause(e).log("runs of OTLP were not closed; it is tried again");
    }
  }

  private void decided(Decision decision) {
    pending.decided(decision);
    lowering.decided(decision);
    waiters.decided(decision);
    open.decided(decision);
  }

  private boolean waitFor(String workItem) {
    return waiters.waitFor(workItem) || pending.waitFor(workItem) || lowering.waitFor(workItem);
  }

  private void refused(WorkItem item) {
    waiters.refused(item);
    pending.refused(item);
    lowering.refused(item);
  }

  private void remember(ExecutionEvent event) {
    index.remember(event);
    holdings.accepted(event);
    open.sent(event);
  }

  /** What the HTTP server must serve. */
  public List<Route> routes() {
    return routes;
  }

  /** Answers everybody who waits, 202; for {@code HttpService}'s {@code beforeDrain}. */
  public void endWaits() {
    waiters.close();
    pending.close();
    lowering.close();
  }

  @Override
  public void close() {
    endWaits();
    for (AutoCloseable subscription : subscriptions) {
      try {
        subscription.close();
      } catch (Exception e) {
        LOG.atWarn().setCause(e).log("a feed was not closed");
      }
    }
    clock.shutdown();
    try {
      if (!clock.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.atWarn().log("a run is still being handed in; it is handed in again after the start");
      }
      runs.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("the journal of open runs was not closed");
    }
    known.close();
  }
}
