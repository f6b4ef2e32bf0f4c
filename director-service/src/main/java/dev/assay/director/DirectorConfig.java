package dev.assay.director;

import dev.assay.core.director.Policy;
import dev.assay.runtime.kafka.KafkaConfig;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How the director runs.
 *
 * @param stateDirectory where RocksDB keeps its files; survives restarts
 * @param instance a stable name, so that a restart takes its partitions back at once
 * @param threads stream threads
 * @param reportWait how long an execution waits for the next report, besides what a run may take
 * @param earlyWait how long a report waits for its execution
 * @param betweenStateAndOutput called after the state is put and before anything is sent; failure
 *     tests stop the process here
 */
public record DirectorConfig(
    KafkaConfig kafka,
    Policy policy,
    Path stateDirectory,
    String instance,
    int threads,
    Duration reportWait,
    Duration earlyWait,
    Runnable betweenStateAndOutput) {}
