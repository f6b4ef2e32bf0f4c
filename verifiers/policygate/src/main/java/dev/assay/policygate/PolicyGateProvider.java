package dev.assay.policygate;

import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.List;

/** Registers {@link PolicyGateVerifier}, which has no settings. */
public final class PolicyGateProvider implements VerifierProvider<VerifierProvider.NoSettings> {

  @Override
  public VerifierInfo info() {
    return PolicyGateVerifier.INFO;
  }

  @Override
  public Class<NoSettings> settings() {
    return NoSettings.class;
  }

  @Override
  public List<Verifier> verifiers(NoSettings settings, Host host) {
    return List.of(new PolicyGateVerifier());
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new PolicyGateSpecimens());
  }
}
