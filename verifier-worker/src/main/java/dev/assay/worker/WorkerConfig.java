package dev.assay.worker;

import dev.assay.runtime.kafka.KafkaConfig;
import java.nio.file.Path;

/**
 * How a worker runs.
 *
 * @param name told with every report
 * @param consumers bulk share consumers for fast verifiers
 * @param lanes lanes for long verifiers; 0 for none
 * @param scratchDirectory where runs get their scratch directories
 */
public record WorkerConfig(
    KafkaConfig kafka, String name, int consumers, int lanes, Path scratchDirectory) {}
