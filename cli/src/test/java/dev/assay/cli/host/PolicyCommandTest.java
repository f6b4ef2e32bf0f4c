package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.cli.CommandException;
import dev.assay.director.PolicyReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code assay policy check} finds. */
class PolicyCommandTest {

  private static final String ALLOWED =
      "verifiers: {testreport: {kind: tests}, mine: {subjects: [sarif]}}\n";

  @TempDir private Path directory;

  private record Ran(int exit, String out) {}

  private Ran check(String yaml, String... more) throws Exception {
    Path file = Files.writeString(directory.resolve("policy.yaml"), yaml);
    return ran(file, more);
  }

  private static Ran ran(Path file, String... more) {
    PolicyCommand.CheckCommand command = new PolicyCommand.CheckCommand();
    CommandLine line = new CommandLine(command);
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out));
    String[] words = new String[more.length + 1];
    words[0] = file.toString();
    System.arraycopy(more, 0, words, 1, more.length);
    line.parseArgs(words);
    int exit = command.check(Map.of());
    return new Ran(exit, out.toString());
  }

  @Test
  void aPolicyThatADirectorTakesIsToldWithTheDigestThatPromotionsName() throws Exception {
    Ran ran = check("name: mine\n" + ALLOWED);

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out())
        .contains("mine, testreport")
        .contains(PolicyReader.read(directory.resolve("policy.yaml"), Map.of()).digest());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "verifiers: {}                                            | expected at least one verifier in the policy",
        "retriesMx: 1                                             | did you mean retriesMax",
        "verifiers: {mine: {}}                                    | expected subjects",
        "verifiers: {testreport: {basis: REEXECUTED}}             | at most CLAIMED",
        "rules: [{require: {verifiers: [unknown]}}]               | to be on the allowlist",
        "thresholds: {split: 9}                                   | sameSignature <= split <= halt",
        "name: [                                                  | expected YAML",
      })
  void aMistakeIsNamedWithWhatWasExpected(String yaml, String message) throws Exception {
    Ran ran = check(yaml.startsWith("veri") ? yaml : ALLOWED + yaml);
    Ran machine = check(yaml.startsWith("veri") ? yaml : ALLOWED + yaml, "--json");

    assertThat(ran.exit()).as(ran.out()).isEqualTo(1);
    assertThat(ran.out()).startsWith("wrong").contains(message);
    JsonNode told = new ObjectMapper().readTree(machine.out());
    assertThat(machine.exit()).isEqualTo(1);
    assertThat(told.path("result").asText()).isEqualTo("wrong");
    assertThat(told.path("detail").asText()).contains(message);
  }

  @Test
  void evidenceThatNoVerifierReachesIsNoted() throws Exception {
    Ran claimed = check(ALLOWED + "evidence: {high: OBSERVED}\n");
    Ran witnessed = check(ALLOWED + "evidence: {high: WITNESSED}\n");
    Ran observed =
        check(
            "verifiers: {mine: {subjects: [sarif], basis: OBSERVED}}\nevidence: {high: OBSERVED}\n");

    assertThat(claimed.exit()).isZero();
    assertThat(claimed.out()).contains("note", "at risk high nothing is promoted: OBSERVED");
    assertThat(witnessed.out()).doesNotContain("note");
    assertThat(observed.out()).doesNotContain("note");
  }

  @Test
  void aRuleThatAnAgentCanEscapeIsNoted() throws Exception {
    String rule = "rules: [{name: pay, when: {%s}, require: {approvals: 1}}]\n";
    Ran byWord =
        check(
            ALLOWED + "evidence: {high: WITNESSED}\n" + rule.formatted("repositories: [a]"),
            "--json");
    Ran byFleet = check(ALLOWED + rule.formatted("fleets: [prod], repositories: [a]"), "--json");

    assertThat(new ObjectMapper().readTree(byWord.out()).path("notes"))
        .singleElement()
        .satisfies(note -> assertThat(note.asText()).contains("rule pay", "the agent's word"));
    assertThat(byFleet.out()).doesNotContain("rule pay");
  }

  @Test
  void aFileThatIsNotThereIsNoVerdictOnAPolicy() {
    assertThatThrownBy(() -> ran(directory.resolve("none.yaml")))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("none.yaml");
  }
}
