package dev.assay.core.export;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.schemas.json.CanonicalJson;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A Sigstore bundle v0.3 around an attestation: its envelope, and the key id as the hint which key
 * to verify it with. It has no entry of a log: Sigstore's readers know the entries of Rekor alone,
 * and those of our log are statements.
 */
public final class SigstoreBundle {

  /** The media type, also a member of the document. */
  public static final String MEDIA_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json";

  private SigstoreBundle() {}

  /** The bundle; empty unless the envelope has exactly one signature, as bundles must. */
  public static Optional<byte[]> of(Envelope envelope) {
    List<EnvelopeSignature> signatures = envelope.signatures();
    if (signatures.size() != 1) {
      return Optional.empty();
    }
    EnvelopeSignature signature = signatures.getFirst();
    Base64.Encoder base64 = Base64.getEncoder();
    ObjectNode bundle = JsonNodeFactory.instance.objectNode();
    bundle.put("mediaType", MEDIA_TYPE);
    ObjectNode material = bundle.putObject("verificationMaterial");
    material.putObject("publicKey").put("hint", signature.keyId());
    material.putArray("tlogEntries");
    ObjectNode dsse = bundle.putObject("dsseEnvelope");
    dsse.put("payload", base64.encodeToString(envelope.payload()));
    dsse.put("payloadType", envelope.payloadType());
    dsse.putArray("signatures")
        .addObject()
        .put("keyid", signature.keyId())
        .put("sig", base64.encodeToString(signature.signature()));
    return Optional.of(CanonicalJson.bytes(bundle));
  }
}
