package dev.assay.core.statement;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import org.jspecify.annotations.Nullable;

/**
 * One record of a range that a {@link Manifest} covers. What it says depends on the topic; a record
 * that cannot be read has offset and digest only.
 *
 * @param offset its place in the partition
 * @param sha256 of its value, lower-case hex; of no bytes when it has no value
 * @param event key of the execution that it is, or is about; null for dead letters, and for an
 *     attestation, which says it itself, but in manifests of earlier builds
 * @param decision id of the decision that it is, or null
 * @param attestation id of the attestation that it is, or null
 * @param code why a dead letter's record was refused, or null
 * @param refused the execution's record that a dead letter is about, or null when it is about
 *     another topic's
 */
public record ManifestRecord(
    Long offset,
    String sha256,
    @Nullable String event,
    @Nullable String decision,
    @Nullable String attestation,
    @Nullable ErrorCode code,
    @Nullable Place refused) {

  /**
   * Where a record of the topic of executions stands.
   *
   * @param partition of that topic
   * @param offset in the partition
   */
  public record Place(Integer partition, Long offset) {

    public Place {
      Require.range("refused.partition", Require.present("refused.partition", partition), 0, MAX);
      Require.range("refused.offset", Require.present("refused.offset", offset), 0, MAX);
    }
  }

  private static final long MAX = Limits.INTEGER_MAX;

  public ManifestRecord {
    Require.range("records.offset", Require.present("records.offset", offset), 0, MAX);
    sha256 = Require.digest("records.sha256", sha256);
    event = Require.optionalDigest("records.event", event);
    decision = Require.optionalDigest("records.decision", decision);
    attestation = Require.optionalDigest("records.attestation", attestation);
  }

  /** A record that says nothing. */
  public static ManifestRecord unreadable(long offset, String sha256) {
    return new ManifestRecord(offset, sha256, null, null, null, null, null);
  }

  /** An execution. */
  public static ManifestRecord execution(long offset, String sha256, String event) {
    return new ManifestRecord(offset, sha256, event, null, null, null, null);
  }

  /** A decision on the execution {@code event}. */
  public static ManifestRecord decision(long offset, String sha256, String event, String id) {
    return new ManifestRecord(offset, sha256, event, id, null, null, null);
  }

  /** An attestation about the execution {@code event}, or a manifest, which is about none. */
  public static ManifestRecord attestation(
      long offset, String sha256, @Nullable String event, String id) {
    return new ManifestRecord(offset, sha256, event, null, id, null, null);
  }

  /** It as manifests list it: what an attestation says of itself is not said again. */
  public ManifestRecord brief() {
    return attestation == null ? this : attestation(offset, sha256, null, attestation);
  }

  /** A dead letter. */
  public static ManifestRecord deadLetter(
      long offset, String sha256, ErrorCode code, @Nullable Place refused) {
    return new ManifestRecord(offset, sha256, null, null, null, code, refused);
  }
}
