package dev.assay.command;

import dev.assay.process.IsolationRequest;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The worker's settings of commands.
 *
 * @param commands by their names; the verifier of the name {@code N} has the type {@code command:N}
 * @param runningMax commands that run at the same time in this worker
 */
public record CommandSettings(Map<String, Program> commands, Integer runningMax) {

  /**
   * Fills in the defaults.
   *
   * @throws IllegalArgumentException for what is out of bounds
   */
  public CommandSettings {
    commands = Map.copyOf(Objects.requireNonNullElse(commands, Map.of()));
    runningMax = Objects.requireNonNullElse(runningMax, CommandLimits.RUNNING_MAX);
    if (runningMax < 1) {
      throw new IllegalArgumentException("expected runningMax of at least 1, found " + runningMax);
    }
  }

  /**
   * One command.
   *
   * @param command the program: a name on the path, an absolute path, or a path in {@code
   *     directory}
   * @param args its arguments, passed on as they are
   * @param directory where it starts; shown to it read-only, with what is in it. Relative to the
   *     configuration; without one it starts in an empty directory
   * @param roles roles of the artifacts that it judges
   * @param companions roles of the artifacts that go with each of them
   * @param isolation {@code auto} (the strongest that the host has, at least Landlock), {@code
   *     bwrap}, {@code landlock} or {@code none}
   * @param network whether it may use the network
   * @param timeoutSeconds of one run; the policy's budget bounds it, too
   * @param environment variables beside the fixed ones; the worker's own are never passed on
   * @param version changes whenever the same artifact could get another answer; without one it is
   *     made from the settings and the files in {@code directory}
   * @param basis the strongest that its findings can rest on
   */
  public record Program(
      String command,
      List<String> args,
      @Nullable String directory,
      List<ArtifactRole> roles,
      List<ArtifactRole> companions,
      String isolation,
      Boolean network,
      Integer timeoutSeconds,
      Map<String, String> environment,
      @Nullable String version,
      EvidenceBasis basis) {

    /**
     * Fills in the defaults.
     *
     * @throws IllegalArgumentException for what is missing or out of bounds
     */
    public Program {
      if (command == null || command.isBlank() || roles == null || roles.isEmpty()) {
        throw new IllegalArgumentException(
            "expected command and roles of each command, found one without; name the program and"
                + " what it judges");
      }
      args = List.copyOf(Objects.requireNonNullElse(args, List.of()));
      roles = List.copyOf(roles);
      companions = List.copyOf(Objects.requireNonNullElse(companions, List.of()));
      isolation = Objects.requireNonNullElse(isolation, IsolationRequest.AUTO.label());
      if (IsolationRequest.parse(isolation).isEmpty()) {
        throw new IllegalArgumentException(
            "expected isolation auto, bwrap, landlock or none, found " + isolation);
      }
      network = Objects.requireNonNullElse(network, false);
      timeoutSeconds = Objects.requireNonNullElse(timeoutSeconds, CommandLimits.TIMEOUT_SECONDS);
      if (timeoutSeconds < 1 || timeoutSeconds > CommandLimits.TIMEOUT_SECONDS_MAX) {
        throw new IllegalArgumentException(
            "expected timeoutSeconds between 1 and "
                + CommandLimits.TIMEOUT_SECONDS_MAX
                + ", found "
                + timeoutSeconds);
      }
      environment = Map.copyOf(Objects.requireNonNullElse(environment, Map.of()));
      basis = Objects.requireNonNullElse(basis, EvidenceBasis.CLAIMED);
    }

    IsolationRequest isolationRequest() {
      return IsolationRequest.parse(isolation).orElseThrow();
    }
  }
}
