package dev.assay.cli.log;

import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.core.log.NoteKey;
import dev.assay.http.BearerToken;
import dev.assay.http.HttpConfig;
import dev.assay.http.HttpLimits;
import dev.assay.http.HttpService;
import dev.assay.schemas.ConfigException;
import dev.assay.service.Shutdown;
import dev.assay.store.witness.LogWitness;
import dev.assay.store.witness.WitnessCalls;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Hosts a log witness, which needs nothing else of Assay. */
@Command(
    name = "witness",
    description = {
      "Host a log witness: it cosigns checkpoints of the logs it knows, each only when it extends",
      "the one before, so that a log cannot show two people two histories. Its key is made at the",
      "first start. Run it where the log's operator cannot reach it, and never restore its",
      "directory from a backup."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "130 or 143 stopped by a signal, 3 error",
    subcommands = {WitnessCommand.Key.class, WitnessCommand.Begin.class})
public final class WitnessCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "where its key and what it has cosigned are kept")
  private @Nullable Path directory;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "name of its key, such as witness.example.org/w1; once, for a new witness")
  private @Nullable String name;

  @Option(
      names = "--log",
      paramLabel = "VKEY",
      description =
          "verifier key of a log to cosign (assay keys prints it); may be given more than once, also "
              + "for more than one key of a log, and in a file as @FILE")
  private List<String> logs = List.of();

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "address to listen on (default: 127.0.0.1)")
  private String host = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "7072",
      description = "HTTP port (default: 7072; 0: a free one)")
  private int port;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Path home = directory;
    if (home == null || logs.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "expected --dir and at least one --log, found "
              + (home == null ? "no --dir" : "no --log")
              + "; see assay witness --help");
    }
    List<NoteKey> known = logs.stream().map(NoteKey::parse).toList();
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (Shutdown shutdown = Shutdown.install();
        LogWitness witness = LogWitness.open(home, name, known, InstantSource.system());
        HttpService http =
            new HttpService(
                config(token(home)),
                new WitnessCalls(witness, registry).routes(),
                List.of(),
                List.of(),
                registry)) {
      out.println("witness is up on " + http.url());
      out.println("  vkey     " + witness.key().vkey());
      witness
          .origins()
          .forEach(origin -> out.println("  log      " + origin + " " + witness.size(origin)));
      out.println("  metrics  " + http.url() + "/metrics, token in " + token(home));
      out.flush();
      shutdown.await();
      return ExitCode.OK;
    }
  }

  private static Path token(Path home) {
    return home.resolve("token");
  }

  /** Everybody may bring checkpoints; the token is for the operator's metrics. */
  private HttpConfig config(Path token) throws IOException {
    try {
      return new HttpConfig(
          host,
          port,
          new HttpConfig.Authentication.Bearer(BearerToken.loadOrCreate(token)),
          HttpLimits.defaults());
    } catch (IllegalArgumentException e) {
      throw new ConfigException("the options of assay witness: " + e.getMessage());
    }
  }

  /** {@code assay witness key}. */
  @Command(
      name = "key",
      description = "Print the verifier key of a witness; with --name, make it first.",
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 operational error (usage, a witness that runs, another name)")
  static final class Key implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
        names = "--dir",
        required = true,
        paramLabel = "DIR",
        description = "the directory of the witness")
    private Path directory = Path.of("");

    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "name of a new witness, such as witness.example.org/w1")
    private @Nullable String name;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException {
      PrintWriter out = spec.commandLine().getOut();
      try (LogWitness witness =
          LogWitness.open(directory, name, List.of(), InstantSource.system())) {
        String vkey = witness.key().vkey();
        out.println(
            json ? Output.compact(Map.of("name", witness.key().name(), "vkey", vkey)) : vkey);
        out.flush();
        return ExitCode.OK;
      }
    }
  }

  /** {@code assay witness begin}. */
  @Command(
      name = "begin",
      description = {
        "Let a witness that has its key begin with another log. Only for a log of which nothing was",
        "ever cosigned with this key: one that forgot what it has cosigned would cosign another",
        "history."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer =
          "0 done, 3 operational error (usage, a witness that runs, a log that it has cosigned)")
  static final class Begin implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
        names = "--dir",
        required = true,
        paramLabel = "DIR",
        description = "the directory of the witness")
    private Path directory = Path.of("");

    @Option(
        names = "--log",
        required = true,
        paramLabel = "VKEY",
        description =
            "verifier key of the log; may be given more than once, and in a file as @FILE")
    private List<String> logs = List.of();

    @Override
    public Integer call() throws IOException {
      PrintWriter out = spec.commandLine().getOut();
      List<NoteKey> fresh = logs.stream().map(NoteKey::parse).toList();
      if (!LogWitness.isIn(directory)) {
        throw new ConfigException(
            "expected the directory of a witness, found no key.pem in "
                + directory
                + "; a new witness begins with the logs of its first start");
      }
      try (LogWitness witness =
          LogWitness.open(directory, null, List.of(), InstantSource.system())) {
        for (NoteKey log : fresh) {
          witness.begin(log);
          out.println("begins with " + log.name() + " at size 0");
        }
        out.flush();
        return ExitCode.OK;
      }
    }
  }
}
