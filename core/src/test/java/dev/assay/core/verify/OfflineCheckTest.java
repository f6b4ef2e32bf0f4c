package dev.assay.core.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.JdkSigner;
import dev.assay.core.statement.Statement;
import dev.assay.core.verify.OfflineCheck.Code;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OfflineCheckTest {

  private static final JdkSigner KEY = new JdkSigner();
  private static final JdkSigner OTHER = new JdkSigner();

  private static OfflineCheck.Check check(String name, String predicate, String keys) {
    return outcome("{\"predicate\":" + predicate + "}", keys).checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static OfflineCheck.Outcome outcome(String statement, String keys) {
    return outcome(Statement.PAYLOAD_TYPE, statement, keys);
  }

  private static OfflineCheck.Outcome outcome(String type, String statement, String keys) {
    byte[] payload = statement.getBytes(UTF_8);
    byte[] envelope = Envelope.signed(type, payload, KEY).json();
    return OfflineCheck.of(new String(envelope, UTF_8), "no proof", keys, null);
  }

  private static String attestationKey(@Nullable String notAfter) {
    Map<String, String> key = new LinkedHashMap<>();
    key.put("use", "attestation");
    key.put("spki", KEY.key().pem());
    if (notAfter != null) {
      key.put("notAfter", notAfter);
    }
    return keys(List.of(key));
  }

  private static String keys(List<Map<String, String>> keys) {
    return new String(Json.write(Json.toTree(Map.of("keys", keys))), UTF_8);
  }

  @Test
  void aRetiredKeyCountsForWhatItSignedInItsTimeAlone() {
    String verified = "{\"timeVerified\":\"2026-11-21T10:00:00.000Z\"}";
    String answered = "{\"time\":\"2026-11-21T10:00:00.000Z\"}";

    for (String predicate : List.of(verified, answered)) {
      assertThat(check("key in use", predicate, attestationKey(null)).holds()).isTrue();
      assertThat(check("key in use", predicate, attestationKey("2026-11-21T10:00:00.000Z")).holds())
          .isTrue();
      assertThat(check("key in use", predicate, attestationKey("2026-11-21T09:59:59.999Z")).holds())
          .isFalse();
    }
  }

  @Test
  void aStatementWithoutATimeIsNotOfARetiredKeysTime() {
    assertThat(check("key in use", "{}", attestationKey(null)).holds()).isTrue();
    assertThat(check("key in use", "{}", attestationKey("2100-01-01T00:00:00Z")).holds()).isFalse();
  }

  @Test
  void whatTheKeySignedAsAnotherTypeIsNoSignedStatement() {
    for (String type : List.of("application/json", "application/vnd.in-toto+json;v=1", "")) {
      assertThat(outcome(type, "{}", attestationKey(null)).checks())
          .filteredOn(check -> check.name().equals("signature"))
          .noneMatch(OfflineCheck.Check::holds);
    }
    assertThat(check("signature", "{}", attestationKey(null)).holds()).isTrue();
  }

  @Test
  void aPayloadThatIsNoJsonIsNotVerified() {
    assertThat(outcome("{\"predicate\":{\u0001", attestationKey(null)).verified()).isFalse();
  }

  @Test
  void aKeysDocumentThatNamesTwoKeysAsOneVerifiesNothing() {
    Map<String, String> contradiction =
        Map.of(
            "use", "checkpoint",
            "vkey", new NoteKey("assay.dev/log", KEY.key()).vkey(),
            "spki", OTHER.key().pem());

    assertThat(check("format", "{}", keys(List.of(contradiction))).holds()).isFalse();
  }

  /** A log whose only entry is {@code statement}. */
  private static String proof(String statement, String origin) {
    Hash root = new TreeHasher().leaf(statement.getBytes(UTF_8));
    NoteKey key = new NoteKey("log.example", KEY.key());
    String note = SignedNote.signed(new Checkpoint(origin, 1, root).text(), key, KEY).note();
    return TlogProof.of(0, List.of(), note).text();
  }

  private static OfflineCheck.@Nullable Code code(
      String statement, String proof, String keys, @Nullable String expectedId) {
    byte[] envelope =
        Envelope.signed(Statement.PAYLOAD_TYPE, statement.getBytes(UTF_8), KEY).json();
    return OfflineCheck.of(new String(envelope, UTF_8), proof, keys, expectedId).code();
  }

  @Test
  void whatFailsFirstIsTheCode() {
    String statement = "{\"predicate\":{}}";
    String proof = proof(statement, "log.example");
    Map<String, String> signing = Map.of("use", "attestation", "spki", KEY.key().pem());
    Map<String, String> retired =
        Map.of("use", "attestation", "spki", KEY.key().pem(), "notAfter", "2100-01-01T00:00:00Z");
    Map<String, String> log =
        Map.of("use", "checkpoint", "vkey", new NoteKey("log.example", KEY.key()).vkey());
    String id = Digests.sha256Hex(statement.getBytes(UTF_8));

    assertThat(code(statement, proof, keys(List.of(signing, log)), id)).isNull();
    assertThat(code(statement, proof, keys(List.of(log)), id)).isEqualTo(Code.SIGNATURE_INVALID);
    assertThat(code(statement, proof, keys(List.of(retired, log)), id))
        .isEqualTo(Code.KEY_NOT_IN_USE);
    assertThat(code(statement + " ", proof, keys(List.of(signing, log)), null))
        .isEqualTo(Code.NOT_CANONICAL);
    assertThat(code(statement, proof, keys(List.of(signing, log)), "0".repeat(64)))
        .isEqualTo(Code.ID_MISMATCH);
    assertThat(code(statement, proof, keys(List.of(signing)), id))
        .isEqualTo(Code.CHECKPOINT_INVALID);
    assertThat(
            code(statement, proof(statement, "another.example"), keys(List.of(signing, log)), id))
        .isEqualTo(Code.CHECKPOINT_INVALID);
    assertThat(code(statement, proof("{}", "log.example"), keys(List.of(signing, log)), id))
        .isEqualTo(Code.NOT_INCLUDED);
    assertThat(code(statement, "no proof", keys(List.of(signing, log)), id))
        .isEqualTo(Code.FORMAT_INVALID);
  }
}
