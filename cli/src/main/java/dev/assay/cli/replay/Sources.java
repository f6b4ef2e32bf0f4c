package dev.assay.cli.replay;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.artifact.Retention;
import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.cli.CommandException;
import dev.assay.cli.host.DataDirectory;
import dev.assay.cli.host.EmbeddedCluster;
import dev.assay.cli.host.SystemConfig;
import dev.assay.core.director.Policy;
import dev.assay.core.log.NoteKey;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.runtime.kafka.Access;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.store.AttestationKeys;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens what a replay reads: an embedded system, a cluster, an export. */
final class Sources {

  private final SystemConfig config;
  private final Path home;
  private final List<AutoCloseable> opened = new ArrayList<>();

  private Sources(SystemConfig config, Path home) {
    this.config = config;
    this.home = home;
  }

  /** An export; {@code policies} replace those in it unless there are none. */
  static History export(Path directory, List<Policy> policies) throws IOException {
    ExportRecords records = ExportRecords.open(directory);
    Manifest manifest = records.manifest();
    List<AutoCloseable> opened = new ArrayList<>();
    ArtifactStore artifacts = null;
    Path objects = directory.resolve("artifacts");
    if (manifest.artifacts() && Files.isDirectory(objects)) {
      artifacts = DirectoryArtifactStore.open(objects);
      opened.add(artifacts);
    }
    Path list = directory.resolve(ExportWriter.EXPIRED);
    Set<String> expired = Files.exists(list) ? Set.copyOf(Files.readAllLines(list)) : Set.of();
    return new History(
        "the export " + directory,
        records,
        policies.isEmpty() ? manifest.policies() : policies,
        manifest.attestationKeys().stream().map(Ed25519PublicKey::ofPem).toList(),
        records.log(),
        artifacts,
        (sha256, _) -> expired.contains(sha256),
        opened);
  }

  /**
   * An embedded system. When nobody has its lock, its broker is started for the time of the replay;
   * nothing is written to its topics.
   */
  static History embedded(Path home, SystemConfig config, List<Policy> policies, Progress progress)
      throws IOException, InterruptedException {
    Sources sources = new Sources(config, home);
    try {
      Optional<FileChannel> lock = DataDirectory.lock(home);
      KafkaConfig kafka;
      if (lock.isPresent()) {
        sources.opened.add(lock.get());
        progress.stage("starting the broker of the stopped system");
        EmbeddedBroker broker = EmbeddedBroker.start(DataDirectory.broker(home), 0);
        sources.opened.add(broker);
        kafka = config.kafka().at(broker.bootstrap()).as(broker.client(ClientFiles.ADMIN));
      } else {
        kafka = config.kafka().at(recorded(home)).as(EmbeddedCluster.client(home, Access.OPERATOR));
      }
      String state = lock.isPresent() ? "stopped" : "running";
      return sources.open(
          "the embedded system in " + home + " (" + state + ")",
          kafka,
          lock.isEmpty(),
          true,
          policies,
          progress);
    } catch (IOException | InterruptedException | RuntimeException e) {
      History.closeAll(sources.opened);
      throw e;
    }
  }

  private static String recorded(Path home) throws IOException {
    Path file = DataDirectory.bootstrap(home);
    if (!Files.exists(file)) {
      throw new CommandException(
          "BROKER_UNAVAILABLE",
          "expected the running system's address in " + file + ", found none; wait until it is up");
    }
    return Files.readString(file).strip();
  }

  /**
   * A cluster.
   *
   * @param configured whether {@code config} names the stores that belong to it
   */
  static History cluster(
      String bootstrap,
      SystemConfig config,
      Path home,
      boolean configured,
      List<Policy> policies,
      Progress progress)
      throws IOException, InterruptedException {
    Sources sources = new Sources(config, home);
    try {
      return sources.open(
          "the cluster at " + bootstrap,
          config.kafka().at(bootstrap),
          true,
          configured,
          policies,
          progress);
    } catch (IOException | InterruptedException | RuntimeException e) {
      History.closeAll(sources.opened);
      throw e;
    }
  }

  private History open(
      String description,
      KafkaConfig kafka,
      boolean live,
      boolean stores,
      List<Policy> policies,
      Progress progress)
      throws IOException, InterruptedException {
    KafkaRecords records = KafkaRecords.open(kafka);
    opened.add(records);
    if (live) {
      progress.stage("waiting until the system has taken what is on its topics");
      records.awaitQuiet();
    }
    records.noteStore();
    LogView log = stores ? log() : null;
    records.cut();
    ArtifactStore artifacts = stores ? artifacts() : null;
    Retention retention = config.artifacts().retention(InstantSource.system());
    return new History(
        description,
        records,
        policies,
        keys(stores),
        log,
        artifacts,
        (_, lastUse) -> retention.expired(lastUse).isPresent(),
        opened);
  }

  private @Nullable LogView log() throws IOException {
    DatabaseConfig database = config.store().database(home);
    Path directory = home.resolve(config.store().logDirectory());
    if (!Files.isDirectory(directory)
        || database instanceof DatabaseConfig.Sqlite(Path file) && !Files.exists(file)) {
      return null;
    }
    AttestationIndex index = AttestationIndex.reading(database);
    opened.add(index);
    Path key = home.resolve(config.keys().checkpoint());
    NoteKey signs =
        Files.exists(key)
            ? new NoteKey(config.log().origin(), Ed25519Key.load(key).publicKey())
            : null;
    return LogView.of(directory, signs, index);
  }

  private @Nullable ArtifactStore artifacts() throws IOException {
    boolean there =
        config.artifacts().s3() != null
            || Files.isDirectory(home.resolve(config.artifacts().directory()));
    if (!there) {
      return null;
    }
    ArtifactStore artifacts = config.artifacts().open(home);
    opened.add(artifacts);
    return artifacts;
  }

  private List<Ed25519PublicKey> keys(boolean stores) {
    List<Ed25519PublicKey> keys = new ArrayList<>();
    if (stores) {
      AttestationKeys.present(config.keys(), home).ifPresent(key -> keys.add(key.key()));
      AttestationKeys.retired(config.keys(), home).forEach(retired -> keys.add(retired.key()));
    }
    return keys;
  }
}
