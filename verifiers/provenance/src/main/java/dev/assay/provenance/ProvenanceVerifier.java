package dev.assay.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.provenance.InTotoStatement.About;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.ArtifactUnusableException;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Says which artifacts of an execution a signed document vouches for. It reads what was handed in
 * and believes whom the policy names; it opens no connection and asks no clock.
 */
final class ProvenanceVerifier implements Verifier {

  private final VerifierInfo info;
  private final SigstoreRoots roots;

  ProvenanceVerifier(VerifierInfo info, SigstoreRoots roots) {
    this.info = info;
    this.roots = roots;
  }

  @Override
  public VerifierInfo info() {
    return info;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    ProvenanceConfig config = ProvenanceConfig.parse(request.config());
    if (request.artifacts().isEmpty()
        || request.artifacts().getFirst().role() != ArtifactRole.PROVENANCE) {
      throw new IllegalArgumentException(
          "expected a provenance document as the first artifact of the request, found another or"
              + " none");
    }
    ArtifactRef document = request.artifacts().getFirst();
    List<JsonNode> parts = parts(read(document, scope));
    if (config.isEmpty()) {
      return ProvenanceFindings.refused(Set.of(Cause.NO_TRUST_CONFIGURED), document);
    }
    List<TrustedKey> keys = config.trustedKeys();
    SigstoreRoots known = roots(request, config, scope);
    Set<Cause> causes = EnumSet.noneOf(Cause.class);
    List<Vouched> vouched = new ArrayList<>();
    for (JsonNode part : parts) {
      scope.deadline().check();
      switch (signed(part, config, keys, known)) {
        case Signed.Refused(Cause cause) -> causes.add(cause);
        case Signed.By by -> judge(by, request, config, causes, vouched);
      }
    }
    scope.deadline().check();
    boolean failed =
        causes.contains(Cause.SIGNATURE_INVALID) || causes.contains(Cause.RESULT_FAILED);
    return failed || vouched.isEmpty()
        ? ProvenanceFindings.refused(causes, document)
        : ProvenanceFindings.vouched(vouched, request);
  }

  /**
   * What one statement vouches for.
   *
   * @param about whether it names the commit of the execution
   */
  record Vouched(Signed.By by, List<String> artifacts, About about, boolean warned) {}

  private static byte[] read(ArtifactRef document, VerificationScope scope) throws IOException {
    if (document.size() > ProvenanceLimits.DOCUMENT_BYTES_MAX) {
      throw new ArtifactUnusableException(
          "DOCUMENT_TOO_LARGE",
          "the document has more than " + ProvenanceLimits.DOCUMENT_BYTES_MAX + " bytes");
    }
    return read(document, ProvenanceLimits.DOCUMENT_BYTES_MAX, scope);
  }

  private static byte[] read(ArtifactRef artifact, int bytesMax, VerificationScope scope)
      throws IOException {
    try (InputStream in = scope.open(artifact)) {
      return in.readNBytes(bytesMax + 1);
    }
  }

  /**
   * The trusted roots: the worker's, and of a canary the one that it brings, by which nothing is
   * decided.
   */
  private SigstoreRoots roots(
      VerificationRequest request, ProvenanceConfig config, VerificationScope scope)
      throws IOException {
    if (!ReservedIds.isCanary(request.workItem())) {
      return roots;
    }
    for (ArtifactRef artifact : request.artifacts()) {
      if (artifact.role() == SigstoreSpecimens.ROOT
          && config.identities().stream().anyMatch(each -> each.root().equals(artifact.sha256()))) {
        return SigstoreRoots.ofCanary(read(artifact, ProvenanceLimits.ROOT_BYTES_MAX, scope));
      }
    }
    return roots;
  }

  /** The envelopes and bundles: one in the whole document, or one in each of its lines. */
  private static List<JsonNode> parts(byte[] document) throws ArtifactUnusableException {
    if (Json.tree(document) instanceof Parsed.Accepted<JsonNode>(JsonNode whole)) {
      return List.of(whole);
    }
    List<JsonNode> parts = new ArrayList<>();
    for (String line : new String(document, StandardCharsets.UTF_8).split("\n", -1)) {
      if (line.isBlank()) {
        continue;
      }
      if (parts.size() == ProvenanceLimits.STATEMENTS_MAX
          || !(Json.tree(line.getBytes(StandardCharsets.UTF_8))
              instanceof Parsed.Accepted<JsonNode>(JsonNode part))) {
        throw unusable();
      }
      parts.add(part);
    }
    if (parts.isEmpty()) {
      throw unusable();
    }
    return parts;
  }

  private static ArtifactUnusableException unusable() {
    return new ArtifactUnusableException(
        Cause.DOCUMENT_UNUSABLE.name(), Cause.DOCUMENT_UNUSABLE.summary());
  }

  private static Signed signed(
      JsonNode part, ProvenanceConfig config, List<TrustedKey> keys, SigstoreRoots known) {
    JsonNode material = part.path("verificationMaterial");
    if (material.isMissingNode()) {
      return envelope(part, "", keys);
    }
    return material.has("publicKey")
        ? envelope(
            part.path("dsseEnvelope"), material.path("publicKey").path("hint").asText(), keys)
        : known.signed(part, config.identities());
  }

  private static Signed envelope(JsonNode node, String hint, List<TrustedKey> keys) {
    try {
      return Signed.of(Envelope.parse(Json.write(node)), hint, keys);
    } catch (RejectedInputException _) {
      return new Signed.Refused(Cause.DOCUMENT_UNUSABLE);
    }
  }

  private static void judge(
      Signed.By by,
      VerificationRequest request,
      ProvenanceConfig config,
      Set<Cause> causes,
      List<Vouched> vouched) {
    InTotoStatement statement =
        by.payloadType().equals(InTotoStatement.PAYLOAD_TYPE)
            ? InTotoStatement.read(by.payload()).orElse(null)
            : null;
    if (statement == null) {
      causes.add(Cause.NOT_A_STATEMENT);
      return;
    }
    List<String> named =
        request.artifacts().stream()
            .skip(1)
            .map(ArtifactRef::sha256)
            .filter(statement.subjects()::contains)
            .distinct()
            .toList();
    About about = statement.about(request.target());
    if (named.isEmpty()) {
      causes.add(Cause.OTHER_SUBJECT);
    } else if (about == About.OTHER) {
      causes.add(Cause.OTHER_COMMIT);
    } else if (InTotoStatement.FAILED.equals(statement.result())) {
      causes.add(Cause.RESULT_FAILED);
    } else if (about == About.UNNAMED && config.demandsCommit()) {
      causes.add(Cause.COMMIT_NOT_NAMED);
    } else {
      boolean warned = InTotoStatement.WARNED.equals(statement.result());
      vouched.add(new Vouched(by, named, about, warned));
    }
  }
}
