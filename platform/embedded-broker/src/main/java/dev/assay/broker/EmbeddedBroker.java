package dev.assay.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One KRaft broker and controller in this process, on loopback, with its data in a directory that
 * survives restarts and kills. Ports may change from start to start. Both want SASL; whom {@link
 * ClientFiles} name may connect, and may do what ACLs grant. Without an ACL nobody but {@link
 * ClientFiles#ADMIN} may do anything.
 */
public final class EmbeddedBroker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final int NODE_ID = 1;

  /** The broker's own user, whose secret no file has. */
  private static final String SELF = "broker";

  private static final int BIND_ATTEMPTS_MAX = 5;

  /**
   * What the log cleaner reads and writes in a second, on average: it shares the machine with all
   * that waits for an answer, and what it leaves now it does when there is less to do.
   */
  private static final int CLEANER_BYTES_PER_SECOND_MAX = 16 * 1024 * 1024;

  private final KafkaRaftServer server;
  private final String bootstrap;
  private final ClientFiles clients;

  private EmbeddedBroker(KafkaRaftServer server, String bootstrap, ClientFiles clients) {
    this.server = server;
    this.bootstrap = bootstrap;
    this.clients = clients;
  }

  /**
   * Starts a broker; formats {@code directory} first when it is new.
   *
   * @param port the client port, or 0 for a free one
   * @throws IOException when the directory cannot be formatted
   */
  public static EmbeddedBroker start(Path directory, int port) throws IOException {
    return start(directory, port, EmbeddedBroker::freePort);
  }

  /**
   * What is done when a broker of this process cannot go on, its disk being full for example.
   * Unless told otherwise it ends the process with status 1.
   */
  public static void whenItCannotGoOn(Runnable action) {
    Exit.setHaltProcedure((_, _) -> action.run());
    Exit.setExitProcedure((_, _) -> action.run());
  }

  /** A port that was free a moment ago. */
  @FunctionalInterface
  interface FreePorts {
    int next() throws IOException;
  }

  /** Starts a broker; a port that somebody else took meanwhile is given up for another one. */
  static EmbeddedBroker start(Path directory, int port, FreePorts ports) throws IOException {
    Files.createDirectories(directory);
    format(directory);
    ClientFiles clients = ClientFiles.of(directory);
    String secret = ClientFiles.randomSecret();
    for (int attempt = 1; ; attempt++) {
      int clientPort = port == 0 ? ports.next() : port;
      KafkaRaftServer server =
          new KafkaRaftServer(
              new KafkaConfig(
                  properties(directory, clientPort, ports.next(), jaas(clients, secret)), false),
              Time.SYSTEM);
      try {
        server.startup();
        return new EmbeddedBroker(server, "127.0.0.1:" + clientPort, clients);
      } catch (RuntimeException e) {
        server.shutdown();
        server.awaitShutdown();
        if (!taken(e) || attempt == BIND_ATTEMPTS_MAX) {
          throw e;
        }
        LOG.atInfo().addKeyValue("attempt", attempt).setCause(e).log("a port was taken meanwhile");
      }
    }
  }

  private static boolean taken(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return true;
      }
    }
    return false;
  }

  /** The address for clients, {@code host:port}. */
  public String bootstrap() {
    return bootstrap;
  }

  /**
   * The settings with which a client connects as {@code user}, who is made when there is none.
   *
   * @throws IOException when the user's file can neither be read nor made
   */
  public Map<String, String> client(String user) throws IOException {
    return clients.client(user);
  }

  /** Stops the broker and waits until its files are closed. */
  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  private static void format(Path directory) throws IOException {
    if (Files.exists(directory.resolve("meta.properties"))) {
      return;
    }
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setPrintStream(silent)
          .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(NODE_ID)
          .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
          .setIgnoreFormatted(true)
          .setControllerListenerName("CONTROLLER")
          .setHasDynamicQuorum(false)
          .addDirectory(directory.toString())
          .setMetadataLogDirectory(directory.toString())
          .run();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("expected to format the broker's directory " + directory, e);
    }
  }

  /** What both listeners log in with, as the broker's own user, and where the others' files are. */
  private static String jaas(ClientFiles clients, String secret) {
    String login = ClientFiles.jaas(SELF, secret);
    String directory = clients.directory().toString().replace("\\", "\\\\").replace("\"", "\\\"");
    return login.substring(0, login.length() - 1)
        + " "
        + FileCredentials.DIRECTORY
        + "=\""
        + directory
        + "\";";
  }

  /** Settings measured for one node on loopback; see docs/design/0003-embedded-broker.md. */
  private static Properties properties(
      Path directory, int clientPort, int controllerPort, String jaas) {
    Properties p = new Properties();
    for (String listener : List.of("clients", "controller")) {
      String prefix = "listener.name." + listener + ".";
      String mechanism = prefix + ClientFiles.MECHANISM.toLowerCase(Locale.ROOT) + ".";
      p.setProperty(prefix + "sasl.enabled.mechanisms", ClientFiles.MECHANISM);
      p.setProperty(mechanism + "sasl.jaas.config", jaas);
      p.setProperty(
          mechanism + "sasl.server.callback.handler.class", FileCredentials.class.getName());
    }
    p.setProperty("sasl.mechanism.inter.broker.protocol", ClientFiles.MECHANISM);
    p.setProperty("sasl.mechanism.controller.protocol", ClientFiles.MECHANISM);
    p.setProperty("authorizer.class.name", StandardAuthorizer.class.getName());
    p.setProperty("allow.everyone.if.no.acl.found", "false");
    p.setProperty("super.users", "User:" + SELF + ";User:" + ClientFiles.ADMIN);
    p.setProperty("process.roles", "broker,controller");
    p.setProperty("node.id", Integer.toString(NODE_ID));
    p.setProperty(
        "listeners",
        "CLIENTS://127.0.0.1:" + clientPort + ",CONTROLLER://127.0.0.1:" + controllerPort);
    p.setProperty("advertised.listeners", "CLIENTS://127.0.0.1:" + clientPort);
    p.setProperty("controller.listener.names", "CONTROLLER");
    p.setProperty(
        "listener.security.protocol.map", "CLIENTS:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT");
    p.setProperty("inter.broker.listener.name", "CLIENTS");
    p.setProperty("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
    p.setProperty("log.dirs", directory.toString());
    p.setProperty("auto.create.topics.enable", "false");
    p.setProperty("offsets.topic.replication.factor", "1");
    p.setProperty("offsets.topic.num.partitions", "1");
    p.setProperty("transaction.state.log.replication.factor", "1");
    p.setProperty("transaction.state.log.min.isr", "1");
    p.setProperty("transaction.state.log.num.partitions", "1");
    p.setProperty("share.coordinator.state.topic.replication.factor", "1");
    p.setProperty("share.coordinator.state.topic.min.isr", "1");
    p.setProperty("share.coordinator.state.topic.num.partitions", "1");
    p.setProperty("group.initial.rebalance.delay.ms", "0");
    p.setProperty("group.consumer.heartbeat.interval.ms", "1000");
    p.setProperty("group.consumer.min.heartbeat.interval.ms", "500");
    p.setProperty("group.share.heartbeat.interval.ms", "1000");
    p.setProperty("group.share.min.heartbeat.interval.ms", "500");
    p.setProperty("group.share.session.timeout.ms", "10000");
    p.setProperty("group.share.min.session.timeout.ms", "6000");
    p.setProperty("group.share.assignment.interval.ms", "0");
    p.setProperty("group.share.max.size", "1000");
    p.setProperty("group.share.max.delivery.count.limit", "25");
    p.setProperty("group.share.min.record.lock.duration.ms", "1000");
    p.setProperty("group.share.max.partition.max.record.locks", "10000");
    p.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(16 * 1024 * 1024));
    p.setProperty(
        "log.cleaner.io.max.bytes.per.second", Integer.toString(CLEANER_BYTES_PER_SECOND_MAX));
    p.setProperty("log.segment.bytes", Integer.toString(128 * 1024 * 1024));
    p.setProperty("num.network.threads", "2");
    p.setProperty("num.io.threads", "4");
    p.setProperty("broker.session.timeout.ms", "1500");
    p.setProperty("broker.heartbeat.interval.ms", "300");
    p.setProperty("controller.quorum.election.timeout.ms", "200");
    p.setProperty("controller.quorum.election.backoff.max.ms", "100");
    return p;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
