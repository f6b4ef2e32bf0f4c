package dev.assay.cli.replay;

import dev.assay.cli.CommandException;
import dev.assay.cli.demo.Demo;
import dev.assay.cli.host.DataDirectory;
import dev.assay.cli.host.SystemConfig;
import dev.assay.core.director.Policy;
import dev.assay.director.DirectorSection;
import dev.assay.director.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Which system or export is read. */
final class SourceOptions {

  /** What {@code --policy} calls the policy that nobody has a file of. */
  private static final Path STANDARD = Path.of("standard");

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private @Nullable Where where;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "YAML configuration of the services (default with --data-dir: assay.yaml there). With "
              + "--bootstrap it names client settings, topic prefix, policy, object store and attestation "
              + "store; what it does not reach is left out, which the result says")
  private @Nullable Path configFile;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "the director's policy, in place of the configured one; several times when it changed, "
              + "oldest first; 'standard' is that of a system whose configuration names none")
  private List<Path> policyFiles = List.of();

  /** One of three places. */
  static final class Where {

    @Option(
        names = "--data-dir",
        paramLabel = "DIR",
        description =
            "an embedded system, running or stopped (default: $ASSAY_DATA_DIR or ~/.assay)")
    private @Nullable Path dataDirectory;

    @Option(
        names = "--bootstrap",
        paramLabel = "HOST:PORT",
        description = "a cluster; with --config also its stores")
    private @Nullable String bootstrap;

    @Option(names = "--from", paramLabel = "DIR", description = "what assay export wrote")
    private @Nullable Path export;
  }

  /** Opens the source; waits for a running system to be quiet. */
  History open(Progress progress) throws IOException, InterruptedException {
    Where named = where == null ? new Where() : where;
    Map<String, String> environment = System.getenv();
    if (named.export != null) {
      if (configFile != null) {
        throw new CommandException(
            "USAGE", "expected no --config with --from: an export has all it needs; leave it out");
      }
      DirectorSection director = SystemConfig.read(null, environment).director();
      return Sources.export(named.export, policies(director, environment));
    }
    if (named.bootstrap != null) {
      SystemConfig config = SystemConfig.read(configFile, environment);
      Path home = configFile == null ? Path.of("") : SystemConfig.home(configFile);
      return Sources.cluster(
          named.bootstrap,
          config,
          home,
          configFile != null,
          configured(config, home, environment),
          progress);
    }
    Path home =
        (named.dataDirectory == null ? DataDirectory.standard() : named.dataDirectory)
            .toAbsolutePath()
            .normalize();
    if (!Files.isDirectory(DataDirectory.broker(home))) {
      throw new CommandException(
          "DATA_DIRECTORY_MISSING",
          "expected the data directory of an embedded system, found no broker's data in "
              + home
              + "; name the directory that assay up prints with --data-dir");
    }
    SystemConfig config = DataDirectory.config(home, configFile, environment);
    return Sources.embedded(home, config, configured(config, home, environment), progress);
  }

  private List<Policy> configured(SystemConfig config, Path home, Map<String, String> environment) {
    DirectorSection director = config.director();
    if (!policyFiles.isEmpty()) {
      return policies(director, environment);
    }
    return director.policy() == null
        ? standard(director)
        : List.of(director.readPolicy(home, environment));
  }

  private List<Policy> policies(DirectorSection director, Map<String, String> environment) {
    return policyFiles.stream()
        .flatMap(file ->
            file.equals(STANDARD)
                ? standard(director).stream()
                : Stream.of(PolicyReader.read(file, environment)))
        .toList();
  }

  /** The standard policy as configured, as it is with and without re-execution, and as it was. */
  private static List<Policy> standard(DirectorSection director) {
    return Stream.of(
            director.standardPolicy(),
            director.withReexecution(List.of()).standardPolicy(),
            director.withReexecution(List.of(DirectorSection.ALL)).standardPolicy(),
            Demo.directed(director).standardPolicy(),
            PolicyReader.firstStandard())
        .distinct()
        .toList();
  }
}
