package dev.assay.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.assay.schemas.hook.Harness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Puts the gate into a harness's configuration, or takes it out again. */
@Command(
    name = "assay hook install",
    description =
        "Write the hooks into the harness's configuration of the repository in the current"
            + " directory. Shows what changes. Keeps what others wrote, and takes out only what it"
            + " put in.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = GateCli.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 written, shown or nothing to do; 3 not written")
final class InstallCommand implements Callable<Integer> {

  /** Harnesses whose configuration is known. */
  static final String HARNESSES = "claude-code, codex, gemini, copilot or cursor";

  /** How a file ends that the command made, and all that is left of it without the hooks. */
  private static final String MADE_END = "\n";

  private final Surroundings around;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--harness",
      required = true,
      paramLabel = "NAME",
      completionCandidates = Harnesses.class,
      description = HARNESSES)
  private String harness = "";

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "the configuration (default: the harness's for this repository)")
  private @Nullable Path file;

  @Option(
      names = "--command",
      paramLabel = "PATH",
      description = "how the harness starts assay (default: assay on the PATH, else this one)")
  private @Nullable String command;

  @Option(names = "--fail-closed", description = "install hooks with --fail-closed")
  private boolean closed;

  @Option(names = "--remove", description = "take the hooks out")
  private boolean remove;

  @Option(names = "--dry-run", description = "show what would change and write nothing")
  private boolean dryRun;

  InstallCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() throws IOException {
    HarnessHooks hooks =
        Harness.named(harness)
            .flatMap(HarnessHooks::of)
            .orElseThrow(() ->
                new ParameterException(
                    spec.commandLine(),
                    "expected --harness to be "
                        + HARNESSES
                        + ", found "
                        + StopText.quoted(harness)
                        + "; any other calls assay hook stop --harness generic itself"));
    Path target = around.directory().resolve(file == null ? Path.of(hooks.file()) : file);
    boolean exists = Files.exists(target);
    String before = exists ? content(target) : "";
    EditableJson found = read(target, before);
    String without = hooks.without(found).text();
    String after = remove ? without : installed(hooks, found);
    if (after.equals(before)) {
      around.out().println(target + ": nothing to do");
      return 0;
    }
    boolean made = !exists || before.startsWith("{") && without.equals(MADE_END);
    if (made) {
      after = remove ? "" : installed(hooks, read(target, "")) + MADE_END;
    }
    around.out().println((dryRun ? "would change " : "changes ") + target);
    LineDifference.of(before, after).forEach(around.out()::println);
    if (!dryRun) {
      write(target, made && remove ? Optional.empty() : Optional.of(after));
    }
    return 0;
  }

  private String installed(HarnessHooks hooks, EditableJson configuration) throws IOException {
    return hooks.with(configuration, started(), closed, seconds()).text();
  }

  private static String content(Path target) throws IOException {
    if (Files.size(target) > GateLimits.CONFIGURATION_BYTES_MAX) {
      throw new GateException(
          "CONFIGURATION",
          "expected at most " + GateLimits.CONFIGURATION_BYTES_MAX + " bytes in " + target);
    }
    return Files.readString(target);
  }

  private static EditableJson read(Path target, String text) throws IOException {
    try {
      EditableJson read = new EditableJson(text);
      if (read.tree().isObject() || text.isBlank()) {
        return read;
      }
      throw new GateException(
          "CONFIGURATION", "expected an object in " + target + ", found another value");
    } catch (JsonProcessingException e) {
      throw new GateException(
          "CONFIGURATION",
          "expected JSON in "
              + target
              + ", found a fault in line "
              + (e.getLocation() == null ? 1 : e.getLocation().getLineNr())
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse("")
              + "; it is left as it is: repair it");
    }
  }

  /** As the harness is to start it: by name where that works, so that a file can be shared. */
  private String started() {
    if (command != null) {
      return command;
    }
    for (String directory :
        around.environment().getOrDefault("PATH", "").split(java.io.File.pathSeparator, -1)) {
      if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, "assay"))) {
        return "assay";
      }
    }
    Path here = Path.of(System.getProperty("assay.home", ""), "assay").toAbsolutePath().normalize();
    return Files.isExecutable(here) ? here.toString() : "assay";
  }

  /** Seconds that the harness gives the hook: what it may wait, and time to gather and to send. */
  private int seconds() {
    Path root = around.directory();
    int wait =
        Files.isRegularFile(root.resolve(RepositoryFile.NAME))
            ? RepositoryFile.read(root).waitSeconds()
            : GateLimits.WAIT_SECONDS;
    return wait + 2 * (int) GateLimits.GRACE.toSeconds();
  }

  private static void write(Path target, Optional<String> content) throws IOException {
    if (content.isEmpty()) {
      Files.delete(target);
      return;
    }
    Path real = Files.exists(target) ? target.toRealPath() : target;
    Path parent = real.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(real, content.get());
  }

  /** What shells complete. */
  private static final class Harnesses implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Harness.values())
          .filter(each -> HarnessHooks.of(each).isPresent())
          .map(Harness::wire)
          .iterator();
    }
  }
}
