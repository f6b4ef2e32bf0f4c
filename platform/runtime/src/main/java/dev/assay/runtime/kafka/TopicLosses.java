package dev.assay.runtime.kafka;

import dev.assay.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;

/** Topics that somebody else made and that drop records which ours keep. */
public final class TopicLosses {

  /** Settings of a topic by which records go. */
  private static final Set<String> KEEPING = Set.of("cleanup.policy", "retention.ms");

  private static final Config NOTHING = new Config(List.of());

  private TopicLosses() {}

  /**
   * Which they are, in sentences that say what to do.
   *
   * @throws TransientException when the cluster does not answer
   */
  public static List<String> of(KafkaConfig config) throws InterruptedException {
    List<NewTopic> ours =
        Topic.all().stream().<NewTopic>map(topic -> Topics.created(config, topic)).toList();
    List<String> losses = new ArrayList<>();
    Topics.withAdmin(
        config,
        admin -> {
          List<ConfigResource> asked = ours.stream().map(TopicLosses::resource).toList();
          Map<ConfigResource, Config> kept = Topics.answer(admin.describeConfigs(asked).all());
          for (NewTopic topic : ours) {
            Config found = kept.getOrDefault(resource(topic), NOTHING);
            topic.configs().entrySet().stream()
                .filter(setting -> KEEPING.contains(setting.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .flatMap(setting -> loss(topic.name(), setting, found).stream())
                .forEach(losses::add);
          }
        });
    return losses;
  }

  private static ConfigResource resource(NewTopic topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
  }

  private static Optional<String> loss(String topic, Map.Entry<String, String> ours, Config kept) {
    ConfigEntry found = kept.get(ours.getKey());
    if (found == null || ours.getValue().equals(found.value())) {
      return Optional.empty();
    }
    String setting = ours.getKey() + "=" + ours.getValue();
    return Optional.of(
        "expected "
            + setting
            + " of "
            + topic
            + ", found "
            + found.value()
            + ": what goes is lost to assay replay, audits and a store that is made again; next:"
            + " kafka-configs.sh --alter --entity-type topics --entity-name "
            + topic
            + " --add-config "
            + setting);
  }
}
