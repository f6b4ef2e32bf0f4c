package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The repository's file: made by looking, and read strictly. */
class InitCommandTest {

  private final Gate gate;

  InitCommandTest(@TempDir Path directory) throws IOException {
    gate = new Gate(directory);
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml, **/target/surefire-reports/TEST-*.xml",
    "core/pom.xml, **/target/surefire-reports/TEST-*.xml",
    "build.gradle.kts, **/build/test-results/*/TEST-*.xml",
    "pyproject.toml, test-results.xml",
    "requirements-dev.txt, test-results.xml",
    "package.json, test-results.xml",
    "go.mod, test-results.jsonl",
    "Cargo.toml, target/nextest/*/junit.xml",
    "Shop.sln, **/TestResults/*.xml",
    "Shop.csproj, **/TestResults/*.xml",
  })
  void theBuildFileTellsWhereTheReportsAre(String mark, String glob) throws IOException {
    gate.write(mark, "");

    Gate.Ran ran = gate.init();

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .contains("next: assay hook install --harness NAME, which is claude-code, codex, gemini,");
    String text = Files.readString(gate.repository.resolve(RepositoryFile.NAME));
    assertThat(ran.out()).isEqualTo(text);
    RepositoryFile file = RepositoryFile.parse(text, RepositoryFile.SAMPLES);
    assertThat(file.requires()).containsExactly("testreport");
    assertThat(file.artifacts()).extracting(RepositoryFile.Rule::glob).containsExactly(glob);
    assertThat(file.workItem()).isEqualTo("hook/shop/main/0a1b2c3d/1");
  }

  @Test
  void aRepositoryThatNobodyKnowsIsToldThatNothingIsAskedFor() throws IOException {
    gate.write("Gemfile", "gem 'rspec'");

    assertThat(gate.init().err())
        .contains("it asks for nothing yet: name the reports of your tests in it; next: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'scripts':{'test':'node --test'}}||test-results.xml|node --test --test-reporter=junit",
        "{'devDependencies':{'vitest':'^3'}}||test-results.xml|npx vitest run --reporter=junit",
        "{'devDependencies':{'jest':'^30'}}||test-results.xml|npx jest",
        "{'workspaces':['apps/*']}|apps/web/package.json|**/test-results.xml|npx vitest run",
        "{'workspaces':['web']}|web/package.json|**/test-results.xml|npx vitest run",
        "{}|pnpm-workspace.yaml|**/test-results.xml|node --test",
      })
  void theRunnerOfANodeRepositoryIsThatOfItsPackages(
      String manifest, @Nullable String more, String glob, String command) throws IOException {
    gate.write("package.json", manifest.replace('\'', '"'));
    if (more != null) {
      gate.write(more, "{\"devDependencies\": {\"vitest\": \"^3\"}}");
    }

    String text = gate.init().out();

    assertThat(RepositoryFile.parse(text, RepositoryFile.SAMPLES).artifacts())
        .extracting(RepositoryFile.Rule::glob)
        .containsExactly(glob);
    assertThat(text).contains("# " + command);
  }

  @Test
  void aFileThatIsThereIsReplacedOnlyByForce() throws IOException {
    Path file = gate.write(RepositoryFile.NAME, "risk: high\n");

    Gate.Ran shown = gate.init("--dry-run");
    Gate.Ran refused = gate.init();
    String kept = Files.readString(file);
    Gate.Ran forced = gate.init("--force");

    assertThat(shown.out()).contains("No build file was found");
    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.err()).contains("[FILE_EXISTS]", "--force");
    assertThat(kept).isEqualTo("risk: high\n");
    assertThat(forced.exit()).isZero();
    assertThat(Files.readString(file)).contains("No build file was found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "require: []|.assay.yaml:1: expected no member 'require'; remove it|did you mean requires?",
        "artifacts: [{role: tests, glob: x}]|.assay.yaml:1|expected a role out of",
        "artifacts: [{role: test-report, glob: ../x}]|.assay.yaml:1|below the repository",
        "artifacts: [{role: test-report, glob: /etc/passwd}]|.assay.yaml:1|below the repository",
        "risk: extreme|.assay.yaml:1|risk",
        "trace: everything|.assay.yaml:1|trace",
        "waitSeconds: 0|.assay.yaml:1|between 1 and 300",
        "workItem: a b|.assay.yaml:1|expected workItem to match",
        "workItem: x/${HOME}|.assay.yaml:1|HOME, found none",
        "workspace: maybe|.assay.yaml:1|workspace",
        "requires: testreport|.assay.yaml:1|requires",
        "'{'|.assay.yaml:1|YAML",
        "waitSeconds: !!int x|.assay.yaml:1|!!int",
        "'requires:\n- 7'|.assay.yaml:2|string",
        "'artifacts:\n- {role: test-log, glob: a}\n- {role: nope, glob: b}'|.assay.yaml:3|'nope'",
        "'artifacts:\n- {role: test-log, glob: a}\n- {role: test-log}'|.assay.yaml:3|glob",
        "'artifacts:\n- {role: test-log, glob: \"{a\"}'|.assay.yaml:2|a { without }",
      })
  void aMistakeIsToldWithItsPlace(String text, String where, String what) {
    assertThatThrownBy(() -> RepositoryFile.parse(text, RepositoryFile.SAMPLES))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(where)
        .hasMessageContaining(what);
  }

  @ParameterizedTest
  @CsvSource({
    "main, main",
    "feature/cart-42, feature-cart-42-9256bc79",
    "../../x, x-9cdf6a50",
    "ünïcode, n-code-b8be8967",
    "-, unnamed-3973e022",
    "a..b, a-b-f62b4241"
  })
  void whateverABranchIsCalledItIsPartOfAnId(String branch, String part) {
    assertThat(RepositoryFile.idPart(branch)).isEqualTo(part);
  }

  @Test
  void branchesThatLookAlikeAreDifferentPartsOfIds() {
    String common = "feature/checkout-of-a-cart-with-discounts-";

    assertThat(Stream.of("fix/a", "fix-a", "fix a", common + "1", common + "2", "b".repeat(41)))
        .map(RepositoryFile::idPart)
        .doesNotHaveDuplicates()
        .allMatch(part -> part.length() <= 40);
  }
}
