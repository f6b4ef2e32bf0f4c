package dev.assay.cfverify.pipeline;

import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.List;

/** Registers {@link SubResultVerifier}; its settings are what a worker's owner grants it. */
public final class SubResultProvider implements VerifierProvider<SubResultConfig> {

  @Override
  public VerifierInfo info() {
    return SubResultVerifier.INFO;
  }

  @Override
  public Class<SubResultConfig> settings() {
    return SubResultConfig.class;
  }

  @Override
  public List<Verifier> verifiers(SubResultConfig settings, Host host) {
    return List.of(new SubResultVerifier(settings));
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new SubResultSpecimens());
  }
}
