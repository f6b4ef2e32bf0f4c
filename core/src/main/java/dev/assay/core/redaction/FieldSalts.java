package dev.assay.core.redaction;

import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.Require;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Salts of commitments, made of a secret. The same document gives the same salts, so that what is
 * sent again commits to the same root and nothing but the secret is kept. Who has not the secret
 * cannot tell a salt from a random one.
 */
public final class FieldSalts {

  /** Bytes of the secret. */
  public static final int SECRET_BYTES = 32;

  /** Bytes of a salt, the 128 bits that RFC 9901, section 9.3, recommends. */
  private static final int SALT_BYTES = 16;

  private static final String ALGORITHM = "HmacSHA256";
  private static final String FIELD = "assay/redaction/field/v1\n";
  private static final String DOCUMENT = "assay/redaction/document/v1\n";

  private final SecretKeySpec secret;

  private FieldSalts(SecretKeySpec secret) {
    this.secret = secret;
  }

  /**
   * Salts of {@code secret}, which is copied.
   *
   * @throws RejectedInputException with code {@code redaction-key-invalid} when it is not {@value
   *     #SECRET_BYTES} bytes
   */
  public static FieldSalts of(byte[] secret) {
    if (secret.length != SECRET_BYTES) {
      throw new RejectedInputException(
          "redaction-key-invalid", SECRET_BYTES + " bytes", secret.length + " bytes");
    }
    return new FieldSalts(new SecretKeySpec(secret, ALGORITHM));
  }

  /**
   * The salt of one field, in base64url.
   *
   * @param document SHA-256 of the canonical document that has the field
   */
  String field(String document, String name) {
    return salt(FIELD + Require.digest("document", document) + "\n" + name);
  }

  /**
   * The salt of a document as a whole, in base64url.
   *
   * @param document its SHA-256
   */
  String document(String document) {
    return salt(DOCUMENT + Require.digest("document", document));
  }

  private String salt(String about) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      byte[] code = mac.doFinal(about.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(code, SALT_BYTES));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("expected HMAC-SHA-256 in every Java platform", e);
    }
  }
}
