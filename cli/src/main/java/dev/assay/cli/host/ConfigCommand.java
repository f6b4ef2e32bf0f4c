package dev.assay.cli.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.config.Yaml;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.json.Json;
import dev.assay.store.cosigning.CosigningAssembly;
import dev.assay.worker.Verifiers;
import dev.assay.worker.WorkerSection;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at a configuration without starting anything. */
@Command(
    name = "config",
    description = "Look at a configuration without starting anything.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "as of its commands",
    subcommands = ConfigCommand.CheckCommand.class)
public final class ConfigCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected check, found none");
  }

  /** {@code assay config check}. */
  @Command(
      name = "check",
      description = {
        "Say what is wrong with a configuration: unknown keys, values of another type or out of their",
        "bounds, policies that cannot be read, verifiers that a worker has not or cannot set up,",
        "variables that no command reads; with --reach also whether what it names answers.",
        "Nothing is started or changed."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 nothing is wrong, 1 something is, 3 usage")
  static final class CheckCommand implements Callable<Integer> {

    private static final int REACH_MILLIS_MAX = 2_000;

    /** Variables of the environment that the product reads. */
    private static final Set<String> VARIABLES =
        Set.of(
            "ASSAY_CF_ALLOW_HOSTS",
            "ASSAY_CF_MODEL_KEY",
            "ASSAY_CF_SEARCH_URL",
            "ASSAY_DATA_DIR",
            "ASSAY_DELEGATION_DEPTH",
            "ASSAY_HEAP",
            "ASSAY_JAVA_HOME",
            "ASSAY_JAVA_OPTIONS",
            "ASSAY_KAFKA_LOG_LEVEL",
            "ASSAY_KEEP_BUILD",
            "ASSAY_LOG_LEVEL",
            "ASSAY_TOKEN",
            "ASSAY_TRANSCRIPTS",
            "ASSAY_URL",
            "ASSAY_WORKER_HEAP");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
        arity = "0..1",
        paramLabel = "FILE",
        description = "YAML configuration, as with --config")
    private @Nullable Path given;

    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "YAML configuration (default: assay.yaml in the data directory)")
    private @Nullable Path configFile;

    @Option(
        names = "--data-dir",
        paramLabel = "DIR",
        description = "data directory (default: $$ASSAY_DATA_DIR or ~/.assay)")
    private @Nullable Path dataDirectory;

    @Option(names = "--reach", description = "also connect to what it names, 2 s each")
    private boolean reach;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() {
      return check(System.getenv());
    }

    /** The exit code, with {@code environment} in place of this process's. */
    int check(Map<String, String> environment) {
      PrintWriter out = spec.commandLine().getOut();
      Path home = dataDirectory == null ? DataDirectory.standard() : dataDirectory;
      Path named = named();
      Path file = named == null ? home.resolve("assay.yaml") : named;
      String shown = Files.exists(file) ? file.toString() : "defaults, there is no " + file;
      variables(out, environment, file);
      Path base = named == null ? home : SystemConfig.home(named);
      Yaml.Checked<SystemConfig> checked = DataDirectory.checked(home, named, environment);
      boolean whole = checked.mistakes().isEmpty();
      if (whole) {
        tell(out, Finding.OK, "configuration", shown);
      }
      checked.mistakes().forEach(each -> tell(out, Finding.wrong("configuration", each)));
      SystemConfig config = checked.value();
      if (config != null && (whole || config.director().policy() != null)) {
        policy(out, config, base, environment);
      }
      if (config != null && whole) {
        config
            .kafka()
            .unknownSettings()
            .forEach(name ->
                tell(out, Finding.NOTE, "kafka.client", "no client of Kafka knows " + name));
      }
      if (config != null && config.log().witnesses() != null) {
        witnesses(out, base.resolve(config.log().witnesses()));
      }
      if (config != null) {
        verifiers(out, config.worker(), base);
      }
      if (config != null && whole && reach) {
        reach(out, config, file, environment);
      }
      boolean wrong = findings.stream().anyMatch(finding -> finding.result().equals(Finding.WRONG));
      if (json) {
        out.println(
            Output.compact(
                Map.of("result", wrong ? Finding.WRONG : Finding.OK, "findings", findings)));
      }
      out.flush();
      return wrong ? ExitCode.NEGATIVE : ExitCode.OK;
    }

    private @Nullable Path named() {
      if (given != null && configFile != null) {
        throw new ParameterException(
            spec.commandLine(), "expected one configuration, found FILE and --config");
      }
      return given == null ? configFile : given;
    }

    private void policy(
        PrintWriter out, SystemConfig config, Path base, Map<String, String> environment) {
      String named = config.director().policy();
      List<Yaml.Mistake> mistakes = config.director().policyMistakes(base, environment);
      if (mistakes.isEmpty()) {
        tell(out, Finding.OK, "policy", named == null ? "the standard one" : named);
      }
      mistakes.forEach(each -> tell(out, Finding.wrong("policy", each)));
    }

    private void witnesses(PrintWriter out, Path file) {
      try {
        var _ = CosigningAssembly.policy(file);
        tell(out, Finding.OK, "log.witnesses", file.toString());
      } catch (ConfigException e) {
        tell(out, Finding.WRONG, "log.witnesses", String.valueOf(e.getMessage()));
      }
    }

    /** Sets them up as a worker does, which does not start with a mistake in them. */
    private void verifiers(PrintWriter out, WorkerSection worker, Path base) {
      if (worker.verifiers().isEmpty()
          && worker.groundTruths().isEmpty()
          && worker.verifierPath() == null) {
        return;
      }
      try {
        int known = Verifiers.registered(worker, base).size();
        tell(out, Finding.OK, "worker.verifiers", "a worker has " + known);
      } catch (ConfigException e) {
        tell(out, Finding.WRONG, "worker.verifiers", String.valueOf(e.getMessage()));
      }
    }

    /** A mistyped variable changes nothing and says nothing; one that the file names is meant. */
    private void variables(PrintWriter out, Map<String, String> environment, Path file) {
      String text;
      try {
        text = Files.exists(file) ? Files.readString(file) : "";
      } catch (IOException _) {
        text = "";
      }
      for (String name : new TreeMap<>(environment).keySet()) {
        if (name.startsWith("ASSAY_")
            && !VARIABLES.contains(name)
            && !text.contains("${" + name + "}")) {
          tell(out, Finding.NOTE, name, "no command reads this variable");
        }
      }
    }

    /** Asks what the file names; what it leaves out an embedded system has in itself. */
    private void reach(
        PrintWriter out, SystemConfig config, Path file, Map<String, String> environment) {
      JsonNode set =
          Files.exists(file) ? Yaml.read(file, JsonNode.class, environment) : Json.toTree(Map.of());
      if (set.at("/kafka/bootstrap").isTextual()) {
        reached(out, "kafka.bootstrap", config.kafka().bootstrap(), NamedAddresses::brokers);
      }
      if (config.artifacts().s3() != null) {
        reached(out, "artifacts.s3", config.artifacts().s3().endpoint(), NamedAddresses::web);
      }
      if (set.at("/store/jdbcUrl").isTextual()) {
        reached(out, "store.jdbcUrl", config.store().jdbcUrl(), NamedAddresses::database);
      }
      if (config.model() != null) {
        reached(out, "model.url", config.model().url(), NamedAddresses::web);
      }
    }

    private void reached(
        PrintWriter out,
        String key,
        String value,
        Function<String, List<InetSocketAddress>> addresses) {
      try {
        addresses.apply(value).forEach(address -> reached(out, key, address));
      } catch (IllegalArgumentException e) {
        tell(out, Finding.WRONG, key, String.valueOf(e.getMessage()));
      }
    }

    private void reached(PrintWriter out, String key, InetSocketAddress address) {
      String shown = address.getHostString() + ':' + address.getPort();
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(address.getHostString(), address.getPort()), REACH_MILLIS_MAX);
        tell(out, Finding.OK, key, shown + " answers");
      } catch (IOException e) {
        tell(
            out,
            Finding.WRONG,
            key,
            "expected something that answers at "
                + shown
                + ", found none ("
                + e.getClass().getSimpleName()
                + ")");
      }
    }

    private void tell(PrintWriter out, String result, String what, String text) {
      tell(out, new Finding(result, what, text));
    }

    private void tell(PrintWriter out, Finding finding) {
      findings.add(finding);
      if (!json) {
        finding.print(out);
      }
    }
  }
}
