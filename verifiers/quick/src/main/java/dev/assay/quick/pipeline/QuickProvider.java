package dev.assay.quick.pipeline;

import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Registers {@link QuickTraceVerifier}, which reads the worker's ground truths. */
public final class QuickProvider implements VerifierProvider<VerifierProvider.NoSettings> {

  @Override
  public VerifierInfo info() {
    return QuickTraceVerifier.INFO;
  }

  @Override
  public Class<NoSettings> settings() {
    return NoSettings.class;
  }

  @Override
  public List<Verifier> verifiers(NoSettings settings, Host host) {
    Map<String, GroundTruth> named = new HashMap<>();
    host.groundTruths().forEach((name, database) -> named.put(name, truth(database)));
    GroundTruth canaries =
        new GroundTruth.Made(
            host.scratchDirectory().resolve(CanaryGroundTruth.FILE_NAME), CanaryGroundTruth::write);
    if (named.put(CanaryGroundTruth.NAME, canaries) != null) {
      throw new IllegalArgumentException(
          "expected ground truths of the worker under other names than "
              + CanaryGroundTruth.NAME
              + ", which is reserved; choose another name");
    }
    return List.of(new QuickTraceVerifier(new GroundTruths(named)));
  }

  private static GroundTruth truth(Database database) {
    return switch (database) {
      case Database.Sqlite(var file) -> new GroundTruth.Sqlite(file);
      case Database.Postgres(String url) -> new GroundTruth.Postgres(url);
    };
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new QuickSpecimens());
  }
}
