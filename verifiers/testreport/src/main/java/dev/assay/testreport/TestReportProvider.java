package dev.assay.testreport;

import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.List;

/** Registers {@link TestReportVerifier}, which has no settings. */
public final class TestReportProvider implements VerifierProvider<VerifierProvider.NoSettings> {

  @Override
  public VerifierInfo info() {
    return TestReportVerifier.INFO;
  }

  @Override
  public Class<NoSettings> settings() {
    return NoSettings.class;
  }

  @Override
  public List<Verifier> verifiers(NoSettings settings, Host host) {
    return List.of(new TestReportVerifier());
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new TestReportSpecimens());
  }
}
