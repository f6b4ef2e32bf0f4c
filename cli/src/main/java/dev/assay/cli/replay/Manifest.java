package dev.assay.cli.replay;

import dev.assay.cli.replay.TopicRecords.Extent;
import dev.assay.core.director.Policy;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code manifest.json} of an export: what it holds and what it was read from.
 *
 * @param format {@link #FORMAT}
 * @param source the system that was read, for people
 * @param topicPrefix what stands before topic names on the broker
 * @param policies the policies that were in force, oldest first
 * @param attestationKeys public keys in PEM whose signatures the attestations have
 * @param log the transparency log, or null when it was not read
 * @param artifacts whether reports and the artifacts they judge are in {@code artifacts/}
 */
record Manifest(
    String format,
    String source,
    String topicPrefix,
    List<Partition> partitions,
    List<Policy> policies,
    List<String> attestationKeys,
    @Nullable Log log,
    boolean artifacts) {

  /** Name and version of the format. */
  static final String FORMAT = "assay-export/1";

  /**
   * One partition, in the file {@code topics/<topic>-<partition>.ndjson}.
   *
   * @param topic the topic without prefix
   * @param first as {@link Extent#first}
   */
  record Partition(String topic, int partition, long first, long end, long settled) {

    Partition {
      topic = Require.present("topic", topic);
    }

    String file() {
      return "topics/" + topic + "-" + partition + ".ndjson";
    }
  }

  /**
   * The log, whose entries are in {@code log.ndjson}.
   *
   * @param checkpoint the signed note
   * @param key the key of the checkpoint, as a verifier key, or null when it is not known
   */
  record Log(String checkpoint, @Nullable String key) {}

  Manifest {
    format = Require.present("format", format);
    topicPrefix = Require.optionalText("topicPrefix", topicPrefix, Limits.ID_CHARS_MAX);
    topicPrefix = topicPrefix == null ? "" : topicPrefix;
    partitions = Require.list("partitions", partitions, ReplayLimits.PARTITIONS_MAX);
    policies = Require.list("policies", policies, Limits.VERIFIERS_MAX);
    attestationKeys = Require.list("attestationKeys", attestationKeys, Limits.VERIFIERS_MAX);
  }
}
