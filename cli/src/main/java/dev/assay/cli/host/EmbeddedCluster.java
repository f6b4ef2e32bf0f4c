package dev.assay.cli.host;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.cli.host.Host.Cluster;
import dev.assay.cli.host.Host.Role;
import dev.assay.runtime.kafka.Access;
import dev.assay.runtime.kafka.Acls;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The embedded broker with its topics, users and what they may do. */
public final class EmbeddedCluster implements Cluster, AutoCloseable {

  private final EmbeddedBroker broker;
  private final Map<Role, KafkaConfig> services = new EnumMap<>(Role.class);
  private @Nullable KafkaConfig replayer;

  private EmbeddedCluster(EmbeddedBroker broker) {
    this.broker = broker;
  }

  /**
   * Starts the broker of the system in {@code home}; topics, users and grants that are missing are
   * made, also in a directory that was written before there were any.
   *
   * @param port the client port, or 0 for a free one
   * @throws IOException when the broker's data or a user's file cannot be written
   */
  public static EmbeddedCluster start(Path home, KafkaConfig config, int port)
      throws IOException, InterruptedException {
    EmbeddedCluster cluster =
        new EmbeddedCluster(EmbeddedBroker.start(DataDirectory.broker(home), port));
    try {
      cluster.open(config);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void open(KafkaConfig config) throws IOException, InterruptedException {
    KafkaConfig anybody = config.embeddedAt(broker.bootstrap());
    KafkaConfig admin = anybody.as(broker.client(ClientFiles.ADMIN));
    Topics.create(admin);
    Acls.apply(admin);
    for (String user : Access.users()) {
      var _ = broker.client(user);
    }
    for (Role role : Role.values()) {
      services.put(role, anybody.as(broker.client(role.user())));
    }
    replayer = anybody.as(broker.client(Access.REPLAYER));
  }

  /** The settings of {@code user} for the running system in {@code home}. */
  public static Map<String, String> client(Path home, String user) throws IOException {
    return ClientFiles.of(DataDirectory.broker(home)).client(user);
  }

  /** The address for clients, {@code host:port}. */
  public String bootstrap() {
    return broker.bootstrap();
  }

  @Override
  public KafkaConfig as(Role role) {
    KafkaConfig service = services.get(role);
    if (service == null) {
      throw new IllegalStateException("expected a user of the service " + role);
    }
    return service;
  }

  @Override
  public KafkaConfig asReplayer() {
    if (replayer == null) {
      throw new IllegalStateException("expected an open cluster");
    }
    return replayer;
  }

  @Override
  public void close() {
    broker.close();
  }
}
