package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {

  @TempDir private Path directory;

  @Test
  void aPortThatSomebodyTookMeanwhileIsGivenUpForAnother() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int client = free();
      Queue<Integer> ports =
          new ArrayDeque<>(List.of(taken.getLocalPort(), free(), client, free()));

      try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0, ports::remove)) {
        assertThat(broker.bootstrap()).isEqualTo("127.0.0.1:" + client);
      }
    }
  }

  @Test
  void aStrangerIsHeardOnNeitherPort() throws Exception {
    int port = free();
    int controller = free();
    Queue<Integer> ports = new ArrayDeque<>(List.of(port, controller));
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(directory.resolve("kafka"), 0, ports::remove)) {
      Map<String, String> forged = new HashMap<>(broker.client("worker"));
      forged.put("sasl.jaas.config", ClientFiles.jaas("worker", ClientFiles.randomSecret()));
      Map<String, String> nobody = new HashMap<>(broker.client("worker"));
      nobody.put("sasl.jaas.config", ClientFiles.jaas("nobody", ClientFiles.randomSecret()));
      Map<String, String> self = new HashMap<>(broker.client("worker"));
      self.put("sasl.jaas.config", ClientFiles.jaas("broker", ClientFiles.randomSecret()));

      for (Map<String, String> settings : List.of(Map.<String, String>of(), forged, nobody, self)) {
        assertThatThrownBy(() -> topics("bootstrap.servers", port, settings))
            .hasRootCauseInstanceOf(KafkaException.class);
        assertThatThrownBy(() -> topics("bootstrap.controllers", controller, settings))
            .hasRootCauseInstanceOf(KafkaException.class);
      }
      assertThat(topics("bootstrap.servers", port, broker.client(ClientFiles.ADMIN))).isEmpty();
    }
  }

  @Test
  void whomNothingIsGrantedMaySeeAndChangeNothing() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
        Admin admin = admin(broker, ClientFiles.ADMIN);
        Admin worker = admin(broker, "worker")) {
      NewTopic topic = new NewTopic("a", 1, (short) 1);
      assertThatThrownBy(() -> worker.createTopics(List.of(topic)).all().get())
          .hasRootCauseInstanceOf(AuthorizationException.class);
      var _ = admin.createTopics(List.of(topic)).all().get();

      assertThat(worker.listTopics().names().get()).isEmpty();
      assertThatThrownBy(() -> worker.describeTopics(List.of("a")).allTopicNames().get())
          .hasRootCauseInstanceOf(AuthorizationException.class);
    }
  }

  @Test
  void processesThatAskForAUserAtOnceGetOneSecretThatOnlyTheirOwnerReads() throws Exception {
    Path data = directory.resolve("kafka");
    Set<Map<String, String>> seen = ConcurrentHashMap.newKeySet();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      for (int i = 0; i < 64; i++) {
        var _ = threads.submit(() -> seen.add(ClientFiles.of(data).client("ingest")));
      }
    }

    Path file = ClientFiles.of(data).file("ingest");
    assertThat(seen).hasSize(1);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
  }

  private static Admin admin(EmbeddedBroker broker, String user) throws IOException {
    return Admin.create(settings("bootstrap.servers", broker.bootstrap(), broker.client(user)));
  }

  private static Set<String> topics(String where, int port, Map<String, String> client)
      throws Exception {
    try (Admin admin = Admin.create(settings(where, "127.0.0.1:" + port, client))) {
      if (where.equals("bootstrap.controllers")) {
        return Set.of(admin.describeCluster().clusterId().get());
      }
      return admin.listTopics().names().get();
    }
  }

  private static Map<String, Object> settings(
      String where, String address, Map<String, String> client) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put(where, address);
    settings.put("default.api.timeout.ms", 3_000);
    settings.put("request.timeout.ms", 2_000);
    return settings;
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
