package dev.assay.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the repository's file for what is in the repository. */
@Command(
    name = "assay init",
    description =
        "Write .assay.yaml for the repository in the current directory: which files are evidence that "
            + "its work is done, found out from its build files. Shows what it writes.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = GateCli.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 written or shown, 3 not written")
final class InitCommand implements Callable<Integer> {

  private final Surroundings around;

  @Option(names = "--force", description = "replace the file that is there")
  private boolean force;

  @Option(names = "--dry-run", description = "show it and write nothing")
  private boolean dryRun;

  @Option(names = "--dir", paramLabel = "DIR", description = "the repository (default: here)")
  private @Nullable Path directory;

  InitCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() throws IOException {
    Path root =
        directory == null ? around.directory() : around.directory().resolve(directory).normalize();
    Path file = root.resolve(RepositoryFile.NAME);
    String text = BuildTool.of(root).file();
    RepositoryFile rules = RepositoryFile.parse(text, RepositoryFile.SAMPLES);
    if (!dryRun && !force && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new GateException(
          "FILE_EXISTS",
          "expected no " + file + ", found one; look at it, or replace it with --force");
    }
    around.out().print(text);
    if (!dryRun) {
      Files.writeString(file, text);
      around
          .err()
          .println(
              "written to "
                  + file
                  + (rules.asksForNothing()
                      ? "; it asks for nothing yet: name the reports of your tests in it"
                      : "")
                  + "; next: assay hook install --harness NAME, which is "
                  + InstallCommand.HARNESSES
                  + "; in a CI job: assay ci");
    }
    return 0;
  }
}
