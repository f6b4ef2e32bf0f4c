package dev.assay.gate;

import dev.assay.client.AssayClient;
import dev.assay.client.AssayException;
import dev.assay.core.stop.StopVerdict;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends evidence of one claim and waits for what is decided, for a bounded time. */
final class Submission {

  private static final String SOURCE = "assay:hook";

  /** Ours, since what the agent says is not read. */
  private static final String CLAIM = "The agent says that it is done.";

  private final AssayClient client;
  private final RepositoryFile rules;
  private final Repository repository;

  Submission(AssayClient client, RepositoryFile rules, Repository repository) {
    this.client = client;
    this.rules = rules;
    this.repository = repository;
  }

  /**
   * The verdict on {@code evidence}.
   *
   * @param agent the agent unless the repository's file names one
   * @throws GateException with UNREACHABLE, NOT_DECIDED or a code of the server
   */
  StopVerdict judge(Evidence evidence, String agent, int attempt) throws InterruptedException {
    CompletableFuture<StopVerdict> verdict = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("submission")
        .start(() -> {
          try {
            verdict.complete(send(evidence, agent, attempt));
          } catch (Exception e) {
            verdict.completeExceptionally(e);
          }
        });
    Duration limit = Duration.ofSeconds(rules.waitSeconds()).plus(GateLimits.GRACE);
    try {
      return verdict.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      throw undecided();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw translated(cause == null ? e : cause);
    }
  }

  private StopVerdict send(Evidence evidence, String agent, int attempt)
      throws IOException, InterruptedException {
    List<ArtifactRef> artifacts = new ArrayList<>();
    for (Evidence.Item item : evidence.items()) {
      artifacts.add(client.put(item.role(), item.mediaType(), item.content()));
    }
    String id = UUID.randomUUID().toString();
    String named = rules.agent();
    ExecutionData data =
        new ExecutionData(
            rules.workItem(),
            id,
            attempt,
            new Agent(rules.fleet(), named == null ? agent : named, null),
            new Target(null, repository.commit(), List.of()),
            List.of(CLAIM),
            artifacts,
            rules.requires(),
            List.of(),
            rules.groundTruth(),
            rules.risk(),
            null,
            List.of());
    Optional<Decision> decided =
        client.submit(
            new ExecutionEvent(SOURCE, id, null, null, data),
            Duration.ofSeconds(rules.waitSeconds()));
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
