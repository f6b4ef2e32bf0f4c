package dev.assay.provenance;

import dev.assay.provenance.SigstoreInstance.Wrong;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.specimen.RandomNames;
import dev.assay.verifier.specimen.Specimen;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bouncycastle.operator.OperatorCreationException;

/**
 * Reports with a bundle that a trusted identity signed about them, of a Sigstore instance made for
 * the specimen; and with one that something is wrong with. The trusted root is with them, since no
 * worker has it in a file.
 */
final class SigstoreSpecimens implements SpecimenFamily {

  /** The role of the trusted root among the parts. */
  static final ArtifactRole ROOT = ArtifactRole.POLICY_SUBJECT;

  private static final Duration OUTSIDE = Duration.ofHours(1);

  private enum Fault {
    NONE,
    /** The whole bundle is another instance's, with the same names. */
    OTHER_INSTANCE,
    /** The certificate is signed by another key than the authority's. */
    OTHER_AUTHORITY,
    /** No trusted log has the certificate. */
    OTHER_CERTIFICATE_LOG,
    /** The entry is of another log. */
    OTHER_LOG,
    /** The log took it before the certificate was valid, or after. */
    OTHER_TIME,
    /** Nobody has signed the time. */
    NO_TIME,
    OTHER_ISSUER,
    OTHER_SUBJECT,
    /** The statement was replaced after it was signed. */
    EDITED,
    /** The report was altered after the statement was made. */
    SWAPPED,
    /** A true statement, of a run that failed. */
    FAILED
  }

  @Override
  public String verifierType() {
    return ProvenanceProvider.TYPE;
  }

  @Override
  public Specimen specimen(boolean bad, Random random) {
    Fault fault = bad ? Fault.values()[1 + random.nextInt(Fault.values().length - 1)] : Fault.NONE;
    String report = ProvenanceSpecimens.report(random);
    String repository =
        "https://github.com/" + RandomNames.noun(random) + "/" + RandomNames.noun(random);
    String san = repository + "/.github/workflows/ci.yml@refs/heads/main";
    try {
      SigstoreInstance trusted = new SigstoreInstance();
      SigstoreInstance signer = fault == Fault.OTHER_INSTANCE ? new SigstoreInstance() : trusted;
      byte[] root = trusted.trustedRoot();
      byte[] statement = ProvenanceSpecimens.statement(report, fault == Fault.FAILED, random);
      byte[] bundle = signer.bundle(statement, wrong(fault, new Wrong().san(san), report, random));
      Map<String, Object> identity =
          Map.of("root", Digests.sha256Hex(root), "issuer", SigstoreInstance.ISSUER, "san", san);
      Map<String, Object> config = Map.of("identities", List.of(identity), "commitRequired", false);
      String sent = fault == Fault.SWAPPED ? report + "\n" : report;
      return new Specimen(
          verifierType(),
          bad,
          new String(Json.canonical(config), StandardCharsets.UTF_8),
          List.of(
              Part.bytes(ArtifactRole.PROVENANCE, "application/json", bundle),
              Part.text(ArtifactRole.TEST_REPORT, "application/xml", sent, 0),
              Part.bytes(ROOT, "application/json", root)),
          List.of());
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw SpecimenKeys.impossible(e);
    }
  }

  /** {@code bundle} with its fault. */
  private static Wrong wrong(Fault fault, Wrong bundle, String report, Random random)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    return switch (fault) {
      case NONE, OTHER_INSTANCE, SWAPPED, FAILED -> bundle;
      case OTHER_AUTHORITY -> bundle.authority(SpecimenKeys.keys(true));
      case OTHER_CERTIFICATE_LOG -> bundle.otherCertificateLog();
      case OTHER_LOG -> bundle.log(new SigstoreInstance());
      case OTHER_TIME ->
          bundle.entered(
              random.nextBoolean()
                  ? SigstoreInstance.TIME.minus(OUTSIDE)
                  : SigstoreInstance.TIME.plus(OUTSIDE));
      case NO_TIME -> bundle.withoutPromise();
      case OTHER_ISSUER -> bundle.issuer("https://" + RandomNames.noun(random) + ".example");
      case OTHER_SUBJECT -> bundle.san(SigstoreInstance.SAN + "-" + RandomNames.noun(random));
      case EDITED -> bundle.payload(ProvenanceSpecimens.statement(report + "\n", false, random));
    };
  }
}
