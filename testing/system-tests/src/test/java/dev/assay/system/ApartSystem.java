package dev.assay.system;

import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.json.Json;
import dev.assay.testkit.s3.S3Server;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The services as processes of their own on three Kafka brokers, which are processes too and keep
 * three copies of each record, PostgreSQL and an S3 API.
 */
final class ApartSystem implements AutoCloseable {

  private static final int BROKERS = 3;
  private static final int PARTITIONS = 4;

  /** The collector and heap with which a service is started; the compilers as they come. */
  private static final List<String> SERVICE =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:+UseParallelGC",
          "-Xmx512m");

  private final Path home;
  private final List<Closeable> open = new ArrayList<>();
  private final String bootstrap;
  private String configuration = "";
  private @Nullable Api ingest;
  private int workers;

  private ApartSystem(Path home) throws IOException, InterruptedException {
    this.home = home;
    int[] ports = freePorts(2 * BROKERS);
    this.bootstrap = addresses(ports, 0, "127.0.0.1:%2$d");
    String voters = addresses(ports, BROKERS, "%1$d@127.0.0.1:%2$d");
    String cluster = Uuid.randomUuid().toString();
    for (int i = 0; i < BROKERS; i++) {
      Child broker = broker(i + 1, cluster, ports[i], ports[BROKERS + i], voters);
      open.add(broker::close);
    }
  }

  /** Starts everything, with one worker. */
  static ApartSystem start(Path home) throws Exception {
    ApartSystem system = new ApartSystem(home);
    try {
      system.startServices();
      return system;
    } catch (Exception | AssertionError e) {
      system.close();
      throw e;
    }
  }

  private static String addresses(int[] ports, int from, String format) {
    return IntStream.range(0, BROKERS)
        .mapToObj(i -> format.formatted(i + 1, ports[from + i]))
        .collect(Collectors.joining(","));
  }

  private Child broker(int id, String cluster, int port, int controllerPort, String voters)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectories(home.resolve("broker-" + id));
    Path properties = directory.resolve("server.properties");
    Files.writeString(
        properties,
        """
        process.roles=broker,controller
        node.id=%d
        listeners=CLIENTS://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
        advertised.listeners=CLIENTS://127.0.0.1:%d
        controller.listener.names=CONTROLLER
        inter.broker.listener.name=CLIENTS
        listener.security.protocol.map=CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT
        controller.quorum.voters=%s
        log.dirs=%s
        auto.create.topics.enable=false
        default.replication.factor=3
        min.insync.replicas=2
        offsets.topic.replication.factor=3
        offsets.topic.num.partitions=4
        share.coordinator.state.topic.replication.factor=3
        share.coordinator.state.topic.min.isr=2
        share.coordinator.state.topic.num.partitions=4
        group.initial.rebalance.delay.ms=0
        group.share.max.delivery.count.limit=25
        group.share.max.partition.max.record.locks=10000
        """
            .formatted(
                id,
                port,
                controllerPort,
                port,
                voters,
                Files.createDirectory(directory.resolve("log"))));
    try (Child format =
        Child.start(
            "kafka.tools.StorageTool",
            SERVICE,
            Map.of(),
            directory.resolve("format.out"),
            "format",
            "-t",
            cluster,
            "-c",
            properties.toString())) {
      if (format.exitCode() != 0) {
        throw new IOException("expected a formatted directory, found: " + format.output());
      }
    }
    return Child.start(
        "kafka.Kafka", SERVICE, Map.of(), directory.resolve("broker.out"), properties.toString());
  }

  private void startServices() throws Exception {
    S3Server objects = S3Server.start(home.resolve("s3"));
    open.add(objects::close);
    EmbeddedPostgres postgres = EmbeddedPostgres.start();
    open.add(postgres);
    configuration =
        """
        kafka: {bootstrap: "%s", partitions: %d, replicationFactor: %d}
        artifacts:
          s3: {endpoint: "%s", region: %s, bucket: assay, accessKey: %s, secretKey: %s}
        store: {jdbcUrl: "jdbc:postgresql://127.0.0.1:%d/postgres", user: postgres}
        keys: {attestationPublic: %s}
        http: {port: 0, auth: none}
        canary: {intervalSeconds: 0}
        """
            .formatted(
                bootstrap,
                PARTITIONS,
                BROKERS,
                objects.endpoint(),
                objects.region(),
                objects.accessKey(),
                objects.secretKey(),
                postgres.getPort(),
                Json.toTree(home.resolve("director/keys/attestation.pub.pem").toString()));
    var _ = service("director", "director"); // first, since it alone may create the topics
    ingest = service("ingest", "ingest");
    var _ = service("store", "store");
    workers(1);
  }

  /** Has so many workers, which are not fewer than before. */
  void workers(int count) throws IOException {
    while (workers < count) {
      workers++;
      var _ = service("worker", "worker-" + workers);
    }
  }

  private Api service(String role, String name) throws IOException {
    Path directory = Files.createDirectories(home.resolve(name));
    Path file = directory.resolve("assay.yaml");
    Files.writeString(file, configuration + "worker: {name: " + name + "}\n");
    Child child =
        Child.start(SERVICE, directory.resolve("output"), role, "--config", file.toString());
    open.add(child::close);
    Api api = child.ready(role);
    open.add(api::close);
    return api;
  }

  /** Where events are posted. */
  Api ingest() {
    if (ingest == null) {
      throw new IllegalStateException("expected a started system");
    }
    return ingest;
  }

  /** The cluster, for a measurement of its own. */
  KafkaConfig kafka() {
    return KafkaConfig.embedded(bootstrap, Map.of());
  }

  private static int[] freePorts(int count) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    int[] ports = new int[count];
    for (int i = 0; i < count; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      held.add(socket);
      ports[i] = socket.getLocalPort();
    }
    for (ServerSocket socket : held) {
      socket.close();
    }
    return ports;
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : open.reversed()) {
      each.close();
    }
  }
}
