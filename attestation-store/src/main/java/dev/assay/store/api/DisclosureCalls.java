package dev.assay.store.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.redaction.ClaimDocument;
import dev.assay.core.redaction.Committed;
import dev.assay.core.redaction.CommittedFields;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Shows some fields of a claim or report against the root in its attestation. */
final class DisclosureCalls {

  private final AttestationCalls attestations;
  private final EvidenceSource evidence;
  private final @Nullable FieldSalts salts;

  /**
   * Reads documents from {@code evidence}.
   *
   * @param salts of the system's redaction key; null where this process has none
   */
  DisclosureCalls(
      AttestationCalls attestations, EvidenceSource evidence, @Nullable FieldSalts salts) {
    this.attestations = attestations;
    this.evidence = evidence;
    this.salts = salts;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/attestations/{id}/disclosure", Permission.DISCLOSE, this::disclosure)
            .queryParameters("of", "fields"));
  }

  private Response disclosure(Request request) throws InterruptedException {
    String id = Require.digest("id", request.path("id"));
    JsonNode statement =
        AttestationDocuments.statement(attestations.envelope(request, id))
            .orElseThrow(() -> new IllegalStateException("expected a stored statement"));
    Committed of = request.query().constant("of", Committed.class).orElse(Committed.REPORT);
    JsonNode predicate = statement.path("predicate");
    JsonNode root = predicate.path("commitments").path(of.wire());
    FieldSalts secret = salts;
    if (!root.isTextual() || secret == null) {
      throw new ProblemException(
          ErrorCode.NOT_COMMITTED,
          root.isTextual()
              ? "expected keys.redaction in the configuration of the store, found none"
              : "expected an attestation that commits to the fields of its "
                  + of.wire()
                  + ", found one that does not; with keys.redaction in the configuration, new ones do");
    }
    CommittedFields fields = fields(of, predicate, secret, root.textValue());
    return Response.json(200, fields.show(id, of, named(request, fields.names())))
        .header("Cache-Control", "no-store")
        .secret();
  }

  private CommittedFields fields(Committed of, JsonNode predicate, FieldSalts secret, String root) {
    try {
      CommittedFields fields =
          CommittedFields.of(
              switch (of) {
                case REPORT -> document(predicate.path("reportDigest").asText());
                case CLAIM -> claim(predicate.path("commitments").path("claimDocument").asText());
              },
              secret);
      if (fields.root().equals(root)) {
        return fields;
      }
    } catch (RejectedInputException e) {
      throw mismatch(of, e);
    }
    throw mismatch(of, null);
  }

  private JsonNode claim(String digest) {
    return ClaimDocument.claim(bytes(digest)).orElseThrow(() -> mismatch(Committed.CLAIM, null));
  }

  private JsonNode document(String digest) {
    if (Json.tree(bytes(digest)) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)) {
      return tree;
    }
    throw mismatch(Committed.REPORT, null);
  }

  /** What is stored under {@code digest}, checked against it. */
  private byte[] bytes(String digest) {
    Optional<byte[]> read =
        Digests.valid(digest)
            ? evidence.read(digest, 0, ReadLimits.DISCLOSED_DOCUMENT_BYTES_MAX)
            : Optional.empty();
    return read.filter(bytes -> Digests.sha256Hex(bytes).equals(digest))
        .orElseThrow(() ->
            new ProblemException(
                ErrorCode.ARTIFACT_MISSING,
                "expected the document "
                    + digest
                    + " in the object store, found none there, or another one"));
  }

  private static ProblemException mismatch(Committed of, @Nullable RejectedInputException cause) {
    return new ProblemException(
        ErrorCode.COMMITMENT_MISMATCH,
        "expected the "
            + of.wire()
            + " and the redaction key to give the root that the attestation has, found "
            + (cause == null ? "another root" : cause.found()));
  }

  private static Set<String> named(Request request, Set<String> known) {
    Set<String> names = new TreeSet<>();
    String given = request.query().text("fields").orElse("");
    for (String name : given.isEmpty() ? new String[0] : given.split(",", -1)) {
      if (!known.contains(name)) {
        throw new ProblemException(
            new Rejection(
                ErrorCode.INVALID_QUERY,
                "expected fields out of "
                    + String.join(", ", known)
                    + ", found "
                    + Require.quoted(name),
                "fields"));
      }
      names.add(name);
    }
    return names;
  }
}
