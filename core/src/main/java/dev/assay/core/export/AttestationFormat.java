package dev.assay.core.export;

import dev.assay.core.statement.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A format in which an attestation is handed out, the stored envelope first. Names of predicates in
 * media types are those of the in-toto predicate specifications.
 */
public enum AttestationFormat {
  /** The stored DSSE envelope. */
  DSSE("dsse", "application/vnd.dsse.envelope.v1+json"),
  /** The statement in the envelope, byte for byte. */
  STATEMENT("statement", Statement.PAYLOAD_TYPE),
  /** An unsigned in-toto test result that cites the attestation. */
  TEST_RESULT("test-result", "application/vnd.in-toto.test-result+json"),
  /** An unsigned in-toto simple verification result that cites the attestation. */
  SVR("svr", "application/vnd.in-toto.svr+json"),
  /** An unsigned SLSA verification summary with log positions that cites the attestation. */
  VSA("vsa", "application/vnd.in-toto.vsa+json"),
  /** The C2SP proof that the statement is in the log. */
  TLOG_PROOF("tlog-proof", "text/x.tlog-proof"),
  /** The envelope in a Sigstore bundle. */
  SIGSTORE_BUNDLE("sigstore-bundle", SigstoreBundle.MEDIA_TYPE),
  /** The COSE receipt (RFC 9942) that the statement is in the log, of the type of RFC 9943. */
  COSE_RECEIPT("cose-receipt", "application/scitt-receipt+cose");

  private final String wire;
  private final String mediaType;

  AttestationFormat(String wire, String mediaType) {
    this.wire = wire;
    this.mediaType = mediaType;
  }

  /** The name on a command line. */
  public String wire() {
    return wire;
  }

  /** The media type, without parameters. */
  public String mediaType() {
    return mediaType;
  }

  /** The format that is called {@code wire} on a command line. */
  public static Optional<AttestationFormat> named(String wire) {
    return Arrays.stream(values()).filter(format -> format.wire.equals(wire)).findFirst();
  }

  /** All media types, in order. */
  public static List<String> mediaTypes() {
    return Arrays.stream(values()).map(AttestationFormat::mediaType).toList();
  }

  /** All names, for people. */
  public static String names() {
    return Arrays.stream(values()).map(AttestationFormat::wire).collect(Collectors.joining(", "));
  }
}
