package dev.assay.delegation.pipeline;

import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.time.InstantSource;
import java.util.List;

/** Registers {@link DelegationVerifier}; its settings are what a worker's owner grants it. */
public final class DelegationProvider implements VerifierProvider<DelegationGrants> {

  @Override
  public VerifierInfo info() {
    return DelegationVerifier.INFO;
  }

  @Override
  public Class<DelegationGrants> settings() {
    return DelegationGrants.class;
  }

  @Override
  public List<Verifier> verifiers(DelegationGrants settings, Host host) {
    return List.of(new DelegationVerifier(settings, InstantSource.system()));
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new DelegationSpecimens());
  }
}
