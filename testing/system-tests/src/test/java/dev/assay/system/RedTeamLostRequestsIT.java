package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.topic.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ways to have a verification that nobody answers: what was accepted is decided all the same. */
class RedTeamLostRequestsIT {

  @TempDir private Path home;

  private UpSystem system = new UpSystem(Path.of("unset"));

  private void start(int reportSeconds) throws Exception {
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(
        data.resolve("assay.yaml"),
        "director: {reportSeconds: " + reportSeconds + "}\n" + UpSystem.NO_CANARIES);
    system = new UpSystem(data).start();
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @Test
  void aWorkerThatNeverAnswersEndsInADecisionAlsoForWhatWaitsBehind() throws Exception {
    start(2);
    long worker = system.worker().pid();
    signal("STOP", worker);

    JsonNode first = system.submit("lost-1", "lost/item", Samples.passing("lost.First"));
    JsonNode second = system.submit("lost-2", "lost/item", Samples.passing("lost.Second"));
    JsonNode other = system.submit("lost-3", "lost/other", Samples.failing("lost.Other"));

    assertThat(new JsonNode[] {first, second, other})
        .allSatisfy(decision -> {
          assertThat(decision.path("kind").asText()).isEqualTo("ESCALATE");
          assertThat(decision.path("reasons").toString()).isEqualTo("[\"VERIFICATION_OVERDUE\"]");
        });
    assertThat(system.command("explain", "lost/item").output())
        .contains("a verification was not answered in time");
    // Unless it was replaced by then.
    if (ProcessHandle.of(worker).isPresent()) {
      signal("CONT", worker);
    }
    AtomicInteger sent = new AtomicInteger(3);
    Await.until(
        "a later attempt is promoted",
        () ->
            system
                .submit("lost-" + sent.incrementAndGet(), "lost/item", Samples.passing("lost.More"))
                .path("kind")
                .asText()
                .equals("PROMOTE"));
    assertThat(system.local("replay").exitCode()).isZero();
  }

  @Test
  void aRequestThatIsLostBeforeAKillIsAskedAgain() throws Exception {
    start(60);
    long worker = system.worker().pid();
    signal("STOP", worker);
    String report = Samples.passing("lost.Again");
    assertThat(system.api().put(report, "application/xml").status()).isIn(200, 201);
    String event = Samples.event("lost-again", Samples.dataOf("lost/again", report)).toString();
    assertThat(system.api().post(Api.EVENT, event, "").status()).isEqualTo(202);
    Await.until(
        "the verification is asked for",
        () -> system.records().all(Topic.VERIFICATIONS).size() == 1);
    system.records().lose(Topic.VERIFICATIONS);
    system.kill();
    signal("CONT", worker); // it ends by itself now, and would not while it is stopped

    system.start();

    JsonNode item = system.workItem("lost/again", 1, 2);
    assertThat(item.at("/decisions/0/kind").asText()).isEqualTo("PROMOTE");
  }

  private static void signal(String name, long process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process)).start();
    assertThat(kill.waitFor()).isZero();
  }
}
