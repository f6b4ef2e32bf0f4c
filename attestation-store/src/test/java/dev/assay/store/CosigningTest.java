package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.CosignerKey;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.log.TlogProof;
import dev.assay.schemas.ConfigException;
import dev.assay.store.api.LocalReads;
import dev.assay.store.cosigning.CosigningAssembly;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.witness.GrowingLog;
import dev.assay.store.witness.WitnessServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store and real log witnesses, over HTTP. */
class CosigningTest {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  @TempDir Path directory;

  private final List<WitnessServer> witnesses = new ArrayList<>();
  private Ed25519Key signer = Ed25519Key.generate(Samples.START);
  private NoteKey key = new NoteKey(TestStores.ORIGIN, signer.publicKey());

  @BeforeEach
  void keyOfTheLog() {
    StoreConfig config = TestStores.sqlite(directory);
    signer = Ed25519Key.loadOrCreate(config.checkpointKey(), Samples.START);
    key = new NoteKey(config.origin(), signer.publicKey());
  }

  @AfterEach
  void stop() throws Exception {
    for (WitnessServer witness : witnesses) {
      witness.close();
    }
  }

  @Test
  void aQuorumCosignsWhatIsServedAndProvedAlsoWhenOneIsAway() throws Exception {
    TlogPolicy policy = twoOfThree(witness("w1"), witness("w2"), unreachable());
    StoreConfig config = TestStores.sqlite(directory);
    try (AttestationStore store = TestStores.open(config)) {
      store.append(Samples.range(0, 5));
      CosigningAssembly cosigning = CosigningAssembly.of(store, policyFile());
      try (AutoCloseable _ = cosigning.start(policy, new SimpleMeterRegistry())) {
        awaitCosigned(store, 5);
        assertThat(cosigned(store, 4)).isTrue();
        assertThat(cosigned(store, 5)).isFalse();
        store.append(Samples.range(5, 300));
        awaitCosigned(store, 300);
        await(() -> json(cosigning, "w3").path("tries").intValue() > 0);
      }
      assertProved(store, policy, 7);
      assertThat(json(cosigning, "w1").path("size").intValue()).isEqualTo(300);
      assertThat(json(cosigning, "w3").path("lastResult").textValue()).isEqualTo("UNREACHABLE");
      store.append(Samples.range(300, 310));
      assertThat(cosigned(store, 299)).isTrue();
      assertThat(cosigned(store, 300)).isFalse();
      assertProved(store, policy, 299);
      String beyond = store.proof(Samples.attestation(305).id()).orElseThrow();
      assertThat(policy.judge(SignedNote.parse(TlogProof.parse(beyond).checkpoint())).met())
          .isFalse();
    }
    try (AttestationStore store = TestStores.open(config)) {
      assertProved(store, policy, 299);
      assertThat(store.cosigned().served()).isEqualTo(store.checkpoint());
      assertThat(cosigned(store, 299)).isFalse(); // nobody said yet how many are a quorum
      store.cosigned().judge(note -> policy.judge(note).met());
      assertThat(cosigned(store, 299)).isTrue();
      store.cosigned().judge(_ -> false);
      assertThat(cosigned(store, 299)).isTrue();
    }
  }

  private static boolean cosigned(AttestationStore store, int number) {
    return new LocalReads(store).cosigned(Samples.attestation(number).id());
  }

  private void assertProved(AttestationStore store, TlogPolicy policy, int number) {
    StoredAttestation attestation = Samples.attestation(number);
    TlogProof proof = TlogProof.parse(store.proof(attestation.id()).orElseThrow());
    Checkpoint head = proof.requireInclusion(attestation.envelope().payload(), key, key.key());
    assertThat(head.size()).isEqualTo(300);
    assertThat(policy.judge(SignedNote.parse(proof.checkpoint())).met()).isTrue();
  }

