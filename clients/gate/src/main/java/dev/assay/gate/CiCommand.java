package dev.assay.gate;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a job of continuous integration starts when its tests have run. */
@Command(
    name = "assay ci",
    description =
        "Have the work of a CI job verified: submits the files that .assay.yaml of the repository and "
            + "--artifact name, waits for the decision, and tells it to the runner as annotations, job "
            + "summary and reports, before it ends with its exit code.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = GateCli.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer =
        "0 promoted, 1 failed, 2 not decided: evidence is missing, the job has no identity, or no "
            + "decision came in time; 3 Assay could not be asked, or usage")
final class CiCommand implements Callable<Integer> {

  private final Surroundings around;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private CiOptions options = new CiOptions();

  CiCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() throws InterruptedException {
    for (String artifact : options.artifacts) {
      if (artifact.indexOf('=') < 1) {
        throw new ParameterException(
            spec.commandLine(),
            "expected --artifact ROLE=GLOB, found " + StopText.quoted(artifact));
      }
    }
    if (options.commit != null && !CiPlace.isCommit(options.commit)) {
      throw new ParameterException(
          spec.commandLine(),
          "expected --commit with all 40 or 64 digits, as git rev-parse prints them, found "
              + StopText.quoted(options.commit));
    }
    return new CiRun(around, options).run();
  }

  /** Says what is wrong with the arguments, to the runner, too. */
  int wrong(ParameterException e, String[] args) {
    int code = CommandHelp.wrong(e, args);
    new CiRun(around, options).refused(String.valueOf(e.getMessage()));
    return code;
  }
}
