package dev.assay.store.outgoing;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import dev.assay.runtime.kafka.Groups;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Settings;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.store.LogSection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of decisions. Sent by the store, with no text of artifacts.
 *
 * @param hosts hosts that may be reached, {@code NAME} or {@code NAME:PORT}; an address that is not
 *     public only when it is named itself
 * @param keys files with the private keys that sign webhooks, all of them; the first is made when
 *     it is not there ({@code keys/webhook.pem} without the list)
 * @param endpoints who is told, by name
 */
public record OutgoingSection(
    List<String> hosts, List<String> keys, Map<String, Endpoint> endpoints) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  private static final String SOURCE_DEFAULT = "urn:assay";
  private static final Pattern SOURCE =
      Pattern.compile("[!-~]{1," + OutgoingLimits.SOURCE_CHARS_MAX + "}");

  /** What is sent. */
  public enum Kind {
    /** A webhook by the Standard Webhooks specification. */
    @JsonProperty("webhook")
    WEBHOOK,
    /** A message as Slack and those who copy it read it. */
    @JsonProperty("slack")
    SLACK,
    /** CDEvents on the topic {@code cdevents}. */
    @JsonProperty("cdevents")
    CDEVENTS,
    /** The event {@code gen_ai.evaluation.result} over OTLP/HTTP, on the agent's trace. */
    @JsonProperty("otlp")
    OTLP
  }

  /**
   * One of them.
   *
   * @param kind {@code webhook}, {@code slack}, {@code otlp}, or {@code cdevents}, which is a topic
   *     of that name
   * @param secretUrl where it is sent, and not for {@code cdevents}; who knows the address of a
   *     chat may write there; of {@code otlp} the whole address, which mostly ends in {@code
   *     /v1/logs}
   * @param source of {@code cdevents}: the URI by which receivers know this system
   * @param decisions kinds of decisions that are told, such as {@code HALT}; all when empty
   * @param workItems patterns of work items, {@code *} for any characters; all when empty
   * @param fleets fleets whose work is told; all when empty
   * @param tries tries of one message, 1 to 20, before it becomes a dead letter
   * @param cosigned whether a promotion is told only when a quorum of {@code log.witnesses} has
   *     cosigned a checkpoint that covers it
   */
  public record Endpoint(
      Kind kind,
      @Nullable String secretUrl,
      String source,
      List<DecisionKind> decisions,
      List<String> workItems,
      List<String> fleets,
      Integer tries,
      Boolean cosigned) {

    public Endpoint {
      kind = Objects.requireNonNullElse(kind, Kind.WEBHOOK);
      if (kind != Kind.CDEVENTS) {
        Settings.given("outgoing.endpoints.secretUrl", secretUrl);
      } else if (secretUrl != null) {
        throw new ConfigException(
            "expected no outgoing.endpoints.secretUrl of an endpoint whose kind is cdevents, found"
                + " one; its events go to a topic");
      }
      source = Objects.requireNonNullElse(source, SOURCE_DEFAULT);
      Settings.matching(
          "outgoing.endpoints.source",
          source,
          SOURCE,
          "a URI without blanks of at most " + OutgoingLimits.SOURCE_CHARS_MAX + " characters");
      decisions = decisions == null ? List.of() : List.copyOf(decisions);
      workItems = bounded("outgoing.endpoints.workItems", workItems, OutgoingLimits.FILTER_MAX);
      fleets = bounded("outgoing.endpoints.fleets", fleets, OutgoingLimits.FILTER_MAX);
      tries = Objects.requireNonNullElse(tries, OutgoingLimits.TRIES_DEFAULT);
      Settings.between("outgoing.endpoints.tries", tries, 1, OutgoingLimits.TRIES_MAX);
      cosigned = Objects.requireNonNullElse(cosigned, false);
    }
  }

  public OutgoingSection {
    hosts = bounded("outgoing.hosts", hosts, OutgoingLimits.HOSTS_MAX);
    keys = bounded("outgoing.keys", keys, OutgoingLimits.KEYS_MAX);
    endpoints = endpoints == null ? Map.of() : new TreeMap<>(endpoints);
    Settings.between(
        "outgoing.endpoints (their number)", endpoints.size(), 0, OutgoingLimits.ENDPOINTS_MAX);
    List<AllowedHost> allowed = allowed(hosts);
    endpoints.forEach((name, endpoint) -> {
      Settings.matching(
          "outgoing.endpoints", name, NAME, "names of 1 to 40 small letters, digits and -");
      String url = endpoint.secretUrl();
      if (url != null && !reachable(url, allowed)) {
        throw new ConfigException(
            "expected outgoing.endpoints."
                + name
                + ".secretUrl to be an http or https address whose host outgoing.hosts names, found"
                + " another");
      }
    });
  }

  /**
   * Refuses endpoints that wait for witnesses where {@code log} has none.
   *
   * @throws ConfigException for the first one
   */
  public void requireWitnessed(LogSection log) {
    endpoints.forEach((name, endpoint) -> {
      if (endpoint.cosigned() && log.witnesses() == null) {
        throw new ConfigException(
            "expected log.witnesses, since outgoing.endpoints."
                + name
                + ".cosigned waits for them, found none; see docs/witness.md");
      }
    });
  }

  private static List<String> bounded(String key, @Nullable List<String> given, int max) {
    List<String> list = given == null ? List.of() : List.copyOf(given);
    Settings.between(key + " (their number)", list.size(), 0, max);
    return list;
  }

  private static List<AllowedHost> allowed(List<String> hosts) {
    try {
      return hosts.stream().map(AllowedHost::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new ConfigException("in outgoing.hosts: " + e.getMessage());
    }
  }

  /** Before any name is looked up. */
  private static boolean reachable(String url, List<AllowedHost> allowed) {
    try {
      AllowedHost target = EgressPolicy.hostAndPort(url);
      return allowed.stream()
          .anyMatch(each ->
              each.host().equals(target.host())
                  && (each.port() == AllowedHost.ANY_PORT || each.port() == target.port()));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /** What may be reached. */
  EgressPolicy policy() {
    return new EgressPolicy(allowed(hosts));
  }

  /** The name under which an endpoint's offsets are committed, without prefix. */
  static String group(String endpoint) {
    return Groups.OUTGOING + endpoint;
  }
}
