package dev.assay.cli.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.artifact.ArtifactsSection;
import dev.assay.canary.CanarySection;
import dev.assay.config.Yaml;
import dev.assay.director.DirectorSection;
import dev.assay.http.HttpSection;
import dev.assay.ingest.IngestSection;
import dev.assay.llmadvisor.ModelSection;
import dev.assay.reexecution.ReexecutionProvider;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.trace.TelemetrySection;
import dev.assay.schemas.Secrets;
import dev.assay.schemas.json.Json;
import dev.assay.store.AttestationKeys;
import dev.assay.store.KeysSection;
import dev.assay.store.LogSection;
import dev.assay.store.StoreConfig;
import dev.assay.store.StoreSection;
import dev.assay.store.outgoing.OutgoingSection;
import dev.assay.worker.WorkerSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of every service, one section for each component, whose record has its defaults
 * and bounds; each service reads the sections that concern it. A section that is left out has its
 * defaults, and {@code model} none.
 */
public record SystemConfig(
    KafkaConfig kafka,
    ArtifactsSection artifacts,
    StoreSection store,
    KeysSection keys,
    LogSection log,
    HttpSection http,
    WorkerSection worker,
    DirectorSection director,
    IngestSection ingest,
    TelemetrySection telemetry,
    @Nullable ModelSection model,
    CanarySection canary,
    OutgoingSection outgoing) {

  public SystemConfig {
    kafka = orDefaults(kafka, KafkaConfig.class);
    artifacts = orDefaults(artifacts, ArtifactsSection.class);
    store = orDefaults(store, StoreSection.class);
    keys = orDefaults(keys, KeysSection.class);
    log = orDefaults(log, LogSection.class);
    http = orDefaults(http, HttpSection.class);
    worker = orDefaults(worker, WorkerSection.class);
    director = orDefaults(director, DirectorSection.class);
    ingest = orDefaults(ingest, IngestSection.class);
    telemetry = orDefaults(telemetry, TelemetrySection.class);
    canary = orDefaults(canary, CanarySection.class);
    outgoing = orDefaults(outgoing, OutgoingSection.class);
    outgoing.requireWitnessed(log);
    if (director.reexecution() == null) {
      JsonNode settings = worker.verifiers().get(ReexecutionProvider.TYPE);
      boolean commands = settings != null && !settings.path("commands").isEmpty();
      director = director.withReexecution(commands ? List.of(DirectorSection.ALL) : List.of());
    }
  }

  /** The configuration in {@code file}, or nothing but defaults. */
  public static SystemConfig read(@Nullable Path file, Map<String, String> environment) {
    return file == null
        ? Yaml.parse("{}", "defaults", SystemConfig.class, environment)
        : Yaml.read(file.toAbsolutePath().normalize(), SystemConfig.class, environment);
  }

  /** What relative paths in {@code file} are relative to: its directory. */
  public static Path home(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    return parent == null ? Path.of("").toAbsolutePath() : parent;
  }

  private static <T> T orDefaults(@Nullable T section, Class<T> type) {
    return section == null ? Yaml.parse("{}", "defaults", type, Map.of()) : section;
  }

  /** This configuration with another cluster. */
  public SystemConfig withKafka(KafkaConfig other) {
    return new SystemConfig(
        other, artifacts, store, keys, log, http, worker, director, ingest, telemetry, model,
        canary, outgoing);
  }

  /** This configuration with other sections of worker and director. */
  public SystemConfig with(WorkerSection otherWorker, DirectorSection otherDirector) {
    return new SystemConfig(
        kafka,
        artifacts,
        store,
        keys,
        log,
        http,
        otherWorker,
        otherDirector,
        ingest,
        telemetry,
        model,
        canary,
        outgoing);
  }

  /** The attestation store that is not to be opened, with the keys that are there. */
  public StoreConfig storeAtRest(Path home) {
    return StoreConfig.of(store, log, keys, home, AttestationKeys.present(keys, home));
  }

  /** The effective values as JSON for people; secrets are masked. */
  public String effective() {
    JsonNode tree = Json.toTree(this);
    mask(tree);
    return tree.toPrettyString();
  }

  private static void mask(JsonNode node) {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        JsonNode child = object.get(name);
        if (child.isTextual() && Secrets.named(name)) {
          object.put(name, Secrets.MASK);
        } else if (child.isTextual() && child.textValue().contains("://")) {
          object.put(name, Secrets.masked(child.textValue()));
        } else {
          mask(child);
        }
      }
    } else {
      node.forEach(SystemConfig::mask);
    }
  }
}
