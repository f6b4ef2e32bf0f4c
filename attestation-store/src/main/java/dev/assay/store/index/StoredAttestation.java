package dev.assay.store.index;

import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.Envelope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An attestation with the facts people search it by.
 *
 * @param id lower-case hex SHA-256 of the envelope's payload, which is the log entry
 * @param kind what it attests
 * @param predicateType type URI of its in-toto predicate
 * @param workItem the work item it belongs to
 * @param attempt the attempt of that work item, from 1
 * @param verifier who judged, for example {@code testreport}
 * @param result PASS, FAIL, FLAKY or INCONCLUSIVE; PASSED or FAILED for a VSA
 * @param basis how it is known, when the attestation says it
 * @param agent id of the agent whose work it is, when known
 * @param fleet the agent's fleet, when known
 * @param commit the commit the work was done on, when known
 * @param report SHA-256 of the canonical report, when there is one
 * @param time when the verdict was reached; kept to the microsecond
 * @param artifacts what was judged; the first is shown in lists
 * @param failureSignatures ids of the failures found
 * @param hypertheses why something could not be seen, each code once
 * @param files paths of the files that the failures name, and each end of them behind a slash
 * @param envelope the signed statement
 */
public record StoredAttestation(
    String id,
    Kind kind,
    String predicateType,
    String workItem,
    int attempt,
    @Nullable String verifier,
    String result,
    @Nullable String basis,
    @Nullable String agent,
    @Nullable String fleet,
    @Nullable String commit,
    @Nullable String report,
    Instant time,
    List<Artifact> artifacts,
    List<String> failureSignatures,
    List<String> hypertheses,
    List<String> files,
    Envelope envelope) {

  /** Checks the bounds, and that the id is the hash of the payload. */
  public StoredAttestation {
    String payloadHash = new TreeHasher().digest(envelope.payload()).hex();
    if (!id.equals(payloadHash)) {
      throw new IllegalArgumentException(
          "expected the attestation id " + payloadHash + " of this payload, found " + id);
    }
    IndexLimits.name("a predicate type", predicateType);
    IndexLimits.name("a work item", workItem);
    IndexLimits.name("a result", result);
    for (String name : new String[] {verifier, basis, agent, fleet, commit, report}) {
      if (name != null) {
        IndexLimits.name("a name", name);
      }
    }
    artifacts = few(artifacts);
    failureSignatures = few(failureSignatures);
    hypertheses = few(hypertheses);
    files = few(files);
    failureSignatures.forEach(signature -> IndexLimits.name("a failure signature", signature));
    hypertheses.forEach(why -> IndexLimits.name("a hyperthesis", why));
    files.forEach(file -> IndexLimits.name("a file", file));
    time = Rows.truncated(time);
  }

  private static <T> List<T> few(List<T> facets) {
    if (facets.size() > IndexLimits.FACETS_MAX) {
      throw new IllegalArgumentException(
          "expected at most "
              + IndexLimits.FACETS_MAX
              + " artifacts, signatures, hypertheses and files each, found "
              + facets.size());
    }
    return List.copyOf(facets);
  }

  /**
   * An artifact that an attestation is about.
   *
   * @param role what it was to the verification, for example {@code test-report}
   * @param sha256 lower-case hex SHA-256 of its bytes
   */
  public record Artifact(String role, String sha256) {

    /** Checks the bounds. */
    public Artifact {
      IndexLimits.name("a role", role);
      IndexLimits.name("a digest", sha256);
    }
  }

  /** What an attestation attests. */
  public enum Kind {
    /** The verdict of one verifier on artifacts. */
    VERIFICATION("verification", "https://assay.dev/attestation/verification-report/v2"),
    /** A SLSA verification summary: the promotion of a work item. */
    VSA("vsa", "https://slsa.dev/verification_summary/v1"),
    /** A person's answer to an approval request. */
    APPROVAL("approval", "https://assay.dev/attestation/approval/v1"),
    /** What stood in a range of a topic's partition; about no work item. */
    MANIFEST("manifest", "https://assay.dev/attestation/manifest/v1");

    private final String text;

    /** What rows of this kind mean that name no predicate type, so that it never changes. */
    private final String usualType;

    Kind(String text, String usualType) {
      this.text = text;
      this.usualType = usualType;
    }

    /** The lower-case name used in rows and documents. */
    public String text() {
      return text;
    }

    /** The predicate type that a row names, or that of most of this kind when it names none. */
    String predicateType(@Nullable String named) {
      return named == null ? usualType : named;
    }

    /** What a row names of {@code predicateType}. */
    @Nullable String unlessUsual(String predicateType) {
      return predicateType.equals(usualType) ? null : predicateType;
    }
  }
}
