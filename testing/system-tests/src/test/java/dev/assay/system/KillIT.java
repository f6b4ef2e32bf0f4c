package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code assay up} under {@code kill -9} at random moments while an agent keeps reporting. {@code
 * -Dassay.kills=100 -Dassay.seed=0} makes a long run with kill points of its own.
 */
class KillIT {

  private static final int KILLS = Integer.getInteger("assay.kills", 3);
  private static final long SEED = Long.getLong("assay.seed", 1L);
  private static final int LIFE_MILLIS_MAX = 2_500;
  private static final long FEED_PAUSE_NANOS = 20_000_000;

  private static final List<String> REPORTS =
      List.of(
          Samples.passing("kill.Pass"),
          Samples.failing("kill.Fail"),
          Samples.truncated("kill.Cut"));
  private static final List<DecisionKind> KINDS =
      List.of(DecisionKind.PROMOTE, DecisionKind.RETRY, DecisionKind.ESCALATE);

  /** Of a pass: it and the promotion; of a failure and of a cut report: it. */
  private static final List<Integer> ATTESTATIONS = List.of(2, 1, 1);

  private static final int SILENT_DEATHS = Integer.getInteger("assay.silentDeaths", 3);
  private static final int STATES_MAX = 60;

  @TempDir private Path home;

  private final AtomicReference<@Nullable Api> target = new AtomicReference<>();
  private final Set<PublicLog.Head> served = ConcurrentHashMap.newKeySet();

  @Test
  void whatWasAcceptedEndsOnceHoweverOftenTheProcessIsKilled() throws Exception {
    long seed = SEED == 0 ? System.nanoTime() : SEED;
    Random random = new Random(seed);
    try (UpSystem system = new UpSystem(home.resolve("data")).start();
        Feeder feeder = feeder(system)) {
      Thread witness = Thread.ofPlatform().name("witness").start(this::keepCheckpoints);
      for (int kill = 0; kill < KILLS; kill++) {
        live(system, kill % 2 == 0, random.nextInt(LIFE_MILLIS_MAX), feeder);
        target.set(null);
        system.kill();
        target.set(system.start().api());
      }
      live(system, true, 0, feeder);
      feeder.finish();
      witness.interrupt();
      witness.join();

      Set<String> accepted = feeder.accepted();
      assertThat(accepted).as("seed " + seed).hasSizeGreaterThan(KILLS);
      everyEventHasOneDecision(system, accepted, seed);
      everyAttestationIsOneLogEntry(system, accepted, seed);
      everyCheckpointStands(system, seed);
    }
  }

  @Test
  void whatTheDirectorKnewAndDidNotSayIsSaidAfterItsDeath() throws Exception {
    long seed = SEED == 0 ? System.nanoTime() : SEED;
    Random random = new Random(seed);
    try (UpSystem system = new UpSystem(home.resolve("silent")).start();
        Feeder feeder = feeder(system)) {
      live(system, true, 0, feeder);
      target.set(null);
      system.stop();
      for (int kill = 0; kill < SILENT_DEATHS; kill++) {
        system.dieBetweenStateAndOutput(1 + random.nextInt(STATES_MAX), target::set);
        target.set(null);
      }
      target.set(system.start().api());
      live(system, true, 0, feeder);
      feeder.finish();

      everyEventHasOneDecision(system, feeder.accepted(), seed);
      everyAttestationIsOneLogEntry(system, feeder.accepted(), seed);
    }
  }

  private Feeder feeder(UpSystem system) throws IOException, InterruptedException {
    for (String report : REPORTS) {
      assertThat(system.api().put(report, "application/xml").status()).isEqualTo(201);
    }
    target.set(system.api());
    return new Feeder("kill", REPORTS, target::get, FEED_PAUSE_NANOS);
  }

