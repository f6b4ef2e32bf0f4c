package dev.assay.cli.host;

import dev.assay.cli.ExitCode;
import dev.assay.cli.host.Host.Cluster;
import dev.assay.cli.host.Host.Role;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.service.Shutdown;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Hosts one service against an external cluster. */
@Command(
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "130 or 143 stopped by a signal, 3 error")
public abstract sealed class ServiceCommand implements Callable<Integer> {

  private final Role role;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "YAML configuration; relative paths in it are relative to its directory")
  private Path configFile = Path.of("");

  private ServiceCommand(Role role) {
    this.role = role;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    StartLines lines = new StartLines(spec.commandLine().getErr());
    SystemConfig config = SystemConfig.read(configFile, System.getenv());
    lines.configuration(config);
    try (Shutdown shutdown = Shutdown.install();
        Host host =
            Host.start(
                config,
                SystemConfig.home(configFile),
                new External(config.kafka(), config.ingest().replayer()),
                EnumSet.of(role),
                System.getenv(),
                lines::stage)) {
      out.println(spec.name() + " is up on " + host.url());
      out.flush();
      shutdown.await();
      return ExitCode.OK;
    }
  }

  /**
   * A cluster that this process reaches as one user, and as another for dead letters.
   *
   * @param replayer what that user's client settings have in place of the others
   */
  private record External(KafkaConfig kafka, Map<String, String> replayer) implements Cluster {

    @Override
    public KafkaConfig as(Role role) {
      return kafka;
    }

    @Override
    public KafkaConfig asReplayer() {
      Map<String, String> client = new HashMap<>(kafka.client());
      client.putAll(replayer);
      return kafka.as(client);
    }
  }

  /** {@code assay ingest}. */
  @Command(
      name = "ingest",
      description = "Host the ingest service: artifacts and events over HTTP.")
  public static final class Ingest extends ServiceCommand {
    public Ingest() {
      super(Role.INGEST);
    }
  }

  /** {@code assay worker}. */
  @Command(name = "worker", description = "Host a verifier worker.")
  public static final class Worker extends ServiceCommand {
    public Worker() {
      super(Role.WORKER);
    }
  }

  /** {@code assay director}. */
  @Command(name = "director", description = "Host the director.")
  public static final class Director extends ServiceCommand {
    public Director() {
      super(Role.DIRECTOR);
    }
  }

  /** {@code assay store}. */
  @Command(name = "store", description = "Host the attestation store: log, index, proofs.")
  public static final class Store extends ServiceCommand {
    public Store() {
      super(Role.STORE);
    }
  }
}
