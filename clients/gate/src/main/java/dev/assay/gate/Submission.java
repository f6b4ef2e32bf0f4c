package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.client.AssayClient;
import dev.assay.client.AssayException;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceData;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.Risk;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends evidence of one claim and waits for what is decided, for a bounded time. */
final class Submission {

  private static final Set<ArtifactRole> OF_COMMANDS =
      EnumSet.of(ArtifactRole.TEST_REPORT, ArtifactRole.TEST_LOG);

  /** What whoever reads the execution has to know of the rules that it followed. */
  private static final String OTHER_RULES =
      "The rules of this claim are those of a " + RepositoryFile.NAME + " that is not committed.";

  private final AssayClient client;
  private final URI url;
  private final RepositoryFile rules;
  private final Repository repository;
  private final Duration limit;
  private volatile boolean decided;

  /**
   * Who sends, and as what.
   *
   * @param source of the event
   * @param agent the agent unless the repository's file names one
   * @param claims ours ({@link #claims})
   * @param producer what made the reports and logs of tests, or null
   * @param vouches whether it is evidence about the work of somebody else
   * @param traceparent the trace that it belongs to, or null
   */
  record Sender(
      String source,
      String agent,
      List<String> claims,
      @Nullable Producer producer,
      boolean vouches,
      @Nullable String traceparent) {}

  /**
   * What became of it.
   *
   * @param explanation of the decision
   * @param summary the statement of the promotion, when one was made and is asked for
   */
  record Judged(JsonNode explanation, @Nullable JsonNode summary) {}

  /**
   * {@code claim} with what has to be known of the rules.
   *
   * @param committed whether they are those of the commit
   */
  static List<String> claims(String claim, boolean committed) {
    return committed ? List.of(claim) : List.of(claim, OTHER_RULES);
  }

  Submission(AssayClient client, URI url, RepositoryFile rules, Repository repository) {
    this(client, url, rules, repository, GateLimits.GRACE);
  }

  /** The same, with another time for everything but the wait. */
  Submission(
      AssayClient client, URI url, RepositoryFile rules, Repository repository, Duration grace) {
    this.client = client;
    this.url = url;
    this.rules = rules;
    this.repository = repository;
    this.limit = Duration.ofSeconds(rules.waitSeconds()).plus(grace);
  }

  /**
   * What is decided on {@code evidence}: the explanation of that decision, whatever else is decided
   * on its work item meanwhile.
   *
   * @throws GateException with UNREACHABLE, NOT_DECIDED or a code of the server
   */
  JsonNode explained(Evidence evidence, Sender sender, int attempt) throws InterruptedException {
    return judged(evidence, sender, attempt, false).explanation();
  }

  /**
   * The same.
   *
   * @param summarized whether the summary of a promotion is asked for too
   */
  Judged judged(Evidence evidence, Sender sender, int attempt, boolean summarized)
      throws InterruptedException {
    try {
      return Timed.within(limit, "submission", () -> send(evidence, sender, attempt, summarized));
    } catch (TimeoutException _) {
      throw decided ? unshown() : unanswered();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw translated(cause == null ? e : cause);
    }
  }

  private Judged send(Evidence evidence, Sender sender, int attempt, boolean summarized)
      throws IOException, InterruptedException {
    String id = UUID.randomUUID().toString();
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("workItem", rules.workItem()).put("attempt", attempt);
    store(evidence, sender, data.putArray("artifacts"));
    ObjectNode event =
        CloudEvents.traced(CloudEvents.document(sender.source(), id, data), sender.traceparent());
    if (sender.vouches()) {
      event.put("type", EvidenceData.TYPE);
      if (repository.commit() != null) {
        data.put("commit", repository.commit());
      }
    } else {
      work(data.put("run", id), sender);
    }
    JsonNode decision =
        client.submit(event, Duration.ofSeconds(rules.waitSeconds())).orElseThrow(this::undecided);
    decided = true;
    JsonNode explanation = explanation(decision.path("id").asText());
    return new Judged(
        explanation,
        summarized && decision.hasNonNull("promotion")
            ? client.verificationSummary(decision.path("promotion").asText())
            : null);
  }

