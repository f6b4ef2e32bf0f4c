package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.core.export.AttestationFormat;
import dev.assay.core.export.SigstoreTrustedRoot;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.Hash;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.json.Json;
import dev.assay.store.formats.FormatSamples;
import dev.assay.testkit.NodeTools;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sigstore's own code reads our bundles, our trusted root, and the proofs of our log. */
class SigstoreFormatsTest {

  private static final Statement PASS = FormatSamples.report("PASS");
  private static final int INDEX = 7;

  @TempDir private static Path directory;
  private static JsonNode answers;

  @BeforeAll
  static void ask() throws Exception {
    try (TestApi api = new TestApi(directory)) {
      api.store.append(TestApi.attestations(0, INDEX));
      api.store.append(List.of(FormatSamples.stored(PASS)));
      api.store.append(TestApi.attestations(INDEX, 12));
      ObjectNode question = JsonNodeFactory.instance.objectNode();
      question.set("root", json(api, "/v1/keys", SigstoreTrustedRoot.MEDIA_TYPE));
      question
          .putObject("keys")
          .put(
              FormatSamples.DIRECTOR.keyId(),
              Base64.getEncoder().encodeToString(FormatSamples.DIRECTOR.publicKey().spki()));
      ObjectNode bundle =
          json(api, "/v1/attestations/" + PASS.id(), AttestationFormat.SIGSTORE_BUNDLE.mediaType());
      question.set("bundles", Json.toTree(bundles(bundle)));
      question.set(
          "entries",
          Json.toTree(entries(TlogProof.parse(api.store.proof(PASS.id()).orElseThrow()))));

      NodeTools.Ran ran = NodeTools.install().script("sigstore.js", Json.write(question));

      assertThat(ran.exitCode()).as(ran.output()).isZero();
      answers = FormatSamples.tree(ran.output().getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void aBundleIsAcceptedAsItIsAndRefusedWhenAnythingInItIsAnother() {
    assertThat(answers.get("bundles"))
        .isEqualTo(
            Json.toTree(
                Map.of(
                    "whole", "ok",
                    "another payload", "SIGNATURE_ERROR",
                    "another payload type", "SIGNATURE_ERROR",
                    "another signature", "SIGNATURE_ERROR",
                    "another key", "PUBLIC_KEY_ERROR",
                    "two signatures", "ValidationError")));
  }

  @Test
  void theProofsOfTheLogHoldUnderTheTrustedRootAndNotWhenAnythingInThemIsAnother() {
    String refused = "TLOG_INCLUSION_PROOF_ERROR";
    assertThat(answers.get("inclusion"))
        .isEqualTo(
            Json.toTree(
                Map.of(
                    "whole", "ok",
                    "another index", refused,
                    "another hash", refused,
                    "another root", refused,
                    "another entry", refused)));
  }

  /** Why bundles have no entry of the log. */
  @Test
  void anEntryOfTheLogIsNoneOfThoseThatSigstoreReads() {
    assertThat(answers.at("/body/whole").asText()).isEqualTo("TLOG_BODY_ERROR");
  }

  private static Map<String, ObjectNode> bundles(ObjectNode whole) {
    Map<String, ObjectNode> bundles = new LinkedHashMap<>();
    bundles.put("whole", whole);
    bundles.put("another payload", changed(whole, "/dsseEnvelope", "payload"));
    bundles.put("another signature", changed(whole, "/dsseEnvelope/signatures/0", "sig"));
    bundles.put("another payload type", changed(whole, "/dsseEnvelope", "payloadType"));
    bundles.put("another key", changed(whole, "/verificationMaterial/publicKey", "hint"));
    bundles.put(
        "two signatures",
        with(
            whole,
            copy -> {
              ArrayNode signatures = at(copy, "/dsseEnvelope").withArray("signatures");
              signatures.add(signatures.get(0));
            }));
    return bundles;
  }

  private static Map<String, ObjectNode> entries(TlogProof proof) {
    Checkpoint head = Checkpoint.parse(SignedNote.parse(proof.checkpoint()).text());
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.put("logIndex", String.valueOf(proof.index()));
    whole.putObject("kindVersion").put("kind", "dsse").put("version", "0.0.1");
    whole.put(
        "canonicalizedBody",
        Base64.getEncoder().encodeToString(PASS.text().getBytes(StandardCharsets.UTF_8)));
    ObjectNode inclusion = whole.putObject("inclusionProof");
    inclusion.put("logIndex", String.valueOf(proof.index()));
    inclusion.put("treeSize", String.valueOf(head.size()));
    inclusion.put("rootHash", head.root().base64());
    ArrayNode hashes = inclusion.putArray("hashes");
    proof.hashes().stream().map(Hash::base64).forEach(hashes::add);
    inclusion.putObject("checkpoint").put("envelope", proof.checkpoint());
    assertThat(proof.index()).isEqualTo(INDEX);

    Map<String, ObjectNode> entries = new LinkedHashMap<>();
    entries.put("whole", whole);
    entries.put("another entry", changed(whole, "", "canonicalizedBody"));
    entries.put(
        "another index",
        with(whole, entry -> at(entry, "/inclusionProof").put("logIndex", "" + (INDEX - 1))));
    entries.put(
        "another hash",
        with(
            whole,
            entry ->
                at(entry, "/inclusionProof")
                    .withArray("hashes")
                    .set(0, TextNode.valueOf(head.root().base64()))));
    entries.put(
        "another root",
        with(
            whole,
            entry ->
                at(entry, "/inclusionProof/checkpoint")
                    .put(
                        "envelope",
                        proof
                            .checkpoint()
                            .replace(head.root().base64(), proof.hashes().getFirst().base64()))));
    return entries;
  }

  /** The same with another character in the middle of the text at {@code path}. */
  private static ObjectNode changed(ObjectNode whole, String path, String member) {
    return with(
        whole,
        copy -> {
          String text = at(copy, path).get(member).textValue();
          int middle = text.length() / 2;
          char other = text.charAt(middle) == 'A' ? 'B' : 'A';
          at(copy, path)
              .put(member, text.substring(0, middle) + other + text.substring(middle + 1));
        });
  }

  private static ObjectNode with(ObjectNode whole, Consumer<ObjectNode> change) {
    ObjectNode copy = whole.deepCopy();
    change.accept(copy);
    return copy;
  }

  private static ObjectNode at(ObjectNode document, String path) {
    return (ObjectNode) document.at(path);
  }

  private static ObjectNode json(TestApi api, String path, String accept) throws Exception {
    HttpResponse<String> answer = api.get(path, "Accept", accept);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith(accept);
    return (ObjectNode) TestApi.json(answer);
  }
}
