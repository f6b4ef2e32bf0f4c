package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRotationIT {

  @TempDir private Path home;

  @Test
  void whatARetiredKeySignedIsStillVerifiedAndANewKeySignsFromThenOn() throws Exception {
    Path data = home.resolve("data");
    try (UpSystem system = new UpSystem(data).start()) {
      JsonNode before = system.submit("e-1", "old", Samples.passing("rotation.Old"));
      var _ = system.workItem("old", 1, 2);
      JsonNode old = attestationKeys(system).getFirst();
      system.stop();

      Files.delete(data.resolve("keys/attestation.pem"));
      Files.writeString(data.resolve("keys/old.pub.pem"), old.path("spki").asText());
      Files.writeString(
          data.resolve("assay.yaml"),
          "keys: {retired: [{file: keys/old.pub.pem, notBefore: \"%s\", notAfter: \"%s\"}]}"
              .formatted(old.path("notBefore").asText(), Instant.now()));
      system.start();

      JsonNode after = system.submit("e-2", "new", Samples.passing("rotation.New"));
      var _ = system.workItem("new", 1, 2);
      List<JsonNode> keys = attestationKeys(system);
      assertThat(keys)
          .extracting(key -> key.path("notAfter").isTextual())
          .containsExactly(false, true);
      assertThat(keys.getFirst().path("keyid")).isNotEqualTo(old.path("keyid"));
      assertThat(signer(system, before)).isEqualTo(old.path("keyid"));
      assertThat(signer(system, after)).isEqualTo(keys.getFirst().path("keyid"));
      for (JsonNode decision : List.of(before, after)) {
        UpSystem.Command verified =
            system.command("attestations", "verify", decision.path("promotion").asText());
        assertThat(verified.exitCode()).as(verified.output()).isZero();
      }
      system.stop();

      Replays.Answer replay = Replays.replay("--data-dir", data.toString());
      assertThat(replay.exitCode()).as(replay.errors()).isZero();
      assertThat(replay.json().path("signatures").path("unknownKeys").asLong(-1)).isZero();
    }
  }

  private static JsonNode signer(UpSystem system, JsonNode decision) throws Exception {
    return system
        .api()
        .json("/v1/attestations/" + decision.path("promotion").asText())
        .path("signatures")
        .path(0)
        .path("keyid");
  }

  private static List<JsonNode> attestationKeys(UpSystem system) throws Exception {
    JsonNode keys = system.api().json("/v1/keys").path("keys");
    return StreamSupport.stream(keys.spliterator(), false)
        .filter(key -> key.path("use").asText().equals("attestation"))
        .toList();
  }
}
