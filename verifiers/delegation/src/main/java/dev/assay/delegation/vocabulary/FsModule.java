package dev.assay.delegation.vocabulary;

import dev.assay.delegation.DelegationLimits;
import dev.assay.starlark.Arguments;
import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.ModuleBuilder;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBool;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkInt;
import dev.assay.starlark.StarlarkList;
import dev.assay.starlark.StarlarkNone;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import dev.assay.workspace.GlobPattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code fs} module: looks at files below the declared roots and changes nothing. */
final class FsModule {

  private static final int STEPS_PER_CALL = 100;

  private final Jail jail;

  FsModule(Jail jail) {
    this.jail = jail;
  }

  StarlarkStruct create() {
    Signature path = Signature.of("path");
    return new ModuleBuilder("fs")
        .function("stat", path, this::stat)
        .function("exists", path, (ev, a) -> StarlarkBool.of(found(ev, a) != null))
        .function("read", path, (ev, a) -> StarlarkString.of(text(ev, a)))
        .function("read_lines", Signature.of("path", "start?", "end?"), this::readLines)
        .function("line_count", path, (ev, a) -> StarlarkInt.of(lines(ev, a).size()))
        .function("list", path, this::list)
        .function("glob", Signature.of("pattern"), this::glob)
        .build();
  }

  private record Found(Path path, BasicFileAttributes attributes) {}

  private @Nullable Found found(Evaluation evaluation, Arguments a) throws IOException {
    evaluation.budget().steps(STEPS_PER_CALL);
    try {
      Path path = jail.resolve(a.string("path"));
      return new Found(path, Jail.attributes(path));
    } catch (IOException e) {
      if (Jail.isAbsence(e)) {
        return null;
      }
      throw error(a, e);
    }
  }

  private static StarlarkError error(Arguments a, IOException e) {
    String what =
        Jail.isAbsence(e)
            ? "expected something at the path, found nothing"
            : String.valueOf(e.getMessage());
    return StarlarkError.script(a.function() + ": " + what, e);
  }

  private StarlarkValue stat(Evaluation evaluation, Arguments a) throws IOException {
    Found found = found(evaluation, a);
    if (found == null) {
      return StarlarkNone.NONE;
    }
    evaluation.budget().elements(8);
    Map<String, StarlarkValue> fields = new LinkedHashMap<>();
    fields.put("name", StarlarkString.of(String.valueOf(found.path().getFileName())));
    fields.put("size", StarlarkInt.of(found.attributes().size()));
    fields.put("is_dir", StarlarkBool.of(found.attributes().isDirectory()));
    fields.put("is_file", StarlarkBool.of(found.attributes().isRegularFile()));
    fields.put("mode", StarlarkString.of(mode(found.path())));
    fields.put(
        "mod_time",
        StarlarkInt.of(found.attributes().lastModifiedTime().toInstant().getEpochSecond()));
    return StarlarkStruct.record("stat", fields);
  }

  private static String mode(Path path) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return view == null ? "" : PosixFilePermissions.toString(view.readAttributes().permissions());
  }

  private String text(Evaluation evaluation, Arguments a) {
    Budget budget = evaluation.budget();
    budget.steps(STEPS_PER_CALL);
    try {
      Path path = jail.resolve(a.string("path"));
      int bytesMax =
          (int) Math.min(DelegationLimits.FILE_BYTES_MAX, Jail.attributes(path).size() + 4_096);
      budget.text(bytesMax * 2L);
      return new String(jail.read(path, bytesMax), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw error(a, e);
    }
  }

  private List<String> lines(Evaluation evaluation, Arguments a) {
    String text = text(evaluation, a);
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int feed = text.indexOf('\n', start);
      int end = feed < 0 ? text.length() : feed;
      evaluation.budget().text(end - start);
      evaluation.budget().elements(1);
      lines.add(text.substring(start, end));
      start = end + 1;
    }
    return lines;
  }

  private StarlarkValue readLines(Evaluation evaluation, Arguments a) {
    List<String> lines = lines(evaluation, a);
    int start = Math.clamp(a.integer("start", 1), 1, lines.size() + 1);
    int end = Math.clamp(a.integer("end", lines.size()), start - 1, lines.size());
    return strings(lines.subList(start - 1, end), evaluation);
  }

  private static StarlarkValue strings(List<String> texts, Evaluation evaluation) {
    evaluation.budget().elements(texts.size());
    return StarlarkList.of(texts.stream().map(StarlarkString::of).toList());
  }

  private StarlarkValue list(Evaluation evaluation, Arguments a) {
    evaluation.budget().steps(STEPS_PER_CALL);
    try {
      Path directory = jail.resolve(a.string("path"));
      List<String> names = jail.names(directory, DelegationLimits.ENTRIES_MAX);
      names.forEach(name -> evaluation.budget().text(name.length()));
      return strings(names, evaluation);
    } catch (IOException e) {
      throw error(a, e);
    }
  }

  private record Level(Path directory, List<String> names) {}

  private StarlarkValue glob(Evaluation evaluation, Arguments a) {
    String text = a.string("pattern");
    GlobPattern pattern = new GlobPattern(text.startsWith("./") ? text.substring(2) : text);
    List<String> matches = new ArrayList<>();
    Deque<Level> levels = new ArrayDeque<>();
    int looked = 0;
    try {
      refuseUpwards(text);
      levels.add(new Level(jail.resolve("."), List.of()));
      while (!levels.isEmpty()) {
        Level level = levels.removeFirst();
        for (String name : jail.names(level.directory(), DelegationLimits.ENTRIES_MAX)) {
          if (++looked > DelegationLimits.ENTRIES_MAX) {
            throw new IOException(
                "expected at most " + DelegationLimits.ENTRIES_MAX + " entries, found more");
          }
          List<String> names = new ArrayList<>(level.names());
          names.add(name);
          evaluation.budget().steps(names.size() * 10L);
          evaluation.budget().text(names.size() * 32L);
          if (pattern.matches(names.toArray(String[]::new))) {
            matches.add(String.join("/", names));
          }
          Path path = level.directory().resolve(name);
          if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
              && names.size() < DelegationLimits.GLOB_DEPTH_MAX
              && pattern.mayDescend(names.size())) {
            levels.add(new Level(path, names));
          }
        }
      }
    } catch (IOException e) {
      throw error(a, e);
    }
    matches.sort(String::compareTo);
    return strings(matches, evaluation);
  }

  private static void refuseUpwards(String pattern) throws IOException {
    if (pattern.startsWith("/") || List.of(pattern.split("/")).contains("..")) {
      throw new Jail.EscapeException(pattern);
    }
  }
}
