package dev.assay.delegation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.delegation.DelegationException;
import dev.assay.delegation.Scripted;
import dev.assay.delegation.vocabulary.Vocabulary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the documentation do what it says they do. */
class DocumentationTest {

  private static final Path DOCS = Path.of("..", "..", "docs");

  @TempDir Path directory;

  /** The fenced blocks of one language, in order. */
  private static List<String> blocks(String file, String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = null;
    for (String line : Files.readAllLines(DOCS.resolve(file))) {
      if (block == null && line.equals("```" + language)) {
        block = new StringBuilder();
      } else if (block != null && line.equals("```")) {
        blocks.add(block.toString());
        block = null;
      } else if (block != null) {
        block.append(line).append('\n');
      }
    }
    return blocks;
  }

  private DelegateRun run() throws IOException {
    return new DelegateRun(directory)
        .file("exists.star", blocks("delegation.md", "python").getFirst())
        .option("--verify", "exists.star", "--verify-args", "expected_path=out.txt");
  }

  @Test
  void theShellExampleIsCorrectedOnce() throws Exception {
    DelegateRun.Ended ended =
        run()
            .file("delegate.sh", blocks("delegation.md", "sh").getFirst())
            .command("sh", "delegate.sh");

    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).isEqualTo("{\"response\":\"Now I really created out.txt.\"}\n");
    assertThat(Files.readString(DOCS.resolve("delegation.md"))).contains(ended.out());
  }

  @Test
  void theNodeExampleIsCorrectedOnce() throws Exception {
    DelegateRun.Ended ended =
        run()
            .file("delegate.mjs", blocks("delegation.md", "js").getFirst())
            .command("node", "delegate.mjs");

    assertThat(ended.exit()).isZero();
    assertThat(Files.readString(DOCS.resolve("delegation.md"))).contains(ended.out());
  }

  @Test
  void theHookExampleBlocksAClaimWithoutATool() throws Exception {
    Scripted scripted =
        Scripted.saying("I created it")
            .hookFile("claims", blocks("delegation.md", "markdown").getFirst());

    DelegationException failure =
        Assertions.catchThrowableOfType(DelegationException.class, scripted::run);

    assertThat(failure.reason())
        .isEqualTo("blocked by hook \"claims\": claim made but no tool was called");
  }

  @Test
  void everyPatternOfTheVocabularyRuns() throws Exception {
    List<String> patterns = blocks("starlark-vocabulary.md", "python");
    Files.writeString(directory.resolve("a.txt"), "abc");

    assertThat(patterns).hasSize(4);
    assertThat(passes(patterns.get(0), "x")).isTrue();
    assertThat(passes(patterns.get(2), "{\\\"id\\\": 1}")).isTrue();
    assertThat(passes(patterns.get(2), "{}")).isFalse();
    assertThat(passes(patterns.get(2), "no")).isFalse();
    assertThat(passes(patterns.get(3), "x")).isTrue();
  }

  private boolean passes(String script, String response) throws Exception {
    Scripted scripted =
        Scripted.saying(response)
            .root(directory)
            .arg("expected_path", "a.txt")
            .arg("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            .verify(script);
    try {
      return scripted.run().verified();
    } catch (DelegationException e) {
      assertThat(e.isExhausted()).isTrue();
      return false;
    }
  }

  @Test
  void everyNameOfTheVocabularyIsDocumented() throws Exception {
    String page = Files.readString(DOCS.resolve("starlark-vocabulary.md"));

    assertThat(Vocabulary.NAMES).allSatisfy(name -> assertThat(page).contains("`" + name));
  }
}
