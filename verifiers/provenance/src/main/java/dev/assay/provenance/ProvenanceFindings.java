package dev.assay.provenance;

import dev.assay.provenance.InTotoStatement.About;
import dev.assay.provenance.ProvenanceVerifier.Vouched;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.ReportMessage.Vouching;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What signatures and statements mean, in own words. Pure. */
final class ProvenanceFindings {

  private static final double CONFIDENCE = 0.9;

  private ProvenanceFindings() {}

  /** Nothing is vouched for, for the gravest of {@code causes}; all of them are told. */
  static Finding refused(Set<Cause> causes, ArtifactRef document) {
    List<Cause> sorted = causes.stream().sorted(Comparator.naturalOrder()).toList();
    Cause first = sorted.getFirst();
    return Finding.of(
        first.result(),
        sorted.stream()
            .filter(cause -> cause.result() == first.result())
            .map(cause -> FailureSignature.named(ProvenanceProvider.TYPE, cause.name()))
            .toList(),
        first.summary(),
        List.of(first.nextAction()),
        first.result() == Result.FAIL ? 1 : 0,
        List.of(
            new Hyperthesis(
                "who wrote the artifacts that the document is to vouch for",
                first.why(),
                first.result() == Result.FAIL ? Risk.HIGH : Risk.MEDIUM,
                "nothing counts as vouched for by this document")),
        List.of(new Pointer(document.sha256(), 0, document.size())));
  }

  /** The first signer vouches; what further statements of the same signer name is added. */
  static Finding vouched(List<Vouched> all, VerificationRequest request) {
    Signed.By signer = all.getFirst().by();
    List<Vouched> own = all.stream().filter(each -> each.by().who().equals(signer.who())).toList();
    List<String> artifacts =
        own.stream().flatMap(each -> each.artifacts().stream()).distinct().toList();
    long judged = request.artifacts().stream().skip(1).map(ArtifactRef::sha256).distinct().count();
    List<Hyperthesis> disclosed = new ArrayList<>();
    disclosed.add(
        signer.isKey()
            ? new Hyperthesis(
                "whether the judged party can use the signing key",
                Why.ADVERSARY,
                Risk.MEDIUM,
                "the policy trusts the key; keep it where no agent can reach it")
            : new Hyperthesis(
                "whether the judged party can change what signs in that name, such as a workflow",
                Why.ADVERSARY,
                Risk.MEDIUM,
                "the policy trusts the identity; review who may change it"));
    if (own.stream().anyMatch(each -> each.about() == About.UNNAMED)) {
      disclosed.add(
          new Hyperthesis(
              "whether the statement is about the commit that the execution names",
              Why.ADVERSARY,
              Risk.MEDIUM,
              "the policy does not demand it: commitRequired"));
    }
    if (artifacts.size() < judged) {
      disclosed.add(
          new Hyperthesis(
              "who wrote the other artifacts of the execution: " + (judged - artifacts.size()),
              Why.MISSING_DATA,
              Risk.LOW,
              "they count as claimed"));
    }
    if (own.stream().anyMatch(Vouched::warned)) {
      disclosed.add(
          new Hyperthesis(
              "what the signer's test run warns of",
              Why.SEMANTICS,
              Risk.MEDIUM,
              "what is vouched for are the bytes of the report, which testreport reads"));
    }
    return Finding.of(
            Result.PASS,
            List.of(),
            "a signer that the policy trusts vouches for %d of %d artifacts"
                .formatted(artifacts.size(), judged),
            List.of("read the reports over these artifacts as witnessed"),
            CONFIDENCE,
            disclosed.stream().limit(Limits.HYPERTHESES_MAX).toList(),
            List.of(
                new Pointer(
                    request.artifacts().getFirst().sha256(),
                    0,
                    request.artifacts().getFirst().size())))
        .withVouching(new Vouching(signer.who(), artifacts));
  }
}
