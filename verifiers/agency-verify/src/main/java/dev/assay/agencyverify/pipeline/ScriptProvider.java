package dev.assay.agencyverify.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.agencyverify.agency.DataDirectory;
import dev.assay.process.IsolationRequest;
import dev.assay.process.ProcessRunner;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Registers {@link ScriptVerifier}. */
public final class ScriptProvider implements VerifierProvider<ScriptProvider.ScriptSettings> {

  @Override
  public VerifierInfo info() {
    return ScriptVerifier.INFO;
  }

  @Override
  public Class<ScriptSettings> settings() {
    return ScriptSettings.class;
  }

  @Override
  public List<Verifier> verifiers(ScriptSettings settings, Host host) {
    return List.of(
        new ScriptVerifier(
            Optional.ofNullable(settings.dataDirectory())
                .map(directory -> new DataDirectory(host.home().resolve(directory))),
            new ScriptGrants(settings.commands(), CanaryScripts.ALL, settings.unisolated()),
            new ProcessRunner(settings.runningMax()),
            InstantSource.system(),
            Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin")));
  }

  @Override
  public List<SpecimenFamily> specimens() {
    return List.of(new ScriptSpecimens());
  }

  /** Grants the commands of the policy, and no isolation where the policy asks for none. */
  @Override
  public ScriptSettings granted(ScriptSettings settings, String config) {
    if (!(Json.parse(config.getBytes(StandardCharsets.UTF_8), JsonNode.class)
        instanceof Parsed.Accepted<JsonNode>(JsonNode policy))) {
      return settings;
    }
    Set<String> commands = new LinkedHashSet<>(settings.commands());
    policy
        .path("commands")
        .valueStream()
        .filter(JsonNode::isTextual)
        .forEach(command -> commands.add(command.textValue()));
    return new ScriptSettings(
        List.copyOf(commands),
        settings.unisolated()
            || policy.path("isolation").asText().equals(IsolationRequest.NONE.label()),
        settings.runningMax(),
        settings.dataDirectory());
  }

  /**
   * The worker's settings of this verifier.
   *
   * @param commands shell texts that may be run in a workspace
   * @param unisolated whether scripts may run without isolation
   * @param runningMax scripts that run at the same time
   * @param dataDirectory the agency data directory whose runs are verified, or null
   */
  public record ScriptSettings(
      List<String> commands,
      Boolean unisolated,
      Integer runningMax,
      @Nullable String dataDirectory) {

    private static final int RUNNING_MAX = 4;

    public ScriptSettings {
      commands = List.copyOf(Objects.requireNonNullElse(commands, List.of()));
      unisolated = Objects.requireNonNullElse(unisolated, false);
      runningMax = Objects.requireNonNullElse(runningMax, RUNNING_MAX);
      if (runningMax < 1) {
        throw new IllegalArgumentException(
            "expected runningMax of at least 1, found "
                + runningMax
                + "; correct it, or leave it out for the default");
      }
    }
  }
}
