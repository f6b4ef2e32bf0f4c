package dev.assay.cli.host;

import dev.assay.cli.ExitCode;
import dev.assay.runtime.kafka.Access;
import dev.assay.runtime.kafka.Acls;
import dev.assay.runtime.kafka.Grant;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.TopicLosses;
import dev.assay.runtime.kafka.Topics;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What an operator does once to a cluster. */
@Command(
    name = "admin",
    description = "Prepare a cluster for the services.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 error",
    subcommands = AdminCommand.AclsCommand.class)
public final class AdminCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code assay admin acls}. */
  @Command(
      name = "acls",
      description = {
        "Print who may do what on the cluster, one user for each service; with --apply create",
        "missing topics and bring the cluster's ACLs to it."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 done, 3 error")
  static final class AclsCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
        names = "--config",
        paramLabel = "FILE",
        description =
            "YAML configuration whose section kafka names the cluster and an admin's client")
    private @Nullable Path configFile;

    @Option(names = "--apply", description = "change the cluster; without it nothing is changed")
    private boolean apply;

    @Override
    public Integer call() throws Exception {
      SystemConfig config = SystemConfig.read(configFile, System.getenv());
      KafkaConfig kafka = config.kafka();
      if (apply) {
        Topics.create(kafka);
        Acls.apply(kafka);
        PrintWriter err = spec.commandLine().getErr();
        TopicLosses.of(kafka).forEach(loss -> err.println("warning: " + loss));
        err.flush();
      }
      PrintWriter out = spec.commandLine().getOut();
      for (Grant grant : Access.grants()) {
        out.printf(
            "%-10s %-6s %-8s %-28s %s%n",
            grant.user(),
            grant.resource(),
            grant.pattern(),
            kafka.prefixed(grant.name()),
            grant.operations().stream().map(Enum::name).sorted().collect(Collectors.joining(",")));
      }
      out.flush();
      return ExitCode.OK;
    }
  }
}