  /** Lets the system take something in, or also log something, and then live for a while. */
  private static void live(UpSystem system, boolean logging, int millis, Feeder feeder)
      throws IOException, InterruptedException {
    int accepted = feeder.accepted().size();
    Await.until("events are accepted again", () -> feeder.accepted().size() > accepted);
    if (logging) {
      int logged = PublicLog.head(system.api()).size();
      Await.until("the log grows", () -> PublicLog.head(system.api()).size() > logged);
    }
    long end = System.nanoTime() + millis * 1_000_000L;
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  /** Keeps every checkpoint that the system shows, as an auditor would. */
  private void keepCheckpoints() {
    while (!Thread.currentThread().isInterrupted()) {
      Api api = target.get();
      try {
        if (api != null) {
          served.add(PublicLog.head(api));
        }
      } catch (IOException _) {
        // The system was killed in the middle of its answer.
        LockSupport.parkNanos(FEED_PAUSE_NANOS);
      } catch (InterruptedException _) {
        return;
      }
      LockSupport.parkNanos(FEED_PAUSE_NANOS);
    }
  }

  private static void everyEventHasOneDecision(UpSystem system, Set<String> accepted, long seed) {
    Map<String, Set<String>> decisions = new HashMap<>();
    Await.until(
        "every accepted event is decided, seed " + seed,
        () -> {
          decisions.clear();
          for (Decision decision : system.records().all(Topic.DECISIONS)) {
            int number = Integer.parseInt(decision.workItem().substring("kill-".length()));
            assertThat(decision.kind())
                .isEqualTo(KINDS.get(Feeder.reportOf(number, REPORTS.size())));
            decisions.computeIfAbsent(decision.workItem(), _ -> new TreeSet<>()).add(decision.id());
          }
          return decisions.keySet().containsAll(accepted);
        });
    assertThat(decisions.values()).as("seed " + seed).allSatisfy(ids -> assertThat(ids).hasSize(1));
  }

  /** As many attestations as there are verifications and promotions; each logged once. */
  private static void everyAttestationIsOneLogEntry(
      UpSystem system, Set<String> accepted, long seed) throws Exception {
    Map<String, Set<String>> attestations = new HashMap<>();
    for (AttestationMessage message : attestations(system, false)) {
      attestations.computeIfAbsent(message.workItem(), _ -> new TreeSet<>()).add(message.id());
    }
    Set<String> all = new HashSet<>();
    for (String workItem : attestations.keySet()) {
      int number = Integer.parseInt(workItem.substring("kill-".length()));
      assertThat(attestations.get(workItem))
          .as(workItem + ", seed " + seed)
          .hasSize(ATTESTATIONS.get(Feeder.reportOf(number, REPORTS.size())));
      all.addAll(attestations.get(workItem));
    }
    assertThat(attestations.keySet()).as("seed " + seed).containsAll(accepted);
    Await.until(
        "all " + all.size() + " attestations are in the log, seed " + seed,
        () -> PublicLog.read(system.api()).ids().containsAll(all));
    List<String> logged = PublicLog.read(system.api()).ids();
    assertThat(logged).as("seed " + seed).doesNotHaveDuplicates();
    Set<String> verdicts = new HashSet<>(logged);
    attestations(system, true).forEach(manifest -> verdicts.remove(manifest.id()));
    assertThat(verdicts).as("seed " + seed).isEqualTo(all);
    everyRowIsThere(system, accepted, attestations);
  }

  /** Those on the topic that are manifests, or those that are not. */
  private static List<AttestationMessage> attestations(UpSystem system, boolean manifests)
      throws Exception {
    return system.records().all(Topic.ATTESTATIONS).stream()
        .filter(message -> ReservedIds.isManifest(message.workItem()) == manifests)
        .toList();
  }

  private static void everyRowIsThere(
      UpSystem system, Set<String> accepted, Map<String, Set<String>> attestations) {
    for (String workItem : accepted) {
      int expected = attestations.getOrDefault(workItem, Set.of()).size();
      assertThat(system.workItem(workItem, 1, expected).path("attempt").asInt()).isEqualTo(1);
    }
  }

  private void everyCheckpointStands(UpSystem system, long seed) throws Exception {
    PublicLog log = PublicLog.read(system.api());
    assertThat(served).as("seed " + seed).hasSizeGreaterThan(KILLS / 2);
    for (PublicLog.Head head : served) {
      assertThat(head.size()).as(head + ", seed " + seed).isLessThanOrEqualTo(log.size());
      assertThat(log.root(head.size())).as(head + ", seed " + seed).isEqualTo(head.root());
    }
  }
}
