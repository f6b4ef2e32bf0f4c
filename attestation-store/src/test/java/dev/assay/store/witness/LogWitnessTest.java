package dev.assay.store.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.log.AddCheckpoint;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.Cosignature;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.WitnessAnswer;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Digests;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.key.Ed25519Key;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogWitnessTest {

  private static final String ORIGIN = "log.example/a";

  @TempDir Path directory;

  private final Ed25519Key signer = Ed25519Key.generate(Instant.EPOCH);
  private final GrowingLog log = GrowingLog.of(signer, ORIGIN, 40);

  @Test
  void aCheckpointThatExtendsTheLastOneIsCosignedAndServed() throws Exception {
    try (WitnessServer server = new WitnessServer(directory, log.key)) {
      HttpResponse<String> first = server.add(log.request(0, 5).text());
      HttpResponse<String> next = server.add(log.request(5, 17).text());
      HttpResponse<String> again = server.add(log.request(17, 17).text());

      assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
      assertCosigned(server, log.checkpoint(5), first.body());
      assertCosigned(server, log.checkpoint(17), next.body());
      assertThat(again.body()).isEqualTo(next.body());
      assertThat(server.get("/" + hash(ORIGIN) + "/checkpoint").body())
          .isEqualTo(log.checkpoint(17).note() + next.body());
      assertThat(server.get("/metrics").body())
          .contains("assay_witness_size{origin=\"log.example/a\"} 17.0")
          .contains("assay_witness_requests_total{result=\"cosigned\"} 3.0");
    }
  }

  private static void assertCosigned(WitnessServer server, SignedNote checkpoint, String body) {
    SignedNote note = SignedNote.parse(checkpoint.note() + body);
    assertThat(Cosignature.time(note, server.witness.key(), server.witness.key().key()))
        .hasValue(WitnessServer.NOW.getEpochSecond());
  }

  @Test
  void aBodyOfAnotherFormOrAnOldSizeAboveTheCheckpointsIs400() throws Exception {
    try (WitnessServer server = new WitnessServer(directory, log.key)) {
      assertStatus(400, server.add("old 5"));
      assertStatus(400, server.add(""));
      assertStatus(400, server.add("old 0\n\n" + "not a checkpoint\n\n\u2014 x AAAAAAEC\n"));
      assertStatus(400, server.add(new AddCheckpoint(9, List.of(), log.checkpoint(5)).text()));
      assertStatus(413, server.add("x".repeat(WitnessLimits.BODY_BYTES_MAX + 1)));
    }
  }

  @Test
  void aLogThatNobodyNamedIs404AndACheckpointThatItsKeyDidNotSignIs403() throws Exception {
    GrowingLog stranger = GrowingLog.of(Ed25519Key.generate(Instant.EPOCH), "log.example/b", 5);
    GrowingLog impostor = GrowingLog.of(Ed25519Key.generate(Instant.EPOCH), ORIGIN, 5);
    try (WitnessServer server = new WitnessServer(directory, log.key)) {
      assertStatus(404, server.add(stranger.request(0, 5).text()));
      assertStatus(403, server.add(impostor.request(0, 5).text()));
      assertStatus(403, server.add(log.request(0, 5).text().replace("\n5\n", "\n6\n")));
      assertStatus(404, server.get("/" + hash(ORIGIN) + "/checkpoint"));
      assertStatus(404, server.get("/" + hash("log.example/b") + "/checkpoint"));
    }
  }

  @Test
  void anotherOldSizeThanTheLastOneIs409WithThatSize() throws Exception {
    try (WitnessServer server = new WitnessServer(directory, log.key)) {
      assertThat(server.add(log.request(0, 17).text()).statusCode()).isEqualTo(200);
      for (HttpResponse<String> stale :
          List.of(server.add(log.request(0, 20).text()), server.add(log.request(5, 16).text()))) {
        assertStatus(409, stale);
        assertThat(stale.headers().firstValue("content-type")).hasValue("text/x.tlog.size");
        assertThat(stale.body()).isEqualTo("17\n");
      }
    }
  }

  @Test
  void aProofThatDoesNotLeadThereIs422() throws Exception {
    try (WitnessServer server = new WitnessServer(directory, log.key)) {
      AddCheckpoint proofOfNothing =
          new AddCheckpoint(0, log.request(5, 17).proof(), log.checkpoint(17));
      assertStatus(422, server.add(proofOfNothing.text()));
      assertThat(server.add(log.request(0, 17).text()).statusCode()).isEqualTo(200);
      assertStatus(422, server.add(new AddCheckpoint(17, List.of(), log.checkpoint(20)).text()));
      assertStatus(422, server.add(log.forked(10, 40).request(17, 30).text()));
      assertThat(server.witness.size(ORIGIN)).isEqualTo(17);
    }
  }

  @Test
  void twoTreesOfOneSizeAreCaughtAndKeptAsEvidence() throws Exception {
    GrowingLog fork = log.forked(10, 40);
    try (WitnessServer server = new WitnessServer(directory, log.key)) {
      assertThat(server.add(log.request(0, 17).text()).statusCode()).isEqualTo(200);
      HttpResponse<String> split = server.add(fork.request(17, 17).text());
      HttpResponse<String> bySomebodyElse = server.add(fork.request(0, 17).text());

      assertStatus(409, split);
      assertThat(split.body()).isEqualTo("17\n");
      assertStatus(409, bySomebodyElse);
      assertThat(server.get("/metrics").body())
          .contains("assay_witness_requests_total{result=\"split\"} 2.0");
    }
    try (Stream<Path> kept = Files.walk(directory.resolve("splits"))) {
      List<String> roots = new ArrayList<>();
      for (Path file : kept.filter(Files::isRegularFile).toList()) {
        SignedNote note = SignedNote.parse(Files.readAllBytes(file));
        roots.add(
            Checkpoint.parse(note.requireSignedBy(log.key, log.key.key()).text()).root().base64());
      }
      assertThat(roots)
          .containsExactlyInAnyOrder(
              Checkpoint.parse(log.checkpoint(17).text()).root().base64(),
              Checkpoint.parse(fork.checkpoint(17).text()).root().base64());
    }
  }

  @Test
  void ofTwoHistoriesThatComeAtOnceOneIsCosigned() throws Exception {
    GrowingLog fork = log.forked(3, 40);
    try (WitnessServer server = new WitnessServer(directory, log.key);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(server.add(log.request(0, 3).text()).statusCode()).isEqualTo(200);
      List<Callable<String>> calls = new ArrayList<>();
      for (int size = 4; size < 36; size++) {
        String honest = log.request(3, size).text();
        String other = fork.request(3, size).text();
        calls.add(() -> server.add(honest).statusCode() == 200 ? honest : "");
        calls.add(() -> server.add(other).statusCode() == 200 ? other : "");
      }
      List<String> cosigned = new ArrayList<>();
      for (Future<String> call : callers.invokeAll(calls)) {
        if (!call.get().isEmpty()) {
          cosigned.add(call.get());
        }
      }

      assertThat(cosigned).hasSize(1);
      SignedNote note =
          AddCheckpoint.parse(cosigned.getFirst().getBytes(StandardCharsets.UTF_8)).note();
      assertThat(server.witness.size(ORIGIN)).isEqualTo(Checkpoint.parse(note.text()).size());
    }
  }

  @Test
  void whatWasCosignedHoldsAfterARestartAndTheKeyStays() throws Exception {
    String vkey;
    try (LogWitness witness = open("witness.example/w1")) {
      vkey = witness.key().vkey();
      assertThat(witness.ask(log.request(0, 17)).line()).isNotNull();
    }
    try (LogWitness witness = open(null)) {
      assertThat(witness.key().vkey()).isEqualTo(vkey);
      assertThat(witness.ask(log.request(0, 20)).answer()).isEqualTo(new WitnessAnswer.Stale(17));
      assertThat(witness.ask(log.forked(10, 40).request(17, 17)).answer())
          .isInstanceOf(WitnessAnswer.Split.class);
      assertThat(witness.ask(log.request(17, 20)).line()).isNotNull();
    }
  }

  @Test
  void aDirectoryHasOneProcessAndOneName() throws Exception {
    try (LogWitness _ = open("witness.example/w1")) {
      assertThatThrownBy(() -> open(null))
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageContaining("the only process");
    }
    assertThatThrownBy(() -> open("witness.example/w2"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("witness.example/w1");
    assertThatThrownBy(() ->
            LogWitness.open(directory.resolve("new"), null, List.of(), InstantSource.system()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--name");
  }

  @Test
  void aWitnessThatLostItsKeyOrItsMemoryDoesNotStart() throws Exception {
    try (LogWitness witness = open("witness.example/w1")) {
      assertThat(witness.ask(log.request(0, 17)).line()).isNotNull();
    }
    Path latest = directory.resolve("logs").resolve(hash(ORIGIN));
    String note = Files.readString(latest);
    Files.writeString(latest, note.replace("\n17\n", "\n16\n"));
    assertThatThrownBy(() -> open(null)).isInstanceOf(StoreCorruptException.class);
    Files.writeString(latest, note);
    Files.delete(directory.resolve("key.pem"));
    assertThatThrownBy(() -> open(null))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("begin a new witness");
  }

  @Test
  void aWitnessThatForgotWhatItHasCosignedDoesNotBeginAgainByItself() throws Exception {
    try (LogWitness witness = open("witness.example/w1")) {
      assertThat(witness.ask(log.request(0, 17)).line()).isNotNull();
    }
    Path latest = directory.resolve("logs").resolve(hash(ORIGIN));
    Files.delete(latest);
    assertForgotten();
    Files.delete(latest.getParent());
    assertForgotten();
    Files.delete(directory.resolve("vkey"));
    assertForgotten();
  }

  private void assertForgotten() {
    assertThatThrownBy(() -> open("witness.example/w1"))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining(ORIGIN)
        .hasMessageContaining("assay witness begin")
        .hasMessageContaining("begin a new witness");
  }

  @Test
  void aWitnessBeginsWithAnotherLogWhenItsOperatorSaysSo() throws Exception {
    try (LogWitness witness = LogWitness.open(directory, "w1", List.of(), InstantSource.system())) {
      witness.begin(log.key);
    }
    try (LogWitness witness = open(null)) {
      assertThat(witness.size(ORIGIN)).isZero();
      assertThat(witness.ask(log.request(0, 17)).line()).isNotNull();
      assertThatThrownBy(() -> witness.begin(log.key))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("17");
    }
  }

  @Test
  void aStartWithoutAnyCosignatureIsRememberedAsOne() throws Exception {
    open("witness.example/w1").close();
    try (LogWitness witness = open(null)) {
      assertThat(witness.ask(log.request(0, 17)).line()).isNotNull();
    }
    Files.writeString(directory.resolve("logs").resolve(hash(ORIGIN)), "");
    assertThatThrownBy(() -> open(null)).isInstanceOf(StoreCorruptException.class);
  }

  private LogWitness open(@Nullable String name) {
    return LogWitness.open(
        directory, name, List.of(log.key), InstantSource.fixed(WitnessServer.NOW));
  }

  private static String hash(String origin) {
    return Digests.sha256Hex(origin.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertStatus(int status, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }
}
