package dev.assay.service;

import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.trace.PipelineTracer;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a process lends to a service that it hosts, beside the service's own configuration.
 *
 * @param kafka the cluster, reached as that service
 * @param home what relative paths of the configuration are relative to
 * @param environment the variables that files of the configuration may name
 */
public record ServiceContext(
    KafkaConfig kafka,
    Path home,
    Map<String, String> environment,
    MeterRegistry registry,
    PipelineTracer tracer) {}
