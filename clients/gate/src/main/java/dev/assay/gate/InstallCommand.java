package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.hook.Harness;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    String before = Files.exists(target) ? content(target) : "";
    Optional<ObjectNode> edited =
        remove
            ? hooks.without(read(target, before))
            : Optional.of(hooks.with(read(target, before), started(), closed, seconds()));
    String after = edited.map(node -> PrettyJson.text(node, before)).orElse("");
    boolean same = before.isEmpty() == after.isEmpty() && tree(before).equals(tree(after));
    if (same) {
      around.out().println(target + ": nothing to do");
      return 0;
    }
    around.out().println((dryRun ? "would change " : "changes ") + target);
    LineDifference.of(before, after).forEach(around.out()::println);
    if (!dryRun) {
      write(target, after);
    }
    return 0;
  }

  private static Optional<JsonNode> tree(String text) {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8))
            instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        ? Optional.of(node)
        : Optional.empty();
  }

  private static String content(Path target) throws IOException {
    if (Files.size(target) > GateLimits.CONFIGURATION_BYTES_MAX) {
      throw new GateException(
          "CONFIGURATION",
          "expected at most " + GateLimits.CONFIGURATION_BYTES_MAX + " bytes in " + target);
    }
    return Files.readString(target);
  }

  private static ObjectNode read(Path target, String text) {
    if (text.isBlank()) {
      return com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
    }
    return switch (Json.tree(text.getBytes(StandardCharsets.UTF_8))) {
      case Parsed.Accepted<JsonNode>(ObjectNode object) -> object;
      case Parsed.Accepted<JsonNode> _ ->
          throw new GateException(
              "CONFIGURATION", "expected an object in " + target + ", found another value");
      case Parsed.Rejected<JsonNode>(Rejection rejection) ->
          throw new GateException(
              "CONFIGURATION",
              target
                  + ": "
                  + rejection.detail()
                  + "; it is left as it is: repair it, or, where it has comments, add what"
                  + " --dry-run with the --file of a new name shows by hand");
    };
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

  private static void write(Path target, String text) throws IOException {
    if (text.isEmpty()) {
      Files.delete(target);
      return;
    }
    Path real = Files.exists(target) ? target.toRealPath() : target;
    Path parent = real.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(real, text);
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