  /** The explanation of a decision that the store may not show yet. */
  private JsonNode explanation(String decision) throws IOException, InterruptedException {
    Duration pause = GateLimits.EXPLANATION_PAUSE;
    while (true) {
      try {
        JsonNode explained = client.explanation(rules.workItem(), decision);
        if (explained.path("decision").path("id").asText().equals(decision)) {
          return explained;
        }
        throw undecided();
      } catch (AssayException e) {
        if (!e.code().equals("NOT_FOUND")) {
          throw e;
        }
        Thread.sleep(pause);
        pause =
            pause.compareTo(GateLimits.EXPLANATION_PAUSE_MAX) < 0 ? pause.multipliedBy(2) : pause;
      }
    }
  }

  private void store(Evidence evidence, Sender sender, ArrayNode artifacts)
      throws IOException, InterruptedException {
    for (Evidence.Item item : evidence.items()) {
      ArtifactRef stored = client.put(item.role(), item.mediaType(), item.content());
      ObjectNode artifact =
          artifacts
              .addObject()
              .put("role", stored.role().wire())
              .put("sha256", stored.sha256())
              .put("size", stored.size())
              .put("mediaType", stored.mediaType());
      Producer producer = sender.producer();
      if (producer != null && OF_COMMANDS.contains(item.role())) {
        artifact.set("producer", Json.toTree(producer));
      }
    }
  }

  /** What an execution says besides its artifacts, and who vouches does not. */
  private void work(ObjectNode data, Sender sender) {
    String named = rules.agent();
    data.putObject("agent")
        .put("fleet", rules.fleet())
        .put("id", named == null ? sender.agent() : named);
    if (repository.commit() != null) {
      data.putObject("target").put("commit", repository.commit());
    }
    sender.claims().forEach(data.putArray("claims")::add);
    rules.requires().forEach(data.putArray("requires")::add);
    if (rules.groundTruth() != null) {
      data.put("groundTruth", rules.groundTruth());
    }
    Risk risk = rules.risk();
    if (risk != null) {
      data.put("risk", risk.wire());
    }
  }

  private GateException undecided() {
    return new GateException(
        "NOT_DECIDED",
        "expected a decision on "
            + rules.workItem()
            + " within "
            + rules.waitSeconds()
            + " s, found none; it comes later: assay explain "
            + rules.workItem());
  }

  /** The store is away, or behind. */
  private GateException unshown() {
    return new GateException(
        "NOT_DECIDED",
        "expected the decision on "
            + rules.workItem()
            + " to be shown within "
            + limit.toSeconds()
            + " s, found that it is not yet; it comes later: assay explain "
            + rules.workItem());
  }

  /** The server keeps silent or is overloaded, so that nobody knows whether it has the evidence. */
  private GateException unanswered() {
    return new GateException(
        AssayException.UNREACHABLE,
        "expected an answer of "
            + shown(url)
            + " within "
            + limit.toSeconds()
            + " s, found none; whether it took the evidence: assay explain "
            + rules.workItem());
  }

  private GateException translated(Throwable cause) {
    return switch (cause) {
      case GateException known -> known;
      case AssayException away when away.code().equals(AssayException.UNREACHABLE) ->
          new GateException(
              away.code(),
              away.detail()
                  + "; start one with assay up, or name another with --url or $ASSAY_URL");
      case AssayException refused ->
          new GateException(
              refused.code(), shown(url) + " refused it: " + StopText.line(refused.detail()));
      default -> new GateException("INTERNAL_ERROR", StopText.broken(cause));
    };
  }

  /** The address without what may be a secret in it. */
  private static String shown(URI url) {
    return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
  }
}
