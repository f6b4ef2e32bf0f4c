package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.CosignerKey;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.NoteSignature;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.Hash;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that Go checks its module log with reads our checkpoints, proofs and tiles. */
class GoSumdbTest {

  /** Sizes at which the store has shown a checkpoint, around the bounds of tiles. */
  private static final List<Integer> SIZES = List.of(1, 255, 256, 300, 700);

  private static final int SIZE = SIZES.getLast();
  private static final int INDEX = 299;

  /** A time and a signature. */
  private static final int COSIGNATURE_BYTES = 8 + 64;

  private static final Map<Integer, String> NOTES = new TreeMap<>();

  @TempDir private static Path directory;
  private static GoChecklog go;
  private static AttestationStore store;
  private static Ed25519Key signer;
  private static NoteKey key;

  @BeforeAll
  static void growALog() throws Exception {
    go = GoChecklog.build(Files.createDirectory(directory.resolve("go")));
    StoreConfig config = TestStores.sqlite(directory.resolve("store"));
    store = TestStores.open(config);
    for (int size : SIZES) {
      store.append(Samples.range((int) store.logSize(), size));
      NOTES.put(size, store.checkpoint());
      Files.writeString(go.directory().resolve("checkpoint-" + size), store.checkpoint());
    }
    signer = Ed25519Key.load(config.checkpointKey());
    key = new NoteKey(config.origin(), signer.publicKey());
    fetchTiles("tiles");
  }

  @AfterAll
  static void close() {
    if (store != null) {
      store.close();
    }
  }

  @Test
  void everyProofOfAnEntryHolds() throws Exception {
    for (int index : List.of(0, 255, 256, 511, 512, SIZE - 1)) {
      GoChecklog.Ran ran = proof(key.vkey(), entry(index), store.proof(id(index)).orElseThrow());

      assertThat(ran)
          .isEqualTo(
              new GoChecklog.Ran(0, "the statement is entry " + index + " of " + SIZE + "\n"));
    }
  }

  @Test
  void everyCheckpointShownBeforeIsABeginningOfTheLog() throws Exception {
    for (int size : SIZES) {
      assertThat(growth(key.vkey(), "checkpoint-" + size, "tiles"))
          .isEqualTo(
              new GoChecklog.Ran(
                  0, "the " + SIZE + " entries begin with the " + size + " of before\n"));
    }
  }

  @Test
  void aCheckpointWithCosignaturesOfOthersIsStillTheLogs() throws Exception {
    TlogProof proof = whole();
    SignedNote note = SignedNote.parse(proof.checkpoint());
    CosignerKey witness =
        new CosignerKey("witness.example/w1", Ed25519Key.generate(Instant.EPOCH).publicKey());
    NoteSignature cosignature =
        new NoteSignature(witness.name(), witness.keyId(), new byte[COSIGNATURE_BYTES]);

    String more = note.with(List.of(cosignature)).note();

    assertThat(more).contains("witness.example/w1");
    assertThat(proof(key.vkey(), entry(INDEX), with(more)).exitCode()).isZero();
  }

  @Test
  void aProofIsRefusedWhenAnythingInItIsAnother() throws Exception {
    TlogProof proof = whole();
    String other = NOTES.getOrDefault(300, "");
    List<Hash> swapped = new ArrayList<>(proof.hashes());
    swapped.set(0, proof.hashes().getLast());

    Map<String, String> refused = new TreeMap<>();
    refused.put("another entry", part(proof(key.vkey(), entry(INDEX - 1), proof.text())));
    refused.put(
        "another bit of the entry", part(proof(key.vkey(), bit(entry(INDEX)), proof.text())));
    refused.put("another index", refusal(changed(INDEX - 1, proof.hashes())));
    refused.put("an index outside", refusal(changed(SIZE, proof.hashes())));
    refused.put("another hash", refusal(changed(INDEX, swapped)));
    refused.put("a hash fewer", refusal(changed(INDEX, swapped.subList(1, swapped.size()))));
    refused.put("another signed root", refusal(with(other)));
    refused.put("another root", refusal(with(proof.checkpoint().replace(root(SIZE), root(300)))));
    refused.put("another size", refusal(with(proof.checkpoint().replace("\n700\n", "\n701\n"))));
    refused.put("another bit of the signature", refusal(with(bitOfSignature(proof.checkpoint()))));
    refused.put("another key", part(proof(otherKey().vkey(), entry(INDEX), proof.text())));
    refused.put("another name", part(proof(otherName().vkey(), entry(INDEX), proof.text())));
    refused.put("another log's note", refusal(with(signedBy(otherName(), root(SIZE), SIZE))));

    assertThat(refused)
        .isEqualTo(
            Map.ofEntries(
                Map.entry("another entry", "inclusion"),
                Map.entry("another bit of the entry", "inclusion"),
                Map.entry("another index", "inclusion"),
                Map.entry("an index outside", "inclusion"),
                Map.entry("another hash", "inclusion"),
                Map.entry("a hash fewer", "inclusion"),
                Map.entry("another signed root", "inclusion"),
                Map.entry("another root", "signature"),
                Map.entry("another size", "signature"),
                Map.entry("another bit of the signature", "signature"),
                Map.entry("another key", "signature"),
                Map.entry("another name", "signature"),
                Map.entry("another log's note", "signature")));
  }

