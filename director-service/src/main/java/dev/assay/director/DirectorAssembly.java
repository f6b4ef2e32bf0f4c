package dev.assay.director;

import dev.assay.artifact.ArtifactStore;
import dev.assay.canary.CanaryLoop;
import dev.assay.canary.CanaryLoop.CanaryRule;
import dev.assay.canary.CanarySection;
import dev.assay.core.director.Policy;
import dev.assay.core.sign.Signer;
import dev.assay.director.manifest.ManifestWriter;
import dev.assay.http.HealthCheck;
import dev.assay.llmadvisor.ModelClient;
import dev.assay.llmadvisor.ModelEndpoint;
import dev.assay.llmadvisor.ModelSection;
import dev.assay.llmadvisor.PlanSuggestions;
import dev.assay.llmadvisor.PlanSuggestions.AllowedVerifier;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.topic.Topic;
import dev.assay.service.ServiceContext;
import dev.assay.service.ServiceParts;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The director, put together from its configuration, with the manifests that it writes, the
 * canaries that it sends and the plans that it asks a model for.
 *
 * @param model asked for plans where the policy says so
 * @param signer signs its attestations
 * @param artifacts where the canaries' artifacts go
 * @param betweenStateAndOutput called after the state is put and before anything is sent; failure
 *     tests stop the process here
 */
public record DirectorAssembly(
    DirectorSection section,
    @Nullable ModelSection model,
    CanarySection canary,
    Signer signer,
    ArtifactStore artifacts,
    Runnable betweenStateAndOutput) {

  /** Starts it; {@link ServiceParts#awaitRestored} waits until it decides. */
  public void start(ServiceContext context, ServiceParts parts) throws InterruptedException {
    Policy policy = section.readPolicy(context.home(), context.environment());
    DirectorService service =
        parts.opened(
            new DirectorService(
                new DirectorConfig(
                    context.kafka(),
                    policy,
                    context.home().resolve(section.stateDirectory()),
                    section.instance(),
                    section.threads(),
                    Duration.ofSeconds(section.reportSeconds()),
                    Duration.ofSeconds(section.earlyReportSeconds()),
                    betweenStateAndOutput),
                signer,
                context.registry(),
                context.tracer()));
    service.begin();
    parts.restoring(service::awaitRunning);
    parts.check(HealthCheck.telling(service.name(), ErrorCode.NOT_PROGRESSING, service::problem));
    parts.watchProgress(
        context,
        service.name(),
        DirectorService.GROUP,
        List.of(Topic.EXECUTIONS, Topic.REPORTS, Topic.GOVERNANCE),
        service::problem);
    parts
        .opened(
            new ManifestWriter(
                context.kafka(),
                signer,
                section.instance(),
                Duration.ofSeconds(section.manifestSeconds()),
                InstantSource.system(),
                context.registry()))
        .start();
    if (policy.modelPlans()) {
      parts.start(suggestions(policy, context));
    }
    if (canary.intervalSeconds() > 0) {
      parts.start(canaries(policy, context));
    }
  }

  private PlanSuggestions suggestions(Policy policy, ServiceContext context) {
    if (model == null) {
      throw new ConfigException(
          "expected a section model in the configuration, because the policy lets a model"
              + " suggest plans; found none");
    }
    return new PlanSuggestions(
        context.kafka(),
        new ModelClient(ModelEndpoint.of(model, context.home())),
        policy.verifiers().entrySet().stream()
            .map(rule -> new AllowedVerifier(rule.getKey(), rule.getValue().subjects()))
            .toList(),
        model.lanes(),
        InstantSource.system(),
        context.registry());
  }

  private CanaryLoop canaries(Policy policy, ServiceContext context) {
    Map<String, CanaryRule> rules = new HashMap<>();
    policy
        .verifiers()
        .forEach((type, rule) -> rules.put(type, new CanaryRule(rule.slow(), rule.budgetMillis())));
    return new CanaryLoop(
        context.kafka(),
        VerifierCatalog.builtIn().specimens(),
        rules,
        Duration.ofSeconds(canary.intervalSeconds()),
        artifacts,
        context.registry());
  }
}
