package dev.assay.runtime.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.KeyNames;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.Secrets;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.VerificationRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of every service; each reads the sections that concern it. A section or member
 * that is left out has the default of its record, and {@code model} none; an unknown one is an
 * error.
 */
public record AssayConfig(
    Kafka kafka,
    Artifacts artifacts,
    Store store,
    Keys keys,
    Log log,
    Http http,
    Worker worker,
    Director director,
    Ingest ingest,
    Telemetry telemetry,
    @Nullable Model model,
    Canary canary) {

  /** The most consumers of one process: so many members a share group of Kafka may have. */
  public static final int GROUP_MEMBERS_MAX = 1_000;

  public AssayConfig {
    kafka = orDefaults(kafka, Kafka.class);
    artifacts = orDefaults(artifacts, Artifacts.class);
    store = orDefaults(store, Store.class);
    keys = orDefaults(keys, Keys.class);
    log = orDefaults(log, Log.class);
    http = orDefaults(http, Http.class);
    worker = orDefaults(worker, Worker.class);
    director = orDefaults(director, Director.class);
    ingest = orDefaults(ingest, Ingest.class);
    telemetry = orDefaults(telemetry, Telemetry.class);
    canary = orDefaults(canary, Canary.class);
  }

  /** A configuration of nothing but defaults. */
  public static AssayConfig defaults() {
    return empty(AssayConfig.class);
  }

  /** This configuration with another cluster. */
  public AssayConfig withKafka(Kafka other) {
    return new AssayConfig(
        other, artifacts, store, keys, log, http, worker, director, ingest, telemetry, model,
        canary);
  }

  /** This configuration with another HTTP section. */
  public AssayConfig withHttp(Http other) {
    return new AssayConfig(
        kafka, artifacts, store, keys, log, other, worker, director, ingest, telemetry, model,
        canary);
  }

  /** This configuration with another worker section. */
  public AssayConfig withWorker(Worker other) {
    return new AssayConfig(
        kafka, artifacts, store, keys, log, http, other, director, ingest, telemetry, model,
        canary);
  }

  private static <T> T orDefaults(@Nullable T section, Class<T> type) {
    return section == null ? empty(type) : section;
  }

  private static <T> T empty(Class<T> type) {
    return Yaml.parse("{}", "defaults", type, Map.of());
  }

  /**
   * The cluster.
   *
   * @param topicPrefix put before every topic, group and application name; may be empty
   * @param replicationFactor of new topics; -1 leaves it to the brokers
   */
  public record Kafka(
      String bootstrap,
      String topicPrefix,
      Integer partitions,
      Short replicationFactor,
      Map<String, String> client) {

    /** A name on the broker has 249 characters; the longest of ours takes less than the rest. */
    public static final int TOPIC_PREFIX_CHARS_MAX = 200;

    /** The brokers create no more partitions in one request. */
    public static final int PARTITIONS_MAX = 10_000;

    private static final short BROKERS_REPLICATION = -1;
    private static final Pattern TOPIC_PREFIX =
        Pattern.compile("[A-Za-z0-9._-]{0," + TOPIC_PREFIX_CHARS_MAX + "}");

    public Kafka {
      bootstrap = Objects.requireNonNullElse(bootstrap, "127.0.0.1:9092");
      topicPrefix = Objects.requireNonNullElse(topicPrefix, "assay.");
      requireForm(
          "kafka.topicPrefix",
          topicPrefix,
          TOPIC_PREFIX,
          "at most " + TOPIC_PREFIX_CHARS_MAX + " letters, digits, dots, _ and -");
      partitions = Objects.requireNonNullElse(partitions, 4);
      requireBetween("kafka.partitions", partitions, 1, PARTITIONS_MAX);
      replicationFactor = Objects.requireNonNullElse(replicationFactor, (short) 1);
      if (replicationFactor < 1 && replicationFactor != BROKERS_REPLICATION) {
        throw new ConfigException(
            "expected kafka.replicationFactor of at least 1, or "
                + BROKERS_REPLICATION
                + " for the brokers' own, found "
                + replicationFactor
                + "; give at most as many as there are brokers");
      }
      client = Map.copyOf(Objects.requireNonNullElse(client, Map.of()));
    }

    /** The same cluster, with other client settings. */
    public Kafka as(Map<String, String> settings) {
      return new Kafka(bootstrap, topicPrefix, partitions, replicationFactor, settings);
    }
  }

  /** The object store: a directory unless {@code s3} is given. */
  public record Artifacts(String directory, @Nullable S3 s3, Long bytesMax, String spoolDirectory) {

    public Artifacts {
      directory = Objects.requireNonNullElse(directory, "artifacts");
      bytesMax = Objects.requireNonNullElse(bytesMax, Limits.ARTIFACT_BYTES_MAX);
      requireBetween("artifacts.bytesMax", bytesMax, 1, Long.MAX_VALUE);
      spoolDirectory = Objects.requireNonNullElse(spoolDirectory, "spool");
    }
  }

  /** An S3 endpoint. */
  public record S3(
      String endpoint,
      String region,
      String bucket,
      String accessKey,
      String secretKey,
      String prefix) {

    private static final Pattern PREFIX = Pattern.compile("([^/].*/)?", Pattern.DOTALL);

    public S3 {
      requireGiven("endpoint", endpoint);
      requireGiven("bucket", bucket);
      requireGiven("accessKey", accessKey);
      requireGiven("secretKey", secretKey);
      requireHttp("artifacts.s3.endpoint", endpoint);
      region = Objects.requireNonNullElse(region, "us-east-1");
      requireGiven("region", region);
      prefix = Objects.requireNonNullElse(prefix, "");
      requireForm(
          "artifacts.s3.prefix",
          prefix,
          PREFIX,
          "nothing, or a text such as artifacts/ that ends in /");
    }

    private static void requireGiven(String member, @Nullable String value) {
      if (value == null || value.isBlank()) {
        throw new ConfigException(
            "expected artifacts.s3."
                + member
                + ", found none; give endpoint, bucket, accessKey and"
                + " secretKey");
      }
    }
  }

  private static void requireBetween(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new ConfigException(
          "expected "
              + name
              + (max >= Integer.MAX_VALUE
                  ? " of at least " + min
                  : " between " + min + " and " + max)
              + ", found "
              + value
              + "; correct it, or leave it out for the default");
    }
  }

  private static void requireForm(String name, String value, Pattern form, String inWords) {
    if (!form.matcher(value).matches()) {
      throw new ConfigException(
          "expected "
              + name
              + " to be "
              + inWords
              + ", found "
              + Require.quoted(value)
              + "; correct it, or leave it out for the default");
    }
  }

  private static void requireHttp(String name, String address) {
    URI uri;
    try {
      uri = new URI(address);
    } catch (URISyntaxException e) {
      throw new ConfigException(
          "expected an http or https address in " + name + ", found " + e.getReason());
    }
    if (!List.of("http", "https").contains(uri.getScheme()) || uri.getHost() == null) {
      throw new ConfigException(
          "expected an http or https address in "
              + name
              + ", as in https://host:9000, found "
              + Secrets.masked(address));
    }
    if (uri.getQuery() != null) {
      throw new ConfigException(
          "expected an address without a query in " + name + ", found one behind its \"?\"");
    }
  }

  /** The attestation store: SQLite or PostgreSQL, and the log's files. */
  public record Store(
      String jdbcUrl, @Nullable String user, @Nullable String password, String logDirectory) {

    public Store {
      jdbcUrl = Objects.requireNonNullElse(jdbcUrl, "jdbc:sqlite:store.db");
      logDirectory = Objects.requireNonNullElse(logDirectory, "log");
    }
  }

  /**
   * Files of keys in PEM. A private one is PKCS#8 and made on first start by the service that signs
   * with it.
   *
   * @param attestation the director's private key
   * @param attestationPublic its public half, which the director writes and a store reads that is
   *     not of the same process
   * @param checkpoint the store's private key
   * @param retired attestation keys that were in use before
   */
  public record Keys(
      String attestation, String attestationPublic, String checkpoint, List<RetiredKey> retired) {

    public Keys {
      attestation = Objects.requireNonNullElse(attestation, "keys/attestation.pem");
      attestationPublic = Objects.requireNonNullElse(attestationPublic, "keys/attestation.pub.pem");
      checkpoint = Objects.requireNonNullElse(checkpoint, "keys/checkpoint.pem");
      retired = List.copyOf(Objects.requireNonNullElse(retired, List.of()));
    }
  }

  /**
   * An attestation key that no longer signs.
   *
   * @param file its public key in PEM, as {@code GET /v1/keys} gives it
   * @param notBefore RFC 3339 time from which it signed
   * @param notAfter RFC 3339 time until which its signatures are accepted
   */
  public record RetiredKey(String file, String notBefore, String notAfter) {

    public RetiredKey {
      if (file == null || notBefore == null || notAfter == null) {
        throw new ConfigException(
            "expected file, notBefore and notAfter of each key in keys.retired");
      }
      if (!instant(notBefore).isBefore(instant(notAfter))) {
        throw new ConfigException(
            "expected notBefore before notAfter in keys.retired, found "
                + notBefore
                + " and "
                + notAfter);
      }
    }

    /** From when it signed. */
    public Instant begin() {
      return instant(notBefore);
    }

    /** Until when it signed. */
    public Instant end() {
      return instant(notAfter);
    }

    private static Instant instant(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException e) {
        throw new ConfigException(
            "expected a time such as 2026-11-22T08:00:00Z in keys.retired, found " + text);
      }
    }
  }

  /** The transparency log. */
  public record Log(String origin) {

    public Log {
      origin = Objects.requireNonNullElse(origin, "assay.local/log");
      if (!KeyNames.valid(origin)) {
        throw new ConfigException(
            "expected log.origin of 1 to "
                + KeyNames.CHARS_MAX
                + " characters without spaces, + and control characters, found "
                + Require.quoted(origin)
                + "; give it a form such as example.org/log");
      }
    }
  }

  /**
   * The HTTP server.
   *
   * @param auth {@code token} or {@code none}; the latter on loopback only
   */
  public record Http(String host, Integer port, String auth, String tokenFile) {

    private static final int PORT_MAX = 65_535;

    public Http {
      host = Objects.requireNonNullElse(host, "127.0.0.1");
      port = Objects.requireNonNullElse(port, 7070);
      auth = Objects.requireNonNullElse(auth, "token");
      if (!auth.equals("token") && !auth.equals("none")) {
        throw new ConfigException("expected http.auth to be token or none, found " + auth);
      }
      requireBetween("http.port", port, 0, PORT_MAX);
      tokenFile = Objects.requireNonNullElse(tokenFile, "token");
    }
  }

  /**
   * A worker.
   *
   * @param verifiers configuration of single verifiers, by type, passed through as it is
   * @param budgetMillisMax the longest run, whatever a request allows
   */
  public record Worker(
      String name,
      Integer consumers,
      Integer lanes,
      String scratchDirectory,
      Map<String, GroundTruth> groundTruths,
      Map<String, JsonNode> verifiers,
      Long budgetMillisMax) {

    private static final Pattern NAME =
        Pattern.compile("[^\\p{Cntrl}]{1," + Limits.ID_CHARS_MAX + "}");

    public Worker {
      name = Objects.requireNonNullElse(name, "worker-1");
      requireForm(
          "worker.name",
          name,
          NAME,
          "1 to " + Limits.ID_CHARS_MAX + " characters without control characters");
      consumers = Objects.requireNonNullElse(consumers, 2);
      lanes = Objects.requireNonNullElse(lanes, 4);
      requireBetween("worker.consumers", consumers, 1, GROUP_MEMBERS_MAX);
      requireBetween("worker.lanes", lanes, 1, GROUP_MEMBERS_MAX);
      scratchDirectory = Objects.requireNonNullElse(scratchDirectory, "scratch");
      groundTruths = Map.copyOf(Objects.requireNonNullElse(groundTruths, Map.of()));
      verifiers = Map.copyOf(Objects.requireNonNullElse(verifiers, Map.of()));
      budgetMillisMax =
          Objects.requireNonNullElse(budgetMillisMax, VerificationRequest.BUDGET_MILLIS_MAX);
      requireBetween(
          "worker.budgetMillisMax", budgetMillisMax, 1, VerificationRequest.BUDGET_MILLIS_MAX);
    }

    /** The same worker, with other sections of its verifiers. */
    public Worker with(Map<String, JsonNode> sections) {
      return new Worker(
          name, consumers, lanes, scratchDirectory, groundTruths, sections, budgetMillisMax);
    }
  }

  /** A database that verifiers may read: a SQLite file or a PostgreSQL URL of a read-only role. */
  public record GroundTruth(@Nullable String sqlite, @Nullable String postgresUrl) {

    public GroundTruth {
      if ((sqlite == null) == (postgresUrl == null)) {
        throw new ConfigException(
            "expected either sqlite or postgresUrl for each database in worker.groundTruths,"
                + " found both or none; give one of them");
      }
    }
  }

  /** The director. */
  public record Director(
      @Nullable String policy, String stateDirectory, String instance, Integer threads) {

    /** Stream threads unless configured otherwise; each sends requests of its own. */
    public static final int THREADS_DEFAULT = 1;

    private static final Pattern INSTANCE = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    public Director {
      stateDirectory = Objects.requireNonNullElse(stateDirectory, "director");
      instance = Objects.requireNonNullElse(instance, "director-1");
      requireForm(
          "director.instance", instance, INSTANCE, "1 to 200 letters, digits, dots, _ and -");
      threads = Objects.requireNonNullElse(threads, THREADS_DEFAULT);
      requireBetween("director.threads", threads, 1, GROUP_MEMBERS_MAX);
    }
  }

  /**
   * The ingest service.
   *
   * @param inFlightMax events on their way to the broker at once
   * @param rememberedEvents events that tell a repeat from a conflict
   * @param rememberedDecisions decisions in which open questions are looked for at the start
   */
  public record Ingest(Integer inFlightMax, Integer rememberedEvents, Integer rememberedDecisions) {

    public Ingest {
      inFlightMax = Objects.requireNonNullElse(inFlightMax, 2_000);
      requireBetween("ingest.inFlightMax", inFlightMax, 1, Integer.MAX_VALUE);
      rememberedEvents = Objects.requireNonNullElse(rememberedEvents, 200_000);
      requireBetween("ingest.rememberedEvents", rememberedEvents, 0, Integer.MAX_VALUE);
      rememberedDecisions = Objects.requireNonNullElse(rememberedDecisions, 200_000);
      requireBetween("ingest.rememberedDecisions", rememberedDecisions, 0, Integer.MAX_VALUE);
    }
  }

  /**
   * A model behind an OpenAI-compatible endpoint; without this section nobody asks one.
   *
   * @param url what {@code /chat/completions} is appended to
   * @param keyFile file with the bearer token, or null
   * @param review whether the worker has reports read over
   * @param excerptBytes bytes of an artifact's beginning that a review shows; none unless told
   * @param lanes plans that are asked for at once
   */
  public record Model(
      String url,
      String name,
      @Nullable String keyFile,
      @Nullable Integer timeoutMillis,
      @Nullable Integer responseBytesMax,
      Boolean review,
      Integer excerptBytes,
      Integer lanes) {

    /** The longest time for an answer: two minutes. */
    public static final int TIMEOUT_MILLIS_MAX = 120_000;

    /** The most bytes of an answer. */
    public static final int RESPONSE_BYTES_MAX = 1024 * 1024;

    /** The most bytes that a review shows of an artifact. */
    public static final int EXCERPT_BYTES_MAX = 16 * 1024;

    /** The most plans that are asked for at once. */
    public static final int LANES_MAX = 64;

    public Model {
      if (url == null || name == null) {
        throw new ConfigException("expected url and name in the section model, found one or none");
      }
      if (timeoutMillis != null) {
        requireBetween("model.timeoutMillis", timeoutMillis, 1, TIMEOUT_MILLIS_MAX);
      }
      if (responseBytesMax != null) {
        requireBetween("model.responseBytesMax", responseBytesMax, 1, RESPONSE_BYTES_MAX);
      }
      review = Objects.requireNonNullElse(review, false);
      excerptBytes = Objects.requireNonNullElse(excerptBytes, 0);
      requireBetween("model.excerptBytes", excerptBytes, 0, EXCERPT_BYTES_MAX);
      lanes = Objects.requireNonNullElse(lanes, 4);
      requireBetween("model.lanes", lanes, 1, LANES_MAX);
    }
  }

  /**
   * Spans of the pipeline's stages.
   *
   * @param otlpEndpoint base URL of an OTLP receiver, or null for what {@code
   *     OTEL_EXPORTER_OTLP_ENDPOINT} says; without either nothing is recorded
   */
  public record Telemetry(@Nullable String otlpEndpoint) {

    public Telemetry {
      if (otlpEndpoint != null) {
        requireHttp("telemetry.otlpEndpoint", otlpEndpoint);
      }
    }
  }

  /**
   * The canaries, which the director's process sends.
   *
   * @param intervalSeconds from one round to the next; 0 sends none
   */
  public record Canary(Integer intervalSeconds) {

    /** The longest interval: a day. */
    public static final int INTERVAL_SECONDS_MAX = 86_400;

    public Canary {
      intervalSeconds = Objects.requireNonNullElse(intervalSeconds, 300);
      requireBetween("canary.intervalSeconds", intervalSeconds, 0, INTERVAL_SECONDS_MAX);
    }
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
      node.forEach(AssayConfig::mask);
    }
  }
}
