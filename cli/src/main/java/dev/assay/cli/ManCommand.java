package dev.assay.cli;

import dev.assay.gate.GateCli;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints manual pages, or writes all of them. */
@Command(
    name = "man",
    description = {
      "Print the manual page of a command, or write those of all commands into a directory.",
      "To read one: assay man work-items list | man -l -"
    },
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "0 done, 3 error (usage, a directory that cannot be written)")
final class ManCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "the command's words; none: assay itself")
  private List<String> words = List.of();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "write the pages of all commands there, one file each, as in assay-up.1")
  private @Nullable Path directory;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, String> pages = pages(spec.root());
    if (directory != null) {
      if (!words.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(), "expected a command or --directory, found both");
      }
      write(directory, pages);
      out.println(pages.size() + " pages in " + directory);
      return ExitCode.OK;
    }
    String path = String.join(" ", words.isEmpty() ? List.of("assay") : prefixed(words));
    String page = pages.get(path);
    if (page == null) {
      throw new ParameterException(
          spec.commandLine(),
          "expected the words of a command, found '"
              + Output.plain(String.join(" ", words))
              + "'; see assay --help");
    }
    out.print(page);
    out.flush();
    return ExitCode.OK;
  }

  private static List<String> prefixed(List<String> words) {
    return words.getFirst().equals("assay")
        ? words
        : Stream.concat(Stream.of("assay"), words.stream()).toList();
  }

  private static void write(Path directory, Map<String, String> pages) throws IOException {
    try {
      Files.createDirectories(directory);
      for (Map.Entry<String, String> page : pages.entrySet()) {
        Files.writeString(directory.resolve(ManPage.file(page.getKey())), page.getValue());
      }
    } catch (FileSystemException e) {
      throw new CommandException(
          "DIRECTORY_UNUSABLE",
          "expected a directory that can be written at "
              + directory
              + ", found "
              + (e.getReason() == null ? e.getClass().getSimpleName() : e.getReason())
              + "; choose another with --directory");
    }
  }

  /** The pages of all commands by their words. */
  private static Map<String, String> pages(CommandSpec root) {
    String version = String.join(" ", root.version());
    Map<String, String> pages = new TreeMap<>();
    add(root.name(), root, version, pages);
    Map<String, CommandSpec> models = GateCli.models();
    for (SpecCommand command : SpecCommand.values()) {
      String path = root.name() + ' ' + command.word();
      CommandSpec model = models.get(command.word());
      if (model == null) {
        pages.put(path, ManPage.ofText(path, command.summary(), command.help(), version));
      } else {
        add(path, model, version, pages);
      }
    }
    return pages;
  }

  private static void add(
      String path, CommandSpec spec, String version, Map<String, String> pages) {
    pages.put(path, ManPage.of(path, spec, version));
    ManPage.shown(spec.subcommands())
        .forEach((word, below) -> add(path + ' ' + word, below.getCommandSpec(), version, pages));
  }
}
