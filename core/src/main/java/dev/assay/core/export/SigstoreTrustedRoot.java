package dev.assay.core.export;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.log.NoteKey;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.CanonicalJson;
import java.time.Instant;
import java.util.Base64;

/**
 * A Sigstore trusted root v0.1 with the log's key. The format has no place for keys that sign
 * envelopes; readers are handed those by key id.
 */
public final class SigstoreTrustedRoot {

  /** The media type without its version, for negotiation. */
  public static final String MEDIA_TYPE = "application/vnd.dev.sigstore.trustedroot+json";

  /** The media type of the document, also a member of it. */
  public static final String VERSIONED_TYPE = MEDIA_TYPE + ";version=0.1";

  private SigstoreTrustedRoot() {}

  /**
   * The document.
   *
   * @param key the key that signs the log's checkpoints
   * @param notBefore from when it signs
   */
  public static byte[] of(NoteKey key, Instant notBefore) {
    Base64.Encoder base64 = Base64.getEncoder();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("mediaType", VERSIONED_TYPE);
    ObjectNode log = root.putArray("tlogs").addObject();
    log.put("baseUrl", "https://" + key.name());
    log.put("hashAlgorithm", "SHA2_256");
    ObjectNode publicKey = log.putObject("publicKey");
    publicKey.put("rawBytes", base64.encodeToString(key.key().spki()));
    publicKey.put("keyDetails", "PKIX_ED25519");
    publicKey.putObject("validFor").put("start", Times.text(notBefore));
    log.putObject("logId").put("keyId", key.hash().base64());
    root.putArray("certificateAuthorities");
    root.putArray("ctlogs");
    root.putArray("timestampAuthorities");
    return CanonicalJson.bytes(root);
  }
}
