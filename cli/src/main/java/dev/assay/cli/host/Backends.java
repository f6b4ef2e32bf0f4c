package dev.assay.cli.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.agencyverify.agency.DataDirectory;
import dev.assay.agencyverify.pipeline.ScriptGrants;
import dev.assay.agencyverify.pipeline.ScriptVerifier;
import dev.assay.canary.CanaryGroundTruth;
import dev.assay.canary.CanaryRule;
import dev.assay.canary.CanaryScripts;
import dev.assay.cfverify.pipeline.SubResultConfig;
import dev.assay.cfverify.pipeline.SubResultVerifier;
import dev.assay.core.director.Policy;
import dev.assay.delegation.pipeline.DelegationGrants;
import dev.assay.delegation.pipeline.DelegationVerifier;
import dev.assay.policygate.PolicyGateVerifier;
import dev.assay.process.ProcessRunner;
import dev.assay.quick.pipeline.GroundTruth;
import dev.assay.quick.pipeline.GroundTruths;
import dev.assay.quick.pipeline.QuickTraceVerifier;
import dev.assay.schemas.ConfigException;
import dev.assay.screenshot.ScreenshotVerifier;
import dev.assay.testreport.TestReportVerifier;
import dev.assay.verifier.Verifier;
import dev.assay.worker.WorkerSection;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The verifiers and databases that the configuration names. */
public final class Backends {

  /** Scripts that run at the same time in one worker. */
  private static final int SCRIPTS_RUNNING_MAX = 4;

  private Backends() {}

  static List<Verifier> verifiers(WorkerSection config, Path home, GroundTruths groundTruths) {
    List<Verifier> verifiers = new ArrayList<>();
    verifiers.add(new TestReportVerifier());
    verifiers.add(new QuickTraceVerifier(groundTruths));
    verifiers.add(subResults(config.verifiers().get(SubResultVerifier.TYPE)));
    verifiers.add(scripts(config.verifiers().get(ScriptVerifier.TYPE), home));
    verifiers.add(delegations(config.verifiers().get(DelegationVerifier.TYPE)));
    verifiers.add(new PolicyGateVerifier());
    verifiers.add(new ScreenshotVerifier());
    return verifiers;
  }

  /** The verifiers of {@code policy}, as canaries ask for them. */
  static Map<String, CanaryRule> canaryRules(Policy policy) {
    Map<String, CanaryRule> rules = new HashMap<>();
    policy
        .verifiers()
        .forEach((type, rule) -> rules.put(type, new CanaryRule(rule.slow(), rule.budgetMillis())));
    return rules;
  }

  /**
   * The databases that the worker's verifiers may read, with the one for canaries.
   *
   * @throws ConfigException when the configuration takes the name of that one
   */
  static GroundTruths groundTruths(WorkerSection config, Path home) {
    Map<String, GroundTruth> named = new HashMap<>();
    if (config.groundTruths().containsKey(CanaryGroundTruth.NAME)) {
      throw new ConfigException(
          "expected ground truths of the worker under other names than "
              + CanaryGroundTruth.NAME
              + ", which is reserved; choose another name");
    }
    named.put(
        CanaryGroundTruth.NAME,
        new GroundTruth.Made(
            home.resolve(config.scratchDirectory()).resolve(CanaryGroundTruth.FILE_NAME),
            CanaryGroundTruth::write));
    config
        .groundTruths()
        .forEach((name, truth) ->
            named.put(
                name,
                truth.sqlite() == null
                    ? new GroundTruth.Postgres(Objects.requireNonNull(truth.postgresUrl()))
                    : new GroundTruth.Sqlite(home.resolve(truth.sqlite()))));
    return new GroundTruths(named);
  }

  private static Verifier subResults(@Nullable JsonNode section) {
    return new SubResultVerifier(
        section == null ? SubResultConfig.NONE : SubResultConfig.of(section));
  }

  private static Verifier delegations(@Nullable JsonNode section) {
    return new DelegationVerifier(
        section == null ? DelegationGrants.NONE : DelegationGrants.of(section),
        InstantSource.system());
  }

  private static ScriptGrants grants(@Nullable JsonNode section) {
    List<String> commands = new ArrayList<>();
    boolean unisolated = false;
    if (section != null) {
      JsonNode listed = section.path("commands");
      listed.forEach(command -> commands.add(command.textValue()));
      JsonNode open = section.path("unisolated");
      if (!(listed.isMissingNode() || listed.isArray())
          || commands.contains(null)
          || !(open.isMissingNode() || open.isBoolean())) {
        throw new ConfigException(
            "expected a list of shell texts in worker.verifiers.script.commands and true or false"
                + " in worker.verifiers.script.unisolated, found something else; correct them, or"
                + " leave them out to allow neither");
      }
      unisolated = open.asBoolean(false);
    }
    return new ScriptGrants(commands, CanaryScripts.ALL, unisolated);
  }

  private static Verifier scripts(@Nullable JsonNode section, Path home) {
    Optional<DataDirectory> data = Optional.empty();
    int runningMax = SCRIPTS_RUNNING_MAX;
    if (section != null) {
      JsonNode running = section.path("runningMax");
      if (!running.isMissingNode()
          && (!running.isIntegralNumber()
              || !running.canConvertToInt()
              || running.intValue() < 1)) {
        throw new ConfigException(
            "expected a number of at least 1 in worker.verifiers.script.runningMax, found "
                + running
                + "; correct it, or leave it out for the default");
      }
      runningMax = running.asInt(SCRIPTS_RUNNING_MAX);
      if (section.path("dataDirectory").isTextual()) {
        data =
            Optional.of(new DataDirectory(home.resolve(section.path("dataDirectory").textValue())));
      }
    }
    return new ScriptVerifier(
        data,
        grants(section),
        new ProcessRunner(runningMax),
        InstantSource.system(),
        Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin"));
  }
}
