package dev.assay.provenance;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Pem;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.RandomNames;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Reports with a statement that a trusted key signed about them; and with one that it did not sign,
 * that was altered since, that is about other bytes, or that tells of failed tests. Keys are made
 * for each specimen, and no private one is kept.
 */
final class ProvenanceSpecimens implements SpecimenFamily {

  private enum Fault {
    NONE,
    /** Signed by a key of the same name that nobody trusts. */
    OTHER_KEY,
    /** Signed by a key that nobody trusts, in the name of the trusted one. */
    FORGED,
    /** The statement was altered after it was signed. */
    EDITED,
    /** The report was altered after the statement was made. */
    SWAPPED,
    /** A true statement, of a run that failed. */
    FAILED,
    /** True, and about something else than a statement. */
    OTHER_TYPE
  }

  @Override
  public String verifierType() {
    return ProvenanceProvider.TYPE;
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    boolean curve = random.nextBoolean();
    KeyPair trusted = SpecimenKeys.keys(curve);
    KeyPair signer =
        fault == Fault.OTHER_KEY || fault == Fault.FORGED ? SpecimenKeys.keys(curve) : trusted;
    String report = report(random);
    byte[] statement = statement(report, fault == Fault.FAILED, random);
    String type =
        fault == Fault.OTHER_TYPE ? "application/vnd.example+json" : InTotoStatement.PAYLOAD_TYPE;
    byte[] signature = SpecimenKeys.sign(signer, Pae.encode(type, statement));
    String named =
        fault == Fault.OTHER_KEY || random.nextBoolean() && fault != Fault.FORGED
            ? ""
            : Digests.sha256Hex(trusted.getPublic().getEncoded());
    byte[] payload = fault == Fault.EDITED ? statement(report + "\n", false, random) : statement;
    Envelope envelope =
        Envelope.of(type, payload, List.of(new EnvelopeSignature(named, signature)));
    String sent = fault == Fault.EDITED || fault == Fault.SWAPPED ? report + "\n" : report;
    Map<String, Object> config =
        Map.of(
            "keys",
            Map.of("ci", Pem.encode("PUBLIC KEY", trusted.getPublic().getEncoded())),
            "commitRequired",
            false);
    return new Specimen(
        verifierType(),
        bad,
        new String(Json.canonical(config), StandardCharsets.UTF_8),
        List.of(
            Part.bytes(ArtifactRole.PROVENANCE, "application/json", envelope.json()),
            Part.text(ArtifactRole.TEST_REPORT, "application/xml", sent, 0)),
        List.of());
  }

  /** A report of tests that passed. */
  static String report(Random random) {
    String name = RandomNames.name(random);
    return "<testsuite><testcase name=\"" + name + "\"/></testsuite>";
  }

  /** A statement about {@code report} that names no commit. */
  static byte[] statement(String report, boolean failed, Random random) {
    ObjectNode statement = JsonNodeFactory.instance.objectNode();
    statement.put("_type", "https://in-toto.io/Statement/v1");
    statement
        .putArray("subject")
        .addObject()
        .put("name", RandomNames.noun(random) + ".xml")
        .putObject("digest")
        .put("sha256", Digests.sha256Hex(report));
    if (failed || random.nextBoolean()) {
      statement.put("predicateType", "https://in-toto.io/attestation/test-result/v0.1");
      statement
          .putObject("predicate")
          .put("result", failed ? InTotoStatement.FAILED : "PASSED")
          .putArray("configuration");
    } else {
      statement.put("predicateType", "https://slsa.dev/provenance/v1");
      statement.putObject("predicate").putObject("buildDefinition");
    }
    return Json.canonical(statement);
  }
}
