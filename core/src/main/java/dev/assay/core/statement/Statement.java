package dev.assay.core.statement;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An in-toto Statement v1 in its canonical form.
 *
 * @param id lower-case hex SHA-256 of the canonical bytes: the attestation id
 * @param text the RFC 8785 canonical JSON; its UTF-8 bytes are DSSE payload and log entry
 */
public record Statement(String id, String text) {

  /** The DSSE payload type of in-toto. */
  public static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";

  /** The {@code _type} of in-toto Statement v1. */
  public static final String TYPE = "https://in-toto.io/Statement/v1";

  /** The predicate type of a verification attestation that does not say how it is known. */
  public static final String VERIFICATION_REPORT_1 =
      "https://assay.dev/attestation/verification-report/v1";

  /** The predicate type of a verification attestation; its predicate has a {@code basis}. */
  public static final String VERIFICATION_REPORT =
      "https://assay.dev/attestation/verification-report/v2";

  /** The predicate type of a promotion (SLSA verification summary). */
  public static final String VERIFICATION_SUMMARY = "https://slsa.dev/verification_summary/v1";

  /** The predicate type of a person's answer. */
  public static final String APPROVAL = "https://assay.dev/attestation/approval/v1";

  /** The predicate type of a manifest: what stood in a range of a partition. */
  public static final String MANIFEST = "https://assay.dev/attestation/manifest/v1";

  /**
   * The canonical form of {@code statement}.
   *
   * @throws dev.assay.schemas.RejectedException with STATEMENT_TOO_LARGE above {@link
   *     Limits#STATEMENT_BYTES_MAX}
   */
  static Statement of(JsonNode statement) {
    return fitting(statement).orElseThrow(Statement::tooLarge);
  }

  /** The canonical form of {@code statement} unless it is larger than a log entry may be. */
  static Optional<Statement> fitting(JsonNode statement) {
    String text = CanonicalJson.text(statement);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length > Limits.STATEMENT_BYTES_MAX
        ? Optional.empty()
        : Optional.of(new Statement(Digests.sha256Hex(bytes), text));
  }

  static RejectedException tooLarge() {
    return Rejection.of(
            ErrorCode.STATEMENT_TOO_LARGE,
            "expected a statement of at most "
                + Limits.STATEMENT_BYTES_MAX
                + " bytes, found a larger one; report less")
        .asException();
  }

  /** The statement with that canonical text, which {@link #of} made before. */
  public static Statement kept(String text) {
    return new Statement(Digests.sha256Hex(text.getBytes(StandardCharsets.UTF_8)), text);
  }
}
