package dev.assay.store.api;

import dev.assay.core.redaction.FieldSalts;
import dev.assay.http.HealthCheck;
import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Route;
import dev.assay.http.Route.Handler;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import dev.assay.store.AttestationStore;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes that read a store, and the pages of the console that shows what they read. */
public final class ReadService {

  private final AttestationStore store;
  private final ChangeSignal news = new ChangeSignal();
  private final List<Route> routes;

  /**
   * Reads {@code store}, which stays open when this is dropped.
   *
   * @param evidence where explanations and disclosures read reports, claims and artifacts, and what
   *     expired is seen
   * @param salts of the redaction key; null where nothing can be disclosed
   * @param clock what time it is where a call does not say until when
   * @param publicLog whether everybody may read the tiles of the log, which hold the statements of
   *     all fleets
   */
  public ReadService(
      AttestationStore store,
      EvidenceSource evidence,
      @Nullable FieldSalts salts,
      InstantSource clock,
      boolean publicLog) {
    this.store = store;
    ReadRetry settling = new ReadRetry();
    List<Route> all = new ArrayList<>();
    AttestationCalls attestations = new AttestationCalls(store, settling);
    all.addAll(attestations.routes());
    all.addAll(new DisclosureCalls(attestations, evidence, salts).routes());
    all.addAll(new FailureCalls(store, clock).routes());
    all.addAll(new PromotionCalls(store).routes());
    all.addAll(new ErrorRateCalls(store).routes());
    all.addAll(new ManifestCalls(store).routes());
    Expired expired = new Expired(store, evidence);
    WorkItemCalls items =
        new WorkItemCalls(
            store,
            new Explanations(store, evidence, expired),
            new Lineages(store, expired),
            settling,
            news);
    all.addAll(items.routes());
    all.addAll(new HookCalls(items).routes());
    all.addAll(new ApprovalCalls(store).routes());
    all.addAll(new LogCalls(store, publicLog ? Permission.ANYBODY : Permission.INSPECT).routes());
    all.addAll(ConsoleCalls.routes());
    this.routes = all.stream().map(ReadService::guarded).toList();
  }

  /** What the HTTP server must serve. */
  public List<Route> routes() {
    return routes;
  }

  /** What must work for this service to be ready. */
  public List<HealthCheck> checks() {
    return List.of(
        HealthCheck.telling("attestation-log", ErrorCode.STORE_CONTRADICTION, store::contradiction),
        HealthCheck.telling("attestation-store", ErrorCode.STORE_UNAVAILABLE, store::problem));
  }

  /**
   * Wakes the event streams, which otherwise look for news twice a second. Whoever writes to the
   * store may call it after each write.
   */
  public void storeChanged() {
    news.arrived();
  }

  private static Route guarded(Route route) {
    Handler handler = route.handler();
    return route.handledBy(request -> {
      try {
        return handler.handle(request);
      } catch (StoreUnavailableException e) {
        throw new ProblemException(
            ErrorCode.STORE_UNAVAILABLE,
            "expected to reach the attestation store, found that it does not answer; retry");
      } catch (StoreCorruptException e) {
        throw new ProblemException(
            ErrorCode.STORE_CONTRADICTION,
            "expected the rows of all that is logged, found that the database and the log"
                + " contradict each other; the operator's /readyz says what to do");
      } catch (RejectedException e) {
        throw new ProblemException(e.rejection());
      }
    });
  }
}
