package dev.assay.provenance;

import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Result;

/** Why a document vouches for nothing, the gravest first; the names are codes of reports. */
enum Cause {
  SIGNATURE_INVALID(
      Result.FAIL,
      Why.ADVERSARY,
      "a statement names a signer that the policy trusts, who did not sign it as it is",
      "ask who altered or forged the document; attach it as its signer wrote it"),
  RESULT_FAILED(
      Result.FAIL,
      Why.ADVERSARY,
      "a trusted signer says of an artifact of this execution that it failed",
      "believe the signer; repair what failed"),
  NO_TRUST_CONFIGURED(
      Result.INCONCLUSIVE,
      Why.PERMISSION,
      "the policy trusts no key and no identity",
      "name keys or identities in the policy's configuration of provenance"),
  ROOT_NOT_HERE(
      Result.INCONCLUSIVE,
      Why.PERMISSION,
      "the worker has none of the trusted root files that the policy's identities name",
      "name them in worker.verifiers.provenance.trustedRoots"),
  DOCUMENT_UNUSABLE(
      Result.INCONCLUSIVE,
      Why.MISSING_DATA,
      "the document is neither an envelope nor a bundle, nor one of them on each line, as expected",
      "attach a DSSE envelope, a Sigstore bundle, or one of them on each line"),
  SIGNER_NOT_TRUSTED(
      Result.INCONCLUSIVE,
      Why.PERMISSION,
      "nobody whom the policy trusts signed a statement of the document",
      "attach a statement of a signer that the policy names"),
  BUNDLE_NOT_TRUSTED(
      Result.INCONCLUSIVE,
      Why.PERMISSION,
      "a certificate in a trusted name, its log entry or its time are not what the trusted root"
          + " bears out",
      "attach the bundle as the trusted instance made it"),
  NOT_A_STATEMENT(
      Result.INCONCLUSIVE,
      Why.SEMANTICS,
      "what a trusted signer signed is no in-toto Statement about SHA-256 digests",
      "attach a statement whose subjects have SHA-256 digests"),
  OTHER_SUBJECT(
      Result.INCONCLUSIVE,
      Why.SEMANTICS,
      "no statement of a trusted signer is about an artifact of this execution",
      "attach the statement about the very bytes that are sent"),
  OTHER_COMMIT(
      Result.INCONCLUSIVE,
      Why.ADVERSARY,
      "a trusted signer's statement is about these bytes and another commit",
      "attach the statement about the commit that the execution names"),
  COMMIT_NOT_NAMED(
      Result.INCONCLUSIVE,
      Why.ADVERSARY,
      "the execution's target or a trusted signer's statement does not say which commit it is"
          + " about",
      "name the commit in the target and in the statement, so that none is used twice");

  private final Result result;
  private final Why why;
  private final String summary;
  private final String nextAction;

  Cause(Result result, Why why, String summary, String nextAction) {
    this.result = result;
    this.why = why;
    this.summary = summary;
    this.nextAction = nextAction;
  }

  Result result() {
    return result;
  }

  Why why() {
    return why;
  }

  String summary() {
    return summary;
  }

  String nextAction() {
    return nextAction;
  }
}
