package dev.assay.cli.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.verifier.VerifierInfo;
import dev.assay.worker.Verifiers;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the verifiers that a worker has. */
@Command(
    name = "verifiers",
    description = "Show the verifiers that a worker has.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 operational error",
    subcommands = VerifiersCommand.ListCommand.class)
public final class VerifiersCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code assay verifiers list}. */
  @Command(
      name = "list",
      description = {
        "List the verifiers that a worker of this configuration has: Assay's own, those of jars in",
        "worker.verifierPath and those that worker.verifiers names. Nothing is run. What policy",
        "lets them judge is the policy's (docs/policy.md)."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 operational error")
  static final class ListCommand implements Callable<Integer> {

    private static final List<String> HEADINGS =
        List.of(
            "TYPE", "VERSION", "LANE", "JUDGES", "WITH", "BASIS", "REPRODUCIBLE", "LENSES", "FROM");

    @Spec private CommandSpec spec = CommandSpec.create();

    @ArgGroup private Source source = new Source();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    /** Where the configuration is. */
    static final class Source {

      @Option(
          names = "--config",
          paramLabel = "FILE",
          description =
              "YAML configuration of assay worker; relative paths in it are relative to its"
                  + " directory")
      private @Nullable Path configFile;

      @Option(
          names = "--data-dir",
          paramLabel = "DIR",
          description = "the directory of assay up (default: $ASSAY_DATA_DIR or ~/.assay)")
      private @Nullable Path dataDirectory;

      private List<Verifiers.Registered> verifiers() {
        if (configFile != null) {
          return Verifiers.registered(
              SystemConfig.read(configFile, System.getenv()).worker(),
              SystemConfig.home(configFile));
        }
        Path home =
            (dataDirectory == null ? DataDirectory.standard() : dataDirectory)
                .toAbsolutePath()
                .normalize();
        return Verifiers.registered(
            DataDirectory.config(home, null, System.getenv()).worker(), home);
      }
    }

    /** A verifier as {@code --json} shows it. */
    record Shown(
        String type,
        String version,
        String lane,
        List<String> judges,
        List<String> companions,
        EvidenceBasis basis,
        boolean reproducible,
        List<String> lenses,
        String from) {

      static Shown of(Verifiers.Registered registered) {
        VerifierInfo info = registered.info();
        return new Shown(
            info.type(),
            info.version(),
            info.pace().name().toLowerCase(Locale.ROOT),
            roles(info.subjects()),
            roles(info.companions()),
            info.basis(),
            info.reproducible(),
            info.lenses().stream().sorted().toList(),
            registered.origin());
      }

      private static List<String> roles(Set<ArtifactRole> roles) {
        return roles.stream().map(ArtifactRole::wire).sorted().toList();
      }

      List<String> cells() {
        return List.of(
            type,
            version,
            lane,
            joined(judges),
            joined(companions),
            basis.name(),
            reproducible ? "yes" : "no",
            joined(lenses),
            from);
      }

      private static String joined(Collection<String> words) {
        return words.isEmpty() ? "-" : String.join(",", words);
      }
    }

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      List<Shown> shown = source.verifiers().stream().map(Shown::of).toList();
      if (json) {
        JsonNode tree = Json.toTree(Map.of("verifiers", shown));
        Output.json(out, tree);
      } else {
        Output.table(out, HEADINGS, shown.stream().map(Shown::cells).toList());
      }
      return ExitCode.OK;
    }
  }
}
