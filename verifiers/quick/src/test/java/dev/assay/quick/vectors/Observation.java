package dev.assay.quick.vectors;

import dev.assay.quick.cli.QuickCli;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one run of the command left behind in a fresh directory. */
record Observation(
    int exitCode,
    String stdout,
    String stderr,
    @Nullable String registry,
    @Nullable String events,
    @Nullable String report,
    long temporaryFiles,
    List<String> extraFiles) {

  static final String REPORT = "report.json";

  static Observation run(Path directory, List<String> argv, byte[] stdin) throws IOException {
    Set<String> before = files(directory);
    Path registry = named(directory, argv, "--export-registry");
    Path events = named(directory, argv, "--emit-events");
    List<String> args = new ArrayList<>(List.of("--report", REPORT));
    args.addAll(argv);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        QuickCli.run(
            args,
            directory,
            Map.of(),
            new ByteArrayInputStream(stdin),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    Set<String> extra = new TreeSet<>(files(directory));
    extra.removeAll(before);
    Set<String> wanted = new HashSet<>();
    for (Path path : new Path[] {directory.resolve(REPORT), registry, events}) {
      for (Path at = path; at != null && at.startsWith(directory); at = at.getParent()) {
        wanted.add(directory.relativize(at).toString());
      }
    }
    extra.removeAll(wanted);
    return new Observation(
        exitCode,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8),
        text(registry),
        text(events),
        text(directory.resolve(REPORT)),
        files(directory).stream().filter(name -> name.contains(".tmp.")).count(),
        List.copyOf(extra));
  }

  private static @Nullable Path named(Path directory, List<String> argv, String flag) {
    int at = argv.indexOf(flag);
    return at < 0 || at + 1 >= argv.size() ? null : directory.resolve(argv.get(at + 1)).normalize();
  }

  private static @Nullable String text(@Nullable Path file) throws IOException {
    return file != null && Files.isRegularFile(file) ? Files.readString(file) : null;
  }

  private static Set<String> files(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.map(path -> directory.relativize(path).toString()).collect(Collectors.toSet());
    }
  }
}
