package dev.assay.worker;

import dev.assay.core.redaction.FieldSalts;
import dev.assay.runtime.kafka.KafkaConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a worker runs.
 *
 * @param name told with every report
 * @param consumers bulk share consumers for fast verifiers
 * @param lanes lanes for long verifiers, at least one: overruns and repeats go there
 * @param scratchDirectory where runs get their scratch directories
 * @param budgetMillisMax the longest run, whatever a request allows
 * @param supervisor names the process that starts this worker again when it dies, for as long as
 *     that lives; empty where there is none that ends with it
 * @param salts of the redaction key; null where nothing is committed to
 */
public record WorkerConfig(
    KafkaConfig kafka,
    String name,
    int consumers,
    int lanes,
    Path scratchDirectory,
    long budgetMillisMax,
    String supervisor,
    @Nullable FieldSalts salts) {

  public WorkerConfig {
    if (consumers < 1 || lanes < 1) {
      throw new IllegalArgumentException(
          "expected at least one consumer and one lane of a worker, found "
              + consumers
              + " and "
              + lanes
              + "; correct worker.consumers and worker.lanes");
    }
  }
}
