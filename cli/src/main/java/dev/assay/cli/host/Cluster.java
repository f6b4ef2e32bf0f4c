package dev.assay.cli.host;

import dev.assay.runtime.kafka.KafkaConfig;

/** How the services of this process reach the cluster: each as itself. */
@FunctionalInterface
public interface Cluster {

  /** The cluster for the service {@code role}. */
  KafkaConfig as(Role role);

  /** The cluster for calls that read dead letters and send their records again. */
  default KafkaConfig asReplayer() {
    return as(Role.INGEST);
  }
}
