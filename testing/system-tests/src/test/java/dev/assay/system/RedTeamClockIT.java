package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine's clock is set back by two hours under work: under the running system, and while it
 * is dead. What happens instead of hours of silence: everything is decided, and the system is
 * ready.
 */
class RedTeamClockIT {

  private static final Duration STEP = Duration.ofHours(2);
  private static final int EVENTS_MIN = 20;
  private static final long FEED_PAUSE_NANOS = 500_000_000;

  @TempDir private Path home;

  @Test
  void decisionsGoOnAfterTheClockIsSetBackWhileRunningAndOverAKill() throws Exception {
    SteppedClock clock = new SteppedClock(home);
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(data.resolve("assay.yaml"), "canary: {intervalSeconds: 300}\n");
    try (UpSystem system = new UpSystem(data, Child.FLAGS, clock.environment()).start()) {
      String report = Samples.passing("clock.Pass");
      assertThat(system.api().put(report, "application/xml").status()).isEqualTo(201);
      Instant began = Instant.now();
      Set<String> accepted = new HashSet<>();
      try (Feeder feeder =
          new Feeder("clock", List.of(report), system::reachable, FEED_PAUSE_NANOS)) {
        more(feeder);

        clock.setBack(STEP);

        accepted.addAll(decisionsGoByTheClockThatWasSetBack(system, report, began));
        ready(system);
        more(feeder);
        system.kill();
        clock.setBack(STEP);
        var _ = system.start();
        more(feeder);
        feeder.finish();
        accepted.addAll(feeder.accepted());
      }
      decidedAndReady(system, accepted);
      assertThat(system.api().json("/v1/dead-letters").path("items")).isEmpty();
    }
  }

  /**
   * Sends work until some is decided by the new time, which the processes see within a second; what
   * is under way then may take longer than the next.
   *
   * @return what was accepted
   */
  private static Set<String> decisionsGoByTheClockThatWasSetBack(
      UpSystem system, String report, Instant began) {
    Set<String> sent = new HashSet<>();
    Await.until(
        "the system goes by the clock that was set back",
        () -> {
          String id = "stepped-" + sent.size();
          String event = Samples.event(id, Samples.dataOf(id, report)).toString();
          Api.Answer answer = system.api().post(Api.EVENT, event, "?wait=20");
          assertThat(answer.status()).isIn(200, 202, 503);
          if (answer.status() == 503) {
            return false; // it says to send the same again, which a busy machine may
          }
          sent.add(id);
          JsonNode decision = answer.json().path("decision");
          return answer.status() == 200
              && Instant.parse(decision.path("time").asText()).isBefore(began);
        });
    return sent;
  }

  private static void more(Feeder feeder) {
    int before = feeder.accepted().size();
    Await.until("more is accepted", () -> feeder.accepted().size() >= before + EVENTS_MIN);
  }

  private static void decidedAndReady(UpSystem system, Set<String> accepted) {
    for (String workItem : accepted) {
      Await.until(
          workItem + " is decided",
          () ->
              system
                  .api()
                  .json("/v1/work-items/" + workItem)
                  .path("status")
                  .asText()
                  .equals("promoted"));
    }
    ready(system);
  }

  private static void ready(UpSystem system) {
    Await.until("the system is ready", () -> system.api().get("/readyz").status() == 200);
  }
}
