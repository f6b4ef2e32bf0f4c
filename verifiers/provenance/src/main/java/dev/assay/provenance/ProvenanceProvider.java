package dev.assay.provenance;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Registers {@link ProvenanceVerifier}. */
public final class ProvenanceProvider implements VerifierProvider<ProvenanceSettings> {

  /** The name in policy, requests and attestations. */
  public static final String TYPE = "provenance";

  private static final String VERSION = "2";

  @Override
  public VerifierInfo info() {
    return info(VERSION);
  }

  private static VerifierInfo info(String version) {
    return new VerifierInfo(
            TYPE,
            version,
            VerifierInfo.Pace.FAST,
            Set.of(ArtifactRole.PROVENANCE),
            EnumSet.complementOf(EnumSet.of(ArtifactRole.PROVENANCE)))
        .with(EvidenceBasis.WITNESSED, Set.of())
        .thatIsReproducible();
  }

  @Override
  public Class<ProvenanceSettings> settings() {
    return ProvenanceSettings.class;
  }

  @Override
  public List<Verifier> verifiers(ProvenanceSettings settings, Host host) {
    SigstoreRoots roots = SigstoreRoots.of(settings.trustedRoots(), host.home());
    return List.of(new ProvenanceVerifier(info(version(roots.digests())), roots));
  }

  /** Another one with other roots: the same document could get another report. */
  private static String version(List<String> roots) {
    return roots.isEmpty()
        ? VERSION
        : VERSION
            + "-"
            + Digests.sha256Hex(String.join(",", roots))
                .substring(0, ProvenanceLimits.DIGEST_CHARS);
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new ProvenanceSpecimens(), new SigstoreSpecimens());
  }
}
