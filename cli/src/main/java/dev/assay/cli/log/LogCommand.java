package dev.assay.cli.log;

import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.cli.host.DataDirectory;
import dev.assay.cli.host.SystemConfig;
import dev.assay.schemas.json.Json;
import dev.assay.store.AuditReport;
import dev.assay.store.LogRepair;
import dev.assay.store.LogRepair.Progress;
import dev.assay.store.StoreConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Looks after the log of a store that does not run, and copies logs. */
@Command(
    name = "log",
    description = {
      "Check, or repair, the attestation store of a system that is stopped: rows, log, journal and",
      "what the checkpoint key has signed. Or keep a copy of a log that is served."
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = LogCommand.CODES,
    subcommands = {LogCommand.Fsck.class, LogCommand.Repair.class, MirrorCommand.class})
public final class LogCommand implements Runnable {

  static final String CODES =
      "0 sound, 1 not sound (or not any more what was signed), 3 operational error (usage,"
          + " configuration, a store that runs, entries that are nowhere)";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "expected fsck, repair or mirror, found none; see assay log --help");
  }

  /** What both have in common. */
  abstract static sealed class Stopped implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
        names = "--data-dir",
        paramLabel = "DIR",
        description =
            "the data directory of an embedded system, or a copy of one"
                + " (default: $ASSAY_DATA_DIR or ~/.assay)")
    private @Nullable Path dataDirectory;

    @Option(
        names = "--config",
        paramLabel = "FILE",
        description =
            "YAML configuration of the store service; with --data-dir that of the embedded system "
                + "(default there: assay.yaml in the data directory)")
    private @Nullable Path configFile;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    /** The report, while nobody else uses what {@code store} names. */
    abstract AuditReport report(LogRepair store);

    /** Whether the data directory must be ours alone meanwhile. */
    abstract boolean exclusive();

    @Override
    public Integer call() throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      AuditReport report;
      if (configFile != null && dataDirectory == null) {
        Path file = configFile.toAbsolutePath().normalize();
        SystemConfig config = SystemConfig.read(file, System.getenv());
        report = report(config.storeAtRest(SystemConfig.home(file)), err);
      } else {
        report = embedded(err);
      }
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        Output.json(out, Json.toTree(report));
      } else {
        print(report, out);
      }
      return report.sound() ? ExitCode.OK : ExitCode.NEGATIVE;
    }

    private AuditReport embedded(PrintWriter err) throws IOException {
      Path home =
          (dataDirectory == null ? DataDirectory.standard() : dataDirectory)
              .toAbsolutePath()
              .normalize();
      if (!Files.isDirectory(home)) {
        throw new CommandException(
            "DATA_DIRECTORY_MISSING",
            "expected the data directory of an embedded system, found no directory "
                + home
                + "; name the directory that assay up prints with --data-dir");
      }
      StoreConfig store = DataDirectory.config(home, configFile, System.getenv()).storeAtRest(home);
      if (!exclusive()) {
        return report(store, err);
      }
      Optional<FileChannel> lock = DataDirectory.lock(home);
      if (lock.isEmpty()) {
        throw new CommandException(
            "DATA_DIRECTORY_IN_USE",
            "expected a system that is stopped, found " + home + " locked; stop assay up first");
      }
      try (FileChannel _ = lock.get()) {
        return report(store, err);
      }
    }

    private AuditReport report(StoreConfig store, PrintWriter err) {
      return report(new LogRepair(store, new LogProgress(err)));
    }

    private static void print(AuditReport report, PrintWriter out) {
      out.println("entries    " + report.entries());
      out.println("published  " + report.published());
      out.println("signed     " + report.signed() + "  root " + report.root());
      out.println(
          "rows       " + report.rowsMissing() + " missing, " + report.rowsWrong() + " wrong");
      out.println(
          "journal    "
              + report.journalSound()
              + (report.journalSound() < report.journal() ? " sound of " + report.journal() : ""));
      report.problems().forEach(problem -> out.println("problem    " + Output.line(problem)));
      out.println(
          report.sound()
              ? "sound"
              : report.repairable()
                  ? "not sound; next: assay log repair"
                  : "not sound, and entries that were signed are nowhere here; next: restore a"
                      + " newer backup, see docs/operations.md");
      out.flush();
    }
  }

  /** {@code assay log fsck}. */
  @Command(
      name = "fsck",
      description = {
        "Check every row, file and signature of a stopped store, or of a copy, against what its",
        "key has signed. Nothing is written."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = LogCommand.CODES)
  static final class Fsck extends Stopped {

    @Override
    AuditReport report(LogRepair store) {
      return store.check();
    }

    @Override
    boolean exclusive() {
      return false;
    }
  }

  /** {@code assay log repair}. */
  @Command(
      name = "repair",
      description = {
        "Make again what a stopped store lost: rows from the journal, files of the log and the",
        "journal from the rows. Only what the signed roots prove is made again, and nothing is",
        "signed. The next start reads the topics again for what was lost beside attestations."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = LogCommand.CODES)
  static final class Repair extends Stopped {

    @Option(names = "--dry-run", description = "tell what would be made again, and change nothing")
    private boolean dryRun;

    @Override
    AuditReport report(LogRepair store) {
      return dryRun ? store.check() : store.repair();
    }

    @Override
    boolean exclusive() {
      return !dryRun;
    }
  }

  /** Tells on standard error how far a check is, at most every few seconds. */
  static final class LogProgress implements Progress {

    private static final Duration EVERY = Duration.ofSeconds(5);

    private final PrintWriter err;
    private long toldNanos = System.nanoTime();

    LogProgress(PrintWriter err) {
      this.err = err;
    }

    @Override
    public void at(String what, long done, long all) {
      if (System.nanoTime() - toldNanos > EVERY.toNanos()) {
        err.println("log: " + what + " " + done + " of " + all);
        err.flush();
        toldNanos = System.nanoTime();
      }
    }
  }
}
