package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.ConfigException;
import dev.assay.store.StoreSection;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What an operator gets wrong ends with exit code 3 and says what, never as a fault of ours. */
class OperatorMistakesTest {

  @TempDir private Path directory;

  private record Ran(int exitCode, String errors) {}

  private static Ran run(String... arguments) {
    StringWriter errors = new StringWriter();
    CommandLine line = RootCommand.commandLine();
    line.setErr(new PrintWriter(errors));
    return new Ran(RootCommand.execute(line, List.of(arguments)), errors.toString());
  }

  @ParameterizedTest
  @CsvSource({"keys --url notaurl", "keys --url ftp://x"})
  void anAddressThatIsNoneIsUsage(String words) {
    assertMistake(run(words.split(" ", -1)), "USAGE", "expected an address");
  }

  @Test
  void anIdThatIsNoneIsUsage() {
    assertMistake(run("work-items", "a b"), "USAGE", "a b");
  }

  @Test
  void aDirectoryIsNoArtifact() {
    assertMistake(
        run("submit", "--work-item", "w", "--artifact", "test-report=" + directory),
        "FILE_UNREADABLE",
        "found a directory");
  }

  @Test
  void savedFilesThatAreNotThereCannotBeRead() throws Exception {
    Files.writeString(directory.resolve("envelope.json"), "{}");

    assertMistake(
        run("attestations", "verify", directory.toString()), "FILE_UNREADABLE", "proof.txt");
    assertMistake(
        run("attestations", "verify", directory.resolve("no-such").toString()),
        "FILE_UNREADABLE",
        "found no directory");
  }

  /** Told before the log is read, which can take an hour. */
  @Test
  void aStateOfAnAuditThatCannotBeKeptIsToldAtOnce() {
    Path nowhere = directory.resolve("no-such").resolve("audit.state");

    for (Path state : List.of(directory, nowhere)) {
      assertMistake(
          run("audit", "--url", "http://127.0.0.1:1", "--state", state.toString()),
          "FILE_UNREADABLE",
          state.toString());
    }
  }

  /** One that a slip of the pen makes would be a new witness at its first start. */
  @Test
  void aWitnessThatIsNotThereBeginsWithNoLogAndIsNotMade() {
    Path nowhere = directory.resolve("w1");
    String log = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";

    assertMistake(
        run("witness", "begin", "--dir", nowhere.toString(), "--log", log),
        "CONFIGURATION",
        "expected the directory of a witness");
    assertThat(nowhere).doesNotExist();
  }

  @Test
  void aFileIsNoDataDirectory() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));

    assertMistake(
        run("up", "--data-dir", file.toString()), "DATA_DIRECTORY_UNUSABLE", file.toString());
  }

  @Test
  void aPortThatCannotBeIsAFaultOfTheConfiguration() {
    assertMistake(
        run("up", "--port", "99999", "--data-dir", directory.toString()), "CONFIGURATION", "99999");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kafka: {bootstrap: no-port}                                    | CONFIGURATION | no-port
          kafka: {bootstrap: "127.0.0.1:1", client: {security.protocol: X}} | CONFIGURATION | X
          worker: {lanes: 0}                                             | CONFIGURATION | worker.lanes
          log: {origin: "a b+c"}                                         | CONFIGURATION | log.origin
          kafka: {bootstrap: "127.0.0.1:1", client: {default.api.timeout.ms: "200", request.timeout.ms: "100"}} | BROKER_UNAVAILABLE | 127.0.0.1:1
          """)
  void aServiceTellsWhatOfItsConfigurationIsWrong(String config, String code, String named)
      throws Exception {
    Path file = Files.writeString(directory.resolve("worker.yaml"), config);

    assertMistake(run("worker", "--config", file.toString()), code, named);
  }

  @ParameterizedTest
  @CsvSource({"jdbc:mysql://h/d", "postgresql://h/d"})
  void anotherDatabaseIsAFaultOfTheConfiguration(String url) {
    assertThatThrownBy(() -> new StoreSection(url, null, null, "log"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(url);
  }

  @Test
  void aDirectoryThatCannotBeLockedIsUnusable() throws Exception {
    Files.createDirectory(directory.resolve("lock"));

    assertMistake(
        run("up", "--data-dir", directory.toString()),
        "DATA_DIRECTORY_UNUSABLE",
        directory.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--claim", "--artifact", "--token-file"})
  void textThatArrivedDamagedIsRefused(String option) {
    Ran ran = run("submit", "--work-item", "w", option, "gr\ufffd\ufffde ok");

    assertMistake(ran, "USAGE", "gr\ufffd\ufffde ok");
    assertThat(ran.errors()).contains("locale", "LC_ALL", "C.UTF-8");
  }

  @Test
  void aPathThatTheSystemCannotNameIsRefused() {
    Ran ran = run("submit", "--work-item", "w", "--artifact", "test-report=/x/\ud800.xml");

    assertMistake(ran, "USAGE", "expected a path");
    assertThat(ran.errors()).contains("locale", "LC_ALL");
  }

  @Test
  void nobodyWaitsANegativeTime() {
    Ran ran = run("submit", "--work-item", "w", "--wait", "-1");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(ran.errors()).contains("--wait", "-1");
  }

  @Test
  void everyCommandTellsItsExitCodes() {
    assertTold(RootCommand.commandLine());
  }

  private static void assertTold(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    assertThat(spec.usageMessage().description()[0])
        .as("a list of commands shows a whole sentence: " + spec.qualifiedName())
        .endsWith(".");
    if (!spec.optionsMap().isEmpty()) {
      assertThat(command.getUsageMessage()).as(spec.qualifiedName()).contains("Exit codes:");
    }
    command.getSubcommands().values().forEach(OperatorMistakesTest::assertTold);
  }

  private static void assertMistake(Ran ran, String code, String named) {
    assertThat(ran.exitCode()).as(ran.errors()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(ran.errors()).contains("[" + code + "]", named);
  }
}
