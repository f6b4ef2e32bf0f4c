package dev.assay.cli;

import dev.assay.agencyverify.cli.AgencyVerifyCli;
import dev.assay.agencyverify.cli.RunsCli;
import dev.assay.cfverify.cli.CfVerifyCli;
import dev.assay.delegation.cli.DelegationCli;
import dev.assay.gate.GateCli;
import dev.assay.gate.Surroundings;
import dev.assay.quick.check.CheckCli;
import dev.assay.quick.cli.QuickCli;
import dev.assay.quick.enforce.EnforceCli;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands whose grammar, output and exit codes a specification or an agent's harness fixes. They
 * parse their own arguments and start without the rest of the product.
 */
public enum SpecCommand {
  QUICK("quick", "Infer the rows that tool calls should have written and check them in SQL.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return QuickCli.run(args, in, out, err);
    }
  },
  CF_VERIFY("cf-verify", "Re-read a sample of the evidence that a sub-result cites.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return CfVerifyCli.run(args, in, out, err, Path.of("").toAbsolutePath(), System.getenv());
    }
  },
  VERIFY("verify", "Run a repository's verify script for an agency run and record it.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return AgencyVerifyCli.run(args, in, out, err);
    }
  },
  CHECK("check", "Replay an exported contract against the database.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return CheckCli.run(args, in, out, err);
    }
  },
  ENFORCE("enforce", "Hold a workflow to the truth its baseline established; exit 4 on drift.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return EnforceCli.run(args, in, out, err);
    }
  },
  DELEGATE(
      "delegate", "Hand a task to a delegate and verify what it says, retrying with the reason.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return DelegationCli.run(args, in, out, err, Path.of("").toAbsolutePath(), System.getenv());
    }
  },
  RUNS("runs", "List agency runs, or show one.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return RunsCli.run(args, in, out, err);
    }
  },
  HOOK("hook", "Keep an agent that says \"done\" from stopping while it is not; install that.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return GateCli.hook(args, surroundings(in, out, err));
    }
  },
  INIT("init", "Write .assay.yaml: what counts as evidence in a repository.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return GateCli.init(args, surroundings(in, out, err));
    }
  },
  CI("ci", "Have the work of a CI job verified, and tell the runner what was found.") {
    @Override
    int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
      return GateCli.ci(args, surroundings(in, out, err));
    }
  };

  private final String word;
  private final String summary;

  SpecCommand(String word, String summary) {
    this.word = word;
    this.summary = summary;
  }

  /** The word that starts it. */
  public String word() {
    return word;
  }

  String summary() {
    return summary;
  }

  static @Nullable SpecCommand find(String word) {
    for (SpecCommand command : values()) {
      if (command.word.equals(word)) {
        return command;
      }
    }
    return null;
  }

  abstract int run(List<String> args, InputStream in, PrintStream out, PrintStream err);

  /** What it prints when it is asked for help. */
  public String help() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(said, false, StandardCharsets.UTF_8);
    var _ = run(List.of("--help"), InputStream.nullInputStream(), stream, stream);
    stream.flush();
    return said.toString(StandardCharsets.UTF_8);
  }

  /** Runs the command on this process's streams, in UTF-8 whatever the locale. */
  int run(List<String> args) {
    PrintStream err = new PrintStream(System.err, false, StandardCharsets.UTF_8);
    try {
      return run(args, System.in, System.out, err);
    } finally {
      err.flush();
    }
  }

  private static Surroundings surroundings(InputStream in, PrintStream out, PrintStream err) {
    return new Surroundings(in, out, err, System.getenv(), Path.of("").toAbsolutePath());
  }
}