  @Test
  void aTreeThatDoesNotGoOnFromTheOneBeforeIsRefused() throws Exception {
    write("other-history", signedBy(key, root(255), 256));
    write("larger", signedBy(key, root(SIZE), SIZE + 1));
    write("forged", bitOfSignature(NOTES.getOrDefault(256, "")));
    fetchTiles("damaged");
    Path tile = go.directory().resolve("damaged/tile/0/001");
    Files.write(tile, bit(Files.readAllBytes(tile)));

    assertThat(part(growth(key.vkey(), "other-history", "tiles"))).isEqualTo("consistency");
    assertThat(part(growth(key.vkey(), "larger", "tiles"))).isEqualTo("tiles");
    assertThat(part(growth(key.vkey(), "forged", "tiles"))).isEqualTo("signature");
    assertThat(part(growth(otherKey().vkey(), "checkpoint-256", "tiles"))).isEqualTo("signature");
    assertThat(part(growth(key.vkey(), "checkpoint-300", "damaged"))).isIn("tiles", "consistency");
    assertThat(part(growth(key.vkey(), "checkpoint-300", "nowhere"))).isEqualTo("tiles");
  }

  private static TlogProof whole() {
    return TlogProof.parse(store.proof(id(INDEX)).orElseThrow());
  }

  private static String with(String checkpoint) {
    TlogProof proof = whole();
    return TlogProof.of(proof.index(), proof.hashes(), checkpoint).text();
  }

  private static String changed(long index, List<Hash> hashes) {
    return TlogProof.of(index, hashes, whole().checkpoint()).text();
  }

  private static String signedBy(NoteKey name, String root, long size) {
    Hash hash = Hash.ofBase64(root).orElseThrow();
    return SignedNote.signed(new Checkpoint(name.name(), size, hash).text(), name, signer).note();
  }

  private static NoteKey otherKey() {
    return new NoteKey(key.name(), Ed25519Key.generate(Instant.EPOCH).publicKey());
  }

  private static NoteKey otherName() {
    return new NoteKey("assay.example/other", key.key());
  }

  private static String root(int size) {
    return Checkpoint.parse(SignedNote.parse(NOTES.getOrDefault(size, "")).text()).root().base64();
  }

  private static String id(int index) {
    return Samples.attestation(index).id();
  }

  private static byte[] entry(int index) {
    return Samples.attestation(index).envelope().payload();
  }

  private static byte[] bit(byte[] bytes) {
    byte[] changed = bytes.clone();
    changed[changed.length / 2] ^= 1;
    return changed;
  }

  /** The note with another last bit in the middle of the signature's base64. */
  private static String bitOfSignature(String note) {
    int middle = note.length() - 40;
    char other = note.charAt(middle) == 'A' ? 'B' : 'A';
    return note.substring(0, middle) + other + note.substring(middle + 1);
  }

  private static GoChecklog.Ran proof(String vkey, byte[] statement, String document)
      throws IOException, InterruptedException {
    Files.write(go.directory().resolve("statement.json"), statement);
    write("attestation.tlog-proof", document);
    return go.run("proof", vkey, "statement.json", "attestation.tlog-proof");
  }

  private static GoChecklog.Ran growth(String vkey, String older, String tiles)
      throws IOException, InterruptedException {
    return go.run("growth", vkey, older, "checkpoint-" + SIZE, tiles);
  }

  private static String refusal(String document) throws IOException, InterruptedException {
    return part(proof(key.vkey(), entry(INDEX), document));
  }

  /** The part that does not hold. */
  private static String part(GoChecklog.Ran ran) {
    assertThat(ran.exitCode()).as(ran.output()).isOne();
    return ran.output().substring(0, ran.output().indexOf(':'));
  }

  private static void fetchTiles(String name) throws IOException, InterruptedException {
    for (String path : go.run("tiles", "checkpoint-" + SIZE).output().lines().toList()) {
      Path file = go.directory().resolve(name).resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, store.tile(path).orElseThrow());
    }
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(go.directory().resolve(name), text, StandardCharsets.UTF_8);
  }
}
