package dev.assay.cli.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.agencyverify.agency.DataDirectory;
import dev.assay.agencyverify.pipeline.ScriptGrants;
import dev.assay.agencyverify.pipeline.ScriptVerifier;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.artifact.S3ArtifactStore;
import dev.assay.artifact.S3Config;
import dev.assay.canary.CanaryGroundTruth;
import dev.assay.canary.CanaryRule;
import dev.assay.canary.CanaryScripts;
import dev.assay.cfverify.pipeline.SubResultConfig;
import dev.assay.cfverify.pipeline.SubResultVerifier;
import dev.assay.core.director.Policy;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.delegation.pipeline.DelegationGrants;
import dev.assay.delegation.pipeline.DelegationVerifier;
import dev.assay.director.PolicyReader;
import dev.assay.policygate.PolicyGateVerifier;
import dev.assay.process.ProcessRunner;
import dev.assay.quick.pipeline.GroundTruth;
import dev.assay.quick.pipeline.GroundTruths;
import dev.assay.quick.pipeline.QuickTraceVerifier;
import dev.assay.runtime.config.AssayConfig;
import dev.assay.runtime.config.ConfigException;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.Secrets;
import dev.assay.screenshot.ScreenshotVerifier;
import dev.assay.store.AttestationKey;
import dev.assay.store.AttestationStore;
import dev.assay.store.StoreConfig;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.testreport.TestReportVerifier;
import dev.assay.verifier.Verifier;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens what the configuration names: stores, keys, verifiers. */
public final class Backends {

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRES = "jdbc:postgresql:";

  /** Scripts that run at the same time in one worker. */
  private static final int SCRIPTS_RUNNING_MAX = 4;

  private Backends() {}

  /** What relative paths in {@code configFile} are relative to: its directory. */
  public static Path home(Path configFile) {
    Path parent = configFile.toAbsolutePath().normalize().getParent();
    return parent == null ? Path.of("").toAbsolutePath() : parent;
  }

  /** The cluster at {@code bootstrap} as {@code config} describes it. */
  public static KafkaConfig kafka(AssayConfig.Kafka config, String bootstrap) {
    return new KafkaConfig(
        bootstrap,
        config.topicPrefix(),
        config.partitions(),
        config.replicationFactor(),
        config.client());
  }

  /** The director's policy: the configured one, else the standard one. */
  public static Policy policy(
      AssayConfig.Director config, Path home, Map<String, String> environment) {
    String file = config.policy();
    return file == null
        ? PolicyReader.standard()
        : PolicyReader.read(home.resolve(file), environment);
  }

  /** The object store; {@code home} is what relative paths are relative to. */
  public static ArtifactStore artifacts(AssayConfig.Artifacts config, Path home)
      throws IOException {
    AssayConfig.S3 s3 = config.s3();
    return s3 == null
        ? DirectoryArtifactStore.open(home.resolve(config.directory()))
        : S3ArtifactStore.open(
            new S3Config(
                URI.create(s3.endpoint()),
                s3.region(),
                s3.bucket(),
                s3.prefix(),
                s3.accessKey(),
                s3.secretKey(),
                true,
                home.resolve(config.spoolDirectory())));
  }

  static AttestationStore store(
      AssayConfig config, Path home, AttestationKey key, List<AttestationKey> retired) {
    List<AttestationKey> keys = new ArrayList<>();
    keys.add(key);
    keys.addAll(retired);
    return AttestationStore.open(storeConfig(config, home, keys), Clock.systemUTC());
  }

  /** The attestation store that is not to be opened, with the keys that are there. */
  public static StoreConfig storeConfig(AssayConfig config, Path home) {
    List<AttestationKey> keys = new ArrayList<>();
    ServiceKeys.present(config.keys(), home).ifPresent(keys::add);
    keys.addAll(retired(config.keys(), home));
    return storeConfig(config, home, keys);
  }

  private static StoreConfig storeConfig(AssayConfig config, Path home, List<AttestationKey> keys) {
    return new StoreConfig(
        home.resolve(config.store().logDirectory()),
        database(config.store(), home),
        config.log().origin(),
        home.resolve(config.keys().checkpoint()),
        keys);
  }

  /** The database of the attestation store. */
  public static DatabaseConfig database(AssayConfig.Store store, Path home) {
    String url = store.jdbcUrl();
    if (url.startsWith(SQLITE)) {
      return new DatabaseConfig.Sqlite(home.resolve(url.substring(SQLITE.length())));
    }
    if (!url.startsWith(POSTGRES)) {
      throw new ConfigException(
          "expected store.jdbcUrl to begin with "
              + SQLITE
              + " or "
              + POSTGRES
              + "//, found "
              + Secrets.masked(url));
    }
    return new DatabaseConfig.Postgres(
        url,
        Objects.requireNonNullElse(store.user(), ""),
        Objects.requireNonNullElse(store.password(), ""));
  }