  @Test
  void aWitnessOfAnotherHistoryDoesNotCosignThisOneAndThatIsTold() throws Exception {
    WitnessServer witness = witness("w1");
    GrowingLog other = GrowingLog.of(signer, key.name(), 5);
    assertThat(witness.witness.ask(other.request(0, 5)).line()).isNotNull();
    TlogPolicy policy = twoOfThree(witness, witness("w2"), unreachable());
    try (AttestationStore store = TestStores.open(TestStores.sqlite(directory))) {
      store.append(Samples.range(0, 5));
      CosigningAssembly cosigning = CosigningAssembly.of(store, policyFile());
      try (AutoCloseable _ = cosigning.start(policy, new SimpleMeterRegistry())) {
        await(() -> json(cosigning, "w1").path("lastResult").asText().equals("SPLIT"));
        await(() -> json(cosigning, "w2").path("lastResult").asText().equals("COSIGNED"));
        assertThat(store.cosigned().cosigned()).isEmpty();
        assertThat(store.problem()).isEmpty();
      }
    }
  }

  @Test
  void withoutWitnessesReadersGetTheNewestAndNeverOneThatIsSmallerThanBefore() {
    AtomicLong nanos = new AtomicLong();
    try (AttestationStore store = TestStores.open(TestStores.sqlite(directory))) {
      store.append(Samples.range(0, 3));
      SignedNote three = store.cosigned().newest();
      CosignedCheckpoints shown = store.cosigned().at(nanos::get);
      assertThat(size(shown.served())).isEqualTo(3);
      shown.offer(three, true);
      store.append(Samples.range(3, 5));
      SignedNote five = store.cosigned().newest();
      assertThat(size(shown.served())).isEqualTo(3);

      nanos.addAndGet(TimeUnit.SECONDS.toNanos(31));
      assertThat(size(shown.served())).isEqualTo(5);
      store.append(Samples.range(5, 9));
      assertThat(size(shown.served())).isEqualTo(9);
      shown.offer(five, true);
      assertThat(size(shown.served())).isEqualTo(9);
      shown.offer(three, true);
      assertThat(shown.cosigned()).contains(five);
    }
  }

  @Test
  void aPolicyOfAnotherLogOrWithoutAddressesForAQuorumIsRefused() throws Exception {
    WitnessServer witness = witness("w1");
    try (AttestationStore store = TestStores.open(TestStores.sqlite(directory))) {
      NoteKey stranger = new NoteKey("other.example/log", key.key());
      Path file = policyFile();
      Files.writeString(file, "log " + stranger.vkey() + "\nquorum none\n");
      assertThatThrownBy(() -> CosigningAssembly.of(store, file))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("expected a log line");
      Files.writeString(file, "witness w " + witness.witness.key().vkey() + "\nquorum w\n");
      assertThatThrownBy(() -> CosigningAssembly.of(store, file))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("with an address");
    }
  }

  private static long size(String note) {
    return Checkpoint.parse(SignedNote.parse(note).text()).size();
  }

  private WitnessServer witness(String name) {
    WitnessServer server =
        new WitnessServer(directory.resolve(name), "witness.example/" + name, key);
    witnesses.add(server);
    return server;
  }

  /** An address where nobody answers. */
  private static String unreachable() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return "http://127.0.0.1:" + free.getLocalPort();
    }
  }

  private Path policyFile() {
    return directory.resolve("policy");
  }

  private TlogPolicy twoOfThree(WitnessServer first, WitnessServer second, String third)
      throws IOException {
    String absent =
        new CosignerKey("witness.example/w3", Ed25519Key.generate(Samples.START).publicKey())
            .vkey();
    String text =
        "log "
            + key.vkey()
            + "\nwitness w1 "
            + first.witness.key().vkey()
            + " "
            + first.url()
            + "\nwitness w2 "
            + second.witness.key().vkey()
            + " "
            + second.url()
            + "/"
            + "\nwitness w3 "
            + absent
            + " "
            + third
            + "\ngroup g 2 w1 w2 w3\nquorum g\n";
    Files.writeString(policyFile(), text);
    return TlogPolicy.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonNode json(CosigningAssembly cosigning, String witness) {
    for (JsonNode each : cosigning.json().path("items")) {
      if (each.path("name").asText().equals(witness)) {
        return each;
      }
    }
    throw new AssertionError("no witness " + witness);
  }

  private static void awaitCosigned(AttestationStore store, long size) {
    await(() -> store.cosigned().cosigned().filter(note -> size(note.note()) == size).isPresent());
    assertThat(store.cosigned().served())
        .isEqualTo(store.cosigned().cosigned().orElseThrow().note());
  }

  private static void await(BooleanSupplier holds) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("in time").isNegative();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
