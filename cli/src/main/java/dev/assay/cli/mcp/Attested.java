package dev.assay.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.client.ApiClient;
import dev.assay.core.sign.Envelope;
import dev.assay.core.verify.OfflineCheck;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Attestations, shown and checked. */
final class Attested {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Attested() {}

  /**
   * The members of {@code get_attestation} and {@code verify_attestation}.
   *
   * @param id 64 hexadecimal digits
   * @param envelope a DSSE envelope, for {@code verify_attestation} instead of the id
   */
  record Wanted(@Nullable String id, @Nullable JsonNode envelope) {

    Wanted {
      if ((id == null) == (envelope == null)) {
        throw Rejection.of(ErrorCode.INVALID_FIELD, "expected id or envelope, found both or none")
            .asException();
      }
      id = Require.optionalDigest("id", id);
    }
  }

  /** The statement, unverified. */
  static ObjectNode shown(Wanted wanted, ApiClient api) throws IOException, InterruptedException {
    if (wanted.id() == null) {
      throw Rejection.of(ErrorCode.MISSING_FIELD, "expected id, found none").asException();
    }
    String envelope = api.text(path(wanted.id()), ApiClient.ENVELOPE);
    ObjectNode answer = JSON.objectNode().put("id", wanted.id());
    answer.set("statement", OfflineCheck.statement(envelope));
    return answer;
  }

  /** Signature, id, inclusion and checkpoint, checked here against the keys of the system. */
  static ObjectNode verified(Wanted wanted, ApiClient api)
      throws IOException, InterruptedException {
    String envelope =
        wanted.id() == null
            ? new String(
                Json.write(Objects.requireNonNull(wanted.envelope())), StandardCharsets.UTF_8)
            : api.text(path(wanted.id()), ApiClient.ENVELOPE);
    String id = wanted.id() == null ? idOf(envelope) : wanted.id();
    OfflineCheck.Outcome outcome =
        OfflineCheck.of(
            envelope,
            api.text(path(id) + "/proof"),
            api.text("/v1/keys", ApiClient.KEYS),
            wanted.id());
    ObjectNode answer = (ObjectNode) Json.toTree(outcome);
    return answer.put("keys", "those that the system itself names; pin them to trust nobody");
  }

  private static String idOf(String envelope) {
    try {
      return Digests.sha256Hex(Envelope.parse(envelope.getBytes(StandardCharsets.UTF_8)).payload());
    } catch (IllegalArgumentException e) {
      throw Rejection.of(ErrorCode.INVALID_FIELD, String.valueOf(e.getMessage())).asException();
    }
  }

  private static String path(String id) {
    return "/v1/attestations/" + ApiClient.escaped(id);
  }
}
