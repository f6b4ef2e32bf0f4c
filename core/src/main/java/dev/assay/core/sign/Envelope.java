package dev.assay.core.sign;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A DSSE v1 envelope: a typed payload and signatures over its {@link Pae}. The payload must be used
 * only after {@link #verifiedBy} named a trusted key.
 */
public final class Envelope {

  private final String payloadType;
  private final byte[] payload;
  private final List<EnvelopeSignature> signatures;

  Envelope(String payloadType, byte[] payload, List<EnvelopeSignature> signatures) {
    this.payloadType = payloadType;
    this.payload = payload;
    this.signatures = List.copyOf(signatures);
  }

  /** An envelope around {@code payload} with one signature by {@code signer}. */
  public static Envelope signed(String payloadType, byte[] payload, Signer signer) {
    byte[] signature = signer.sign(Pae.encode(payloadType, payload));
    return new Envelope(
        payloadType, payload.clone(), List.of(new EnvelopeSignature(signer.keyId(), signature)));
  }

  /** The envelope around {@code payload} with signatures that were made elsewhere. */
  public static Envelope of(
      String payloadType, byte[] payload, List<EnvelopeSignature> signatures) {
    return new Envelope(payloadType, payload.clone(), signatures);
  }

  /** The same type and signatures around {@code other}, of which they may not be. */
  public Envelope withPayload(byte[] other) {
    return of(payloadType, other, signatures);
  }

  /**
   * The envelope in the JSON document {@code json}. Members the format does not know are ignored;
   * both base64 alphabets are accepted, with or without padding.
   *
   * @throws RejectedInputException with code {@code envelope-invalid} or {@code envelope-too-large}
   */
  public static Envelope parse(byte[] json) {
    return EnvelopeReader.read(json);
  }

  /** What the payload is, for example {@code application/vnd.in-toto+json}. */
  public String payloadType() {
    return payloadType;
  }

  /** A copy of the payload bytes. */
  public byte[] payload() {
    return payload.clone();
  }

  /** The signatures in the document's order; at least one. */
  public List<EnvelopeSignature> signatures() {
    return signatures;
  }

  /**
   * The key ids among {@code trusted} that signed this payload. Each public key counts once however
   * many signatures it made; the hints in the envelope only decide which key is tried first.
   */
  public Set<String> verifiedBy(Collection<? extends SignatureChecker> trusted) {
    byte[] message = Pae.encode(payloadType, payload);
    Set<String> verified = new LinkedHashSet<>();
    for (EnvelopeSignature signature : signatures) {
      if (!tryKeys(trusted, signature, message, true, verified)) {
        tryKeys(trusted, signature, message, false, verified);
      }
    }
    return verified;
  }

  private static boolean tryKeys(
      Collection<? extends SignatureChecker> trusted,
      EnvelopeSignature signature,
      byte[] message,
      boolean hinted,
      Set<String> verified) {
    for (SignatureChecker key : trusted) {
      if (key.keyId().equals(signature.keyId()) == hinted
          && !verified.contains(key.keyId())
          && key.verifies(message, signature.signature())) {
        verified.add(key.keyId());
        return true;
      }
    }
    return false;
  }

  /** The envelope as one line of canonical JSON with standard base64. */
  public byte[] json() {
    StringBuilder out = new StringBuilder(payload.length * 4 / 3 + 512);
    Base64.Encoder base64 = Base64.getEncoder();
    out.append("{\"payload\":\"").append(base64.encodeToString(payload)).append("\",");
    out.append("\"payloadType\":").append(EnvelopeReader.quoted(payloadType));
    out.append(",\"signatures\":[");
    String separator = "";
    for (EnvelopeSignature signature : signatures) {
      out.append(separator).append('{');
      if (!signature.keyId().isEmpty()) {
        out.append("\"keyid\":").append(EnvelopeReader.quoted(signature.keyId())).append(',');
      }
      out.append("\"sig\":\"").append(base64.encodeToString(signature.signature())).append("\"}");
      separator = ",";
    }
    return out.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }
}