  /** The attestation keys that were in use before. */
  public static List<AttestationKey> retired(AssayConfig.Keys keys, Path home) {
    return keys.retired().stream()
        .map(key -> new AttestationKey(publicKey(home.resolve(key.file())), key.begin(), key.end()))
        .toList();
  }

  private static Ed25519PublicKey publicKey(Path file) {
    try {
      return Ed25519PublicKey.ofPem(Files.readString(file));
    } catch (IOException | RejectedInputException e) {
      throw new ConfigException(
          "expected an Ed25519 public key in PEM, as GET /v1/keys gives it, in "
              + file
              + "; found: "
              + e.getMessage());
    }
  }

  static List<Verifier> verifiers(AssayConfig.Worker config, Path home, GroundTruths groundTruths) {
    List<Verifier> verifiers = new ArrayList<>();
    verifiers.add(new TestReportVerifier());
    verifiers.add(new QuickTraceVerifier(groundTruths));
    verifiers.add(subResults(config.verifiers().get(SubResultVerifier.TYPE)));
    verifiers.add(scripts(config.verifiers().get(ScriptVerifier.TYPE), home));
    verifiers.add(delegations(config.verifiers().get(DelegationVerifier.TYPE)));
    verifiers.add(new PolicyGateVerifier());
    verifiers.add(new ScreenshotVerifier());
    return verifiers;
  }

  /** The verifiers of {@code policy}, as canaries ask for them. */
  static Map<String, CanaryRule> canaryRules(Policy policy) {
    Map<String, CanaryRule> rules = new HashMap<>();
    policy
        .verifiers()
        .forEach((type, rule) -> rules.put(type, new CanaryRule(rule.slow(), rule.budgetMillis())));
    return rules;
  }

  /**
   * The databases that the worker's verifiers may read, with the one for canaries.
   *
   * @throws ConfigException when the configuration takes the name of that one
   */
  static GroundTruths groundTruths(AssayConfig.Worker config, Path home) {
    Map<String, GroundTruth> named = new HashMap<>();
    if (config.groundTruths().containsKey(CanaryGroundTruth.NAME)) {
      throw new ConfigException(
          "expected ground truths of the worker under other names than "
              + CanaryGroundTruth.NAME
              + ", which is reserved; choose another name");
    }
    named.put(
        CanaryGroundTruth.NAME,
        new GroundTruth.Made(
            home.resolve(config.scratchDirectory()).resolve(CanaryGroundTruth.FILE_NAME),
            CanaryGroundTruth::write));
    config
        .groundTruths()
        .forEach((name, truth) ->
            named.put(
                name,
                truth.sqlite() == null
                    ? new GroundTruth.Postgres(Objects.requireNonNull(truth.postgresUrl()))
                    : new GroundTruth.Sqlite(home.resolve(truth.sqlite()))));
    return new GroundTruths(named);
  }

  private static Verifier subResults(@Nullable JsonNode section) {
    return new SubResultVerifier(
        section == null ? SubResultConfig.NONE : SubResultConfig.of(section));
  }

  private static Verifier delegations(@Nullable JsonNode section) {
    return new DelegationVerifier(
        section == null ? DelegationGrants.NONE : DelegationGrants.of(section),
        InstantSource.system());
  }

  private static ScriptGrants grants(@Nullable JsonNode section) {
    List<String> commands = new ArrayList<>();
    boolean unisolated = false;
    if (section != null) {
      JsonNode listed = section.path("commands");
      listed.forEach(command -> commands.add(command.textValue()));
      JsonNode open = section.path("unisolated");
      if (!(listed.isMissingNode() || listed.isArray())
          || commands.contains(null)
          || !(open.isMissingNode() || open.isBoolean())) {
        throw new ConfigException(
            "expected a list of shell texts in worker.verifiers.script.commands and true or false"
                + " in worker.verifiers.script.unisolated, found something else; correct them, or"
                + " leave them out to allow neither");
      }
      unisolated = open.asBoolean(false);
    }
    return new ScriptGrants(commands, CanaryScripts.ALL, unisolated);
  }

  private static Verifier scripts(@Nullable JsonNode section, Path home) {
    Optional<DataDirectory> data = Optional.empty();
    int runningMax = SCRIPTS_RUNNING_MAX;
    if (section != null) {
      JsonNode running = section.path("runningMax");
      if (!running.isMissingNode()
          && (!running.isIntegralNumber()
              || !running.canConvertToInt()
              || running.intValue() < 1)) {
        throw new ConfigException(
            "expected a number of at least 1 in worker.verifiers.script.runningMax, found "
                + running
                + "; correct it, or leave it out for the default");
      }
      runningMax = running.asInt(SCRIPTS_RUNNING_MAX);
      if (section.path("dataDirectory").isTextual()) {
        data =
            Optional.of(new DataDirectory(home.resolve(section.path("dataDirectory").textValue())));
      }
    }
    return new ScriptVerifier(
        data,
        grants(section),
        new ProcessRunner(runningMax),
        InstantSource.system(),
        Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin"));
  }
}
