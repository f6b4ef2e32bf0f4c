package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.client.AssayClient;
import dev.assay.client.AssayException;
import dev.assay.core.stop.StopVerdict;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Risk;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Sends evidence of one claim and waits for what is decided, for a bounded time. */
final class Submission {

  private static final String SOURCE = "assay:hook";

  /** Ours, since what the agent says is not read. */
  private static final String CLAIM = "The agent says that it is done.";

  /** What whoever reads the execution has to know of the rules that it followed. */
  private static final String OTHER_RULES =
      "The rules of this claim are those of a " + RepositoryFile.NAME + " that is not committed.";

  private final AssayClient client;
  private final RepositoryFile rules;
  private final Repository repository;
  private final boolean committed;

  /**
   * A submission.
   *
   * @param committed whether the rules are those of the commit
   */
  Submission(AssayClient client, RepositoryFile rules, Repository repository, boolean committed) {
    this.client = client;
    this.rules = rules;
    this.repository = repository;
    this.committed = committed;
  }

  /**
   * The verdict on {@code evidence}.
   *
   * @param agent the agent unless the repository's file names one
   * @throws GateException with UNREACHABLE, NOT_DECIDED or a code of the server
   */
  StopVerdict judge(Evidence evidence, String agent, int attempt) throws InterruptedException {
    Duration limit = Duration.ofSeconds(rules.waitSeconds()).plus(GateLimits.GRACE);
    try {
      return Timed.within(limit, "submission", () -> send(evidence, agent, attempt));
    } catch (TimeoutException _) {
      throw undecided();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw translated(cause == null ? e : cause);
    }
  }

  private StopVerdict send(Evidence evidence, String agent, int attempt)
      throws IOException, InterruptedException {
    String id = UUID.randomUUID().toString();
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("workItem", rules.workItem()).put("run", id).put("attempt", attempt);
    String named = rules.agent();
    data.putObject("agent").put("fleet", rules.fleet()).put("id", named == null ? agent : named);
    if (repository.commit() != null) {
      data.putObject("target").put("commit", repository.commit());
    }
    ArrayNode claims = data.putArray("claims").add(CLAIM);
    if (!committed) {
      claims.add(OTHER_RULES);
    }
    ArrayNode artifacts = data.putArray("artifacts");
    for (Evidence.Item item : evidence.items()) {
      ArtifactRef stored = client.put(item.role(), item.mediaType(), item.content());
      artifacts
          .addObject()
          .put("role", stored.role().wire())
          .put("sha256", stored.sha256())
          .put("size", stored.size())
          .put("mediaType", stored.mediaType());
    }
    rules.requires().forEach(data.putArray("requires")::add);
    if (rules.groundTruth() != null) {
      data.put("groundTruth", rules.groundTruth());
    }
    Risk risk = rules.risk();
    if (risk != null) {
      data.put("risk", risk.wire());
    }
    Optional<JsonNode> decided =
        client.submit(
            CloudEvents.document(SOURCE, id, data), Duration.ofSeconds(rules.waitSeconds()));
    if (decided.isEmpty()) {
      throw undecided();
    }
    return StopVerdict.of(client.explanation(rules.workItem()));
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

  private static GateException translated(Throwable cause) {
    return switch (cause) {
      case GateException known -> known;
      case AssayException refused ->
          new GateException(
              refused.code(), "expected that Assay takes the claim, found that it does not");
      case IOException away ->
          new GateException(
              "UNREACHABLE",
              "expected a running Assay, found none ("
                  + away.getClass().getSimpleName()
                  + "); start one with assay up, or name another with --url or $ASSAY_URL");
      default -> new GateException("INTERNAL_ERROR", "found " + cause.getClass().getSimpleName());
    };
  }
}
