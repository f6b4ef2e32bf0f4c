package dev.assay.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.Output;
import dev.assay.core.log.NoteKey;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Statement;
import dev.assay.store.key.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OfflineCheckTest {

  private static final Ed25519Key KEY = Ed25519Key.generate(Instant.EPOCH);
  private static final Ed25519Key OTHER = Ed25519Key.generate(Instant.EPOCH);

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
    byte[] payload = statement.getBytes(StandardCharsets.UTF_8);
    byte[] envelope = Envelope.signed(type, payload, KEY).json();
    return OfflineCheck.of(new String(envelope, StandardCharsets.UTF_8), "no proof", keys, null);
  }

  private static String attestationKey(@Nullable String notAfter) {
    Map<String, String> key = new LinkedHashMap<>();
    key.put("use", "attestation");
    key.put("spki", KEY.publicKey().pem());
    if (notAfter != null) {
      key.put("notAfter", notAfter);
    }
    return Output.compact(Map.of("keys", List.of(key)));
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
            "vkey", new NoteKey("assay.dev/log", KEY.publicKey()).vkey(),
            "spki", OTHER.publicKey().pem());

    assertThat(
            check("format", "{}", Output.compact(Map.of("keys", List.of(contradiction)))).holds())
        .isFalse();
  }
}
