package dev.assay.starlark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.starlark.StarlarkError.Position;
import dev.assay.starlark.syntax.Parser.Dialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the scripts under {@code star/}. A file is split into chunks by lines of {@code ---}; a
 * chunk asserts with {@code assert.eq}, {@code assert.true} and {@code assert.fails}, and a comment
 * {@code ### text} names the error the chunk must end with, on the line it must point to.
 */
class ConformanceTest {
  private static final Path SCRIPTS = Path.of("src/test/resources/star");

  /** One chunk and the line of the file it starts at. */
  record Chunk(String file, int line, String source) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  static Stream<Chunk> chunks() throws IOException {
    var chunks = new ArrayList<Chunk>();
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      for (Path file : files.sorted().toList()) {
        int line = 1;
        for (String source :
            Files.readString(file, StandardCharsets.UTF_8).split("(?m)^---\n", -1)) {
          chunks.add(new Chunk(file.getFileName().toString(), line, source));
          line += (int) source.chars().filter(c -> c == '\n').count() + 1;
        }
      }
    }
    return chunks.stream();
  }

  private static Map<String, StarlarkValue> predeclared(List<String> problems) {
    var names = new LinkedHashMap<String, StarlarkValue>();
    names.put("json", JsonModule.create());
    names.put("struct", struct());
    names.put("assert", assertModule(problems));
    return names;
  }

  /** As the function of that name of other hosts: fields in alphabetical order. */
  private static StarlarkValue struct() {
    return StarlarkBuiltin.of(
        "struct",
        Signature.of("**kwargs"),
        (_, arguments) -> {
          var fields = new TreeMap<String, StarlarkValue>();
          arguments.extra().forEach(field -> fields.put(field.name(), field.value()));
          return StarlarkStruct.struct(fields);
        });
  }

  private static StarlarkValue assertModule(List<String> problems) {
    var members = new LinkedHashMap<String, StarlarkValue>();
    members.put(
        "eq",
        StarlarkBuiltin.of(
            "eq",
            Signature.of("x", "y"),
            (ev, a) -> {
              if (!Values.equal(a.value("x"), a.value("y"), ev.budget())) {
                problems.add(
                    ev.position()
                        + ": "
                        + Values.repr(a.value("x"), ev.budget())
                        + " is not "
                        + Values.repr(a.value("y"), ev.budget()));
              }
              return StarlarkNone.NONE;
            }));
    members.put(
        "true",
        StarlarkBuiltin.of(
            "true",
            Signature.of("x"),
            (ev, a) -> {
              if (!a.value("x").truth()) {
                problems.add(ev.position() + ": not true");
              }
              return StarlarkNone.NONE;
            }));
    members.put(
        "fails",
        StarlarkBuiltin.of(
            "fails", Signature.of("f", "message"), (ev, a) -> fails(ev, a, problems)));
    return StarlarkStruct.module("assert", members);
  }

  private static StarlarkValue fails(Evaluation ev, Arguments a, List<String> problems) {
    try {
      StarlarkValue result = ev.call(a.callable("f"));
      problems.add(ev.position() + ": did not fail but gave " + Values.repr(result, ev.budget()));
    } catch (StarlarkError.Script e) {
      if (!String.valueOf(e.getMessage()).contains(a.string("message"))) {
        problems.add(ev.position() + ": failed with: " + e.getMessage());
      }
    }
    return StarlarkNone.NONE;
  }

  @ParameterizedTest
  @MethodSource("chunks")
  void aChunkMeetsItsAssertionsOrFailsWhereItSays(Chunk chunk) {
    var problems = new ArrayList<String>();
    Map<String, StarlarkValue> names = predeclared(problems);
    Dialect dialect =
        new Dialect(
            chunk.source().contains("# dialect: control"),
            chunk.source().contains("# dialect: reassign"),
            chunk.source().contains("# dialect: recursion"));
    String padded = "\n".repeat(chunk.line() - 1) + chunk.source();
    try {
      var _ =
          StarlarkProgram.compile(chunk.file(), padded, Scripts.LIMITS, names.keySet(), dialect)
              .run(names, Scripts.evaluation(Scripts.LIMITS));
    } catch (StarlarkError e) {
      problems.addAll(unexpected(chunk, e));
      assertThat(problems).isEmpty();
      return;
    }
    if (chunk.source().contains("###")) {
      problems.add("expected an error, found none");
    }
    assertThat(problems).isEmpty();
  }

  private static List<String> unexpected(Chunk chunk, StarlarkError error) {
    String[] lines = chunk.source().split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      int mark = lines[i].indexOf("###");
      if (mark >= 0) {
        String wanted = lines[i].substring(mark + 3).strip();
        Position position = error.position();
        boolean place = position != null && position.line() == chunk.line() + i;
        boolean text = String.valueOf(error.getMessage()).contains(wanted);
        return place && text
            ? List.of()
            : List.of("line " + (chunk.line() + i) + " wants " + wanted + ": " + error.backtrace());
      }
    }
    return List.of(error.backtrace());
  }
}
