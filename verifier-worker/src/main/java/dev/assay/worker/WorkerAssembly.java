package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.http.HealthCheck;
import dev.assay.llmadvisor.ModelClient;
import dev.assay.llmadvisor.ModelEndpoint;
import dev.assay.llmadvisor.ModelSection;
import dev.assay.llmadvisor.ReviewedVerifier;
import dev.assay.schemas.ErrorCode;
import dev.assay.service.ServiceContext;
import dev.assay.service.ServiceParts;
import org.jspecify.annotations.Nullable;

/**
 * A worker, put together from its configuration, in whichever process it runs.
 *
 * @param model reads reports over where its section says so
 * @param salts of the redaction key; null where nothing is committed to
 * @param supervisor names the process that starts the worker again, empty where that is another
 *     system's
 */
public record WorkerAssembly(
    WorkerSection section,
    @Nullable ModelSection model,
    ArtifactStore artifacts,
    @Nullable FieldSalts salts,
    String supervisor) {

  /** What {@code /readyz} calls the progress of a worker's queues. */
  static final String PROGRESS_CHECK = "worker-progress";

  /** Starts it. */
  public void start(ServiceContext context, ServiceParts parts) throws InterruptedException {
    WorkerService worker = worker(context, parts);
    parts.start(worker);
    parts.check(HealthCheck.telling(PROGRESS_CHECK, ErrorCode.NOT_PROGRESSING, worker::stuck));
  }

  /** A worker that is not started; what has to be closed after it is in {@code parts}. */
  WorkerService worker(ServiceContext context, ServiceParts parts) {
    return new WorkerService(
        new WorkerConfig(
            context.kafka(),
            section.name(),
            section.consumers(),
            section.lanes(),
            context.home().resolve(section.scratchDirectory()),
            section.budgetMillisMax(),
            supervisor,
            salts),
        reviewed(Verifiers.configured(section, context.home()), context, parts),
        artifacts,
        context.registry(),
        context.tracer());
  }

  /** The worker's verifiers, read over by the model where that is configured. */
  private Verifiers reviewed(Verifiers verifiers, ServiceContext context, ServiceParts parts) {
    ModelSection reviewing = model;
    if (reviewing == null || !reviewing.review()) {
      return verifiers;
    }
    ModelClient client = parts.opened(new ModelClient(ModelEndpoint.of(reviewing, context.home())));
    return verifiers.each(
        each -> new ReviewedVerifier(each, client, reviewing.excerptBytes(), context.registry()));
  }
}
