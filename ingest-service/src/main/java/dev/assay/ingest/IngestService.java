package dev.assay.ingest;

import dev.assay.artifact.ArtifactStore;
import dev.assay.http.HealthCheck;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.ExecutionEvent;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write half of the HTTP API: artifacts go to the store, executions to their topic. What it
 * lets through is well-formed, bounded and refers to artifacts that exist.
 */
public final class IngestService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(IngestService.class);

  private final EventIndex index;
  private final KnownArtifacts known;
  private final Waiters waiters = new Waiters();
  private final List<Route> routes;
  private final List<HealthCheck> checks;
  private final List<AutoCloseable> subscriptions;

  /**
   * A service that remembers what {@code events} shows it and answers waits from {@code decisions}.
   * Closing it leaves {@code store} and the ports open.
   */
  public IngestService(
      ArtifactStore store,
      EventPublisher publisher,
      EventFeed events,
      DecisionFeed decisions,
      IngestLimits limits,
      MeterRegistry registry) {
    this.index = new EventIndex(limits.eventsRemembered());
    this.known = new KnownArtifacts(store, limits.artifactsRemembered(), limits.lookupsMax());
    Intake intake = new Intake(known, index, publisher, limits.publishMillisMax());
    List<Route> all =
        new ArrayList<>(new ArtifactCalls(store, known, limits.artifactBytesMax()).routes());
    all.addAll(new ExecutionCalls(intake, waiters).routes());
    this.routes = List.copyOf(all);
    this.checks =
        List.of(new HealthCheck("artifact-store", ErrorCode.STORE_UNAVAILABLE, store::check));
    Gauge.builder("assay.ingest.waiting", waiters, Waiters::size)
        .description("Executions whose clients wait for a decision")
        .register(registry);
    this.subscriptions =
        List.of(decisions.subscribe(waiters::decided), events.subscribe(this::remember));
  }

  private void remember(ExecutionEvent event) {
    var _ = index.admit(EventIndex.Entry.of(event));
  }

  /** What the HTTP server must serve. */
  public List<Route> routes() {
    return routes;
  }

  /** What must work for this service to be ready. */
  public List<HealthCheck> checks() {
    return checks;
  }

  /** Answers everybody who waits, 202; for {@code HttpService}'s {@code beforeDrain}. */
  public void endWaits() {
    waiters.close();
  }

  @Override
  public void close() {
    endWaits();
    for (AutoCloseable subscription : subscriptions) {
      try {
        subscription.close();
      } catch (Exception e) {
        LOG.warn("event=feed_not_closed", e);
      }
    }
    known.close();
  }
}
