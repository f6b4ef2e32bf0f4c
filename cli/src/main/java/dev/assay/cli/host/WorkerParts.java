package dev.assay.cli.host;

import dev.assay.artifact.ArtifactStore;
import dev.assay.llmadvisor.ModelClient;
import dev.assay.llmadvisor.ModelEndpoint;
import dev.assay.llmadvisor.ModelSection;
import dev.assay.llmadvisor.ReviewedVerifier;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.worker.Verifiers;
import dev.assay.worker.WorkerConfig;
import dev.assay.worker.WorkerService;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts a worker together as the configuration says, in whichever process it runs. */
final class WorkerParts {

  private WorkerParts() {}

  /**
   * A worker that is not started.
   *
   * @param supervisor names the process that starts it again, empty where that is another system's
   * @param opened told what has to be closed after it
   */
  static WorkerService of(
      SystemConfig config,
      Path home,
      String supervisor,
      KafkaConfig kafka,
      ArtifactStore artifacts,
      MeterRegistry registry,
      PipelineTracer tracer,
      Consumer<AutoCloseable> opened) {
    return new WorkerService(
        new WorkerConfig(
            kafka,
            config.worker().name(),
            config.worker().consumers(),
            config.worker().lanes(),
            home.resolve(config.worker().scratchDirectory()),
            config.worker().budgetMillisMax(),
            supervisor),
        reviewed(
            Verifiers.configured(config.worker(), home), config.model(), home, registry, opened),
        artifacts,
        registry,
        tracer);
  }

  /** The worker's verifiers, read over by the model where that is configured. */
  private static Verifiers reviewed(
      Verifiers verifiers,
      @Nullable ModelSection model,
      Path home,
      MeterRegistry registry,
      Consumer<AutoCloseable> opened) {
    if (model == null || !model.review()) {
      return verifiers;
    }
    ModelClient client = new ModelClient(ModelEndpoint.of(model, home));
    opened.accept(client);
    return verifiers.each(
        each -> new ReviewedVerifier(each, client, model.excerptBytes(), registry));
  }
}
