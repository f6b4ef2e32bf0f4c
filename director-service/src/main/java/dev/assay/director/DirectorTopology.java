package dev.assay.director;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.sign.Signer;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.topic.Topic;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.Stores;

/** Three topics in, eight out; the states of work items and the deadlines of their questions. */
final class DirectorTopology {

  static final String STORE = "items";
  static final String DEADLINES = "deadlines";

  /**
   * Topics whose records have the time of their sending, by which their readers tell how long they
   * waited. The other ones have that of the fact that they follow from, and so have all messages.
   */
  static final Set<Topic<?>> WAITED_FOR =
      Set.of(Topic.VERIFICATIONS, Topic.VERIFICATIONS_LONG, Topic.DECISIONS);

  private static final String PROCESSOR = "director";

  private DirectorTopology() {}

  static Topology of(
      DirectorConfig config, Signer signer, DirectorMetrics metrics, InstantSource clock) {
    KafkaConfig kafka = config.kafka();
    ItemFold fold = new ItemFold(new DirectorStep(config.policy()));
    Topology topology = new Topology();
    topology.addSource(
        "in",
        Serdes.ByteArray().deserializer(),
        Serdes.ByteArray().deserializer(),
        inputs().stream().map(topic -> kafka.prefixed(topic.name())).toArray(String[]::new));
    topology.addProcessor(
        PROCESSOR, () -> new DirectorProcessor(config, fold, signer, metrics, clock), "in");
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(STORE), Serdes.String(), Serdes.ByteArray())
            .withCachingDisabled(),
        PROCESSOR);
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(DEADLINES), Serdes.String(), Serdes.ByteArray())
            .withCachingDisabled(),
        PROCESSOR);
    for (Topic<?> out : outputs()) {
      StreamPartitioner<byte[], byte[]> partitioner = partitioner();
      topology.addSink(
          out.name(),
          kafka.prefixed(out.name()),
          Serdes.ByteArray().serializer(),
          Serdes.ByteArray().serializer(),
          partitioner,
          PROCESSOR);
    }
    return topology;
  }

  static List<Topic<?>> inputs() {
    return List.of(Topic.EXECUTIONS, Topic.REPORTS, Topic.GOVERNANCE);
  }

  private static List<Topic<?>> outputs() {
    return List.of(
        Topic.EXECUTIONS,
        Topic.VERIFICATIONS,
        Topic.VERIFICATIONS_LONG,
        Topic.GOVERNANCE,
        Topic.ATTESTATIONS,
        Topic.DECISIONS,
        Topic.CONTROL_STATE,
        Topic.DEAD_LETTERS);
  }

  /** Keyed records go where their key says; records without a key go round the partitions. */
  private static StreamPartitioner<byte[], byte[]> partitioner() {
    AtomicInteger next = new AtomicInteger();
    return (_, key, _, partitions) ->
        key == null
            ? java.util.Optional.of(
                java.util.Set.of(Math.floorMod(next.getAndIncrement(), partitions)))
            : java.util.Optional.empty();
  }
}
