package dev.assay.starlark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of {@code docs/starlark.md} do what they say. */
class DocumentationTest {
  private static final Path PAGE = Path.of("../../docs/starlark.md");
  private static final String ARROW = "  # => ";

  /** An expression of the page and the representation the page gives. */
  record Example(String expression, String shown) {}

  static Stream<Example> examples() throws IOException {
    var examples = new ArrayList<Example>();
    boolean inside = false;
    for (String line : Files.readString(PAGE, StandardCharsets.UTF_8).split("\n", -1)) {
      if (line.startsWith("```")) {
        inside = line.equals("```starlark");
      } else if (inside && line.contains(ARROW)) {
        int at = line.indexOf(ARROW);
        examples.add(new Example(line.substring(0, at), line.substring(at + ARROW.length())));
      }
    }
    return examples.stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleGivesTheValueWrittenBesideIt(Example example) {
    Map<String, StarlarkValue> modules = Map.of("json", JsonModule.create());
    StarlarkModule module =
        StarlarkProgram.compile(
                "page.star",
                "x = repr(" + example.expression() + ")",
                Scripts.LIMITS,
                modules.keySet())
            .run(modules, Scripts.evaluation(Scripts.LIMITS));

    assertThat(String.valueOf(module.find("x"))).isEqualTo(example.shown());
  }
}
