package dev.assay.reexecution;

import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.List;
import java.util.Set;

/** Registers {@link ReexecutionVerifier}. */
public final class ReexecutionProvider implements VerifierProvider<ReexecutionSettings> {

  /** The name in policy, requests and attestations. */
  public static final String TYPE = "reexecution";

  private static final String VERSION = "3";

  @Override
  public VerifierInfo info() {
    return info(VERSION);
  }

  private static VerifierInfo info(String version) {
    return new VerifierInfo(
            TYPE,
            version,
            VerifierInfo.Pace.LONG,
            Set.of(ArtifactRole.WORKSPACE),
            Set.of(ArtifactRole.TEST_REPORT))
        .with(EvidenceBasis.REEXECUTED, Set.of("clean-sandbox-rerun", Reexecution.ISOLATED_SUBSET));
  }

  @Override
  public Class<ReexecutionSettings> settings() {
    return ReexecutionSettings.class;
  }

  @Override
  public List<Verifier> verifiers(ReexecutionSettings settings, Host host) {
    return List.of(
        new ReexecutionVerifier(
            info(version(settings)),
            settings.isolationRequest(),
            settings.commands().stream().map(rule -> NamedCommand.of(rule, host.home())).toList(),
            NamedCommand.of(CanaryCommand.RULE, host.home()),
            settings.runningMax()));
  }

  /** Another one when the commands are others: the same workspace could get another report. */
  private static String version(ReexecutionSettings settings) {
    return settings.commands().isEmpty()
        ? VERSION
        : VERSION
            + "-"
            + Digests.sha256Hex(Json.canonical(settings.commands()))
                .substring(0, ReexecutionLimits.DIGEST_CHARS);
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new ReexecutionSpecimens());
  }
}
