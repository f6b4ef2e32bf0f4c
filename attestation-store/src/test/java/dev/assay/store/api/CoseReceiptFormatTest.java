package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.export.AttestationFormat;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.json.Json;
import dev.assay.store.PublishedKey;
import dev.assay.store.formats.FormatSamples;
import dev.assay.testkit.NodeTools;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receipts of the store, read by a COSE library that did not write them. */
class CoseReceiptFormatTest {

  private static final Statement PASS = FormatSamples.report("PASS");
  private static final String TYPE = AttestationFormat.COSE_RECEIPT.mediaType();

  private final TestApi api;

  CoseReceiptFormatTest(@TempDir Path directory) {
    this.api = new TestApi(directory);
  }

  @Test
  void anotherLibraryAcceptsAReceiptAndRefusesItWhenAnythingInItIsAnother() throws Exception {
    try (api) {
      api.store.append(TestApi.attestations(0, 5));
      api.store.append(List.of(FormatSamples.stored(PASS)));
      api.store.append(TestApi.attestations(5, 9));
      PublishedKey key = api.store.keys().getLast();
      HttpResponse<byte[]> answer = api.bytes("/v1/attestations/" + PASS.id(), "Accept", TYPE);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue(TYPE);
      byte[] receipt = answer.body();
      Map<String, byte[]> receipts = new LinkedHashMap<>();
      receipts.put("whole", receipt);
      receipts.put("another header", changed(receipt, 10));
      receipts.put("another path", changed(receipt, receipt.length - 80));
      receipts.put("another signature", changed(receipt, receipt.length - 1));
      ObjectNode question = JsonNodeFactory.instance.objectNode();
      question.put("key", Ed25519PublicKey.ofPem(key.spki()).spki());
      question.put("entry", PASS.text().getBytes(StandardCharsets.UTF_8));
      question.set("receipts", Json.toTree(receipts));

      NodeTools.Ran ran = NodeTools.install().script("receipt.js", Json.write(question));

      assertThat(ran.exitCode()).as(ran.output()).isZero();
      JsonNode answers = FormatSamples.tree(ran.output().getBytes(StandardCharsets.UTF_8));
      assertThat(answers.at("/whole/ok"))
          .as(ran.output())
          .isEqualTo(
              Json.toTree(
                  Map.of(
                      "issuer",
                      "assay.example/log",
                      "subject",
                      "assay:attestation/" + PASS.id(),
                      "kid",
                      key.keyId())));
      receipts.remove("whole");
      for (String name : receipts.keySet()) {
        assertThat(answers.get(name).has("refused")).as("%s: %s", name, ran.output()).isTrue();
      }
    }
  }

  @Test
  void anAttestationThatIsAloneInTheLogHasNoReceipt() throws Exception {
    try (api) {
      api.store.append(List.of(FormatSamples.stored(PASS)));

      assertThat(api.get("/v1/attestations/" + PASS.id(), "Accept", TYPE).statusCode())
          .isEqualTo(406);
    }
  }

  private static byte[] changed(byte[] receipt, int at) {
    byte[] changed = receipt.clone();
    changed[at] ^= 1;
    return changed;
  }
}
