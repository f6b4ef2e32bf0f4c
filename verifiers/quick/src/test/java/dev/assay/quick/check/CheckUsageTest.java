package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that ends without a verdict: flags, files, registry structure and database. */
class CheckUsageTest {

  private static final String ENTRY =
      "{'toolId':'t','effectDescriptionTemplate':'','verification':" + ContractFixture.ROW + "}";

  @TempDir Path directory;
  private ContractFixture fixture;

  @BeforeEach
  void createDatabase() throws Exception {
    fixture = new ContractFixture(directory).sqlite();
    write("tools.json", "[" + ENTRY + "]");
    write(
        "events.ndjson",
        "{'schemaVersion':1,'workflowId':'wf','seq':0,'type':'tool_observed','toolId':'t',"
            + "'params':{'id':1,'fields':{}}}");
  }

  @Test
  void helpIsPrintedWhateverElseIsAsked() {
    CommandRun run = fixture.run(List.of("--nonsense", "--help"));

    assertThat(run.exitCode()).isZero();
    assertThat(run.stdout()).startsWith("usage: assay check");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--workflow-id= --events=events.ndjson --registry=tools.json --db=db.sqlite",
        "--workflow-id=wf --events= --registry=tools.json --db=db.sqlite",
        "--workflow-id=wf --events=events.ndjson --registry= --db=db.sqlite",
        "--workflow-id=wf --events=events.ndjson --registry=tools.json",
        "--workflow-id=wf --events=events.ndjson --registry=tools.json --db=db.sqlite --postgres-url=x",
        "--workflow-id=wf --events=events.ndjson --registry=tools.json --db=db.sqlite --state-dir=x",
        "--workflow-id=wf --events=events.ndjson --registry=tools.json --db=db.sqlite --consistency=weak",
        "--workflow-id=wf --events=events.ndjson --registry=tools.json --db=db.sqlite"
            + " --consistency=eventual",
        "--workflow-id=wf --events=events.ndjson --registry=tools.json --db=db.sqlite"
            + " --poll-interval-ms=1",
      })
  void wrongFlagsAreRefused(String args) {
    fixture.run(words(args)).assertRefused("CLI_USAGE");
  }

  @Test
  void aWorkflowIdOfMoreThan512CharactersIsRefused() {
    fixture
        .run(with("--workflow-id=" + "w".repeat(513), "--db=db.sqlite"))
        .assertRefused("CLI_USAGE");
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1,0", "1,2", "x,1", "1.5,1", "-1,1", "99999999999,1", "86400001,1"})
  void timesThatMakeNoSenseAreRefused(String window, String poll) {
    fixture
        .run(
            with(
                "--workflow-id=wf",
                "--db=db.sqlite",
                "--consistency=eventual",
                "--verification-window-ms=" + window,
                "--poll-interval-ms=" + poll))
        .assertRefused("VERIFICATION_POLICY_INVALID");
  }

  @Test
  void missingFilesHaveTheirOwnCodes() throws Exception {
    List<String> args = with("--workflow-id=wf", "--db=db.sqlite");
    Files.delete(directory.resolve("events.ndjson"));
    fixture.run(args).assertRefused("EVENTS_READ_FAILED");
    Files.delete(directory.resolve("tools.json"));
    fixture.run(args).assertRefused("REGISTRY_READ_FAILED");
  }

  @Test
  void filesLargerThanTheirLimitAreRefused() throws Exception {
    List<String> args = with("--workflow-id=wf", "--db=db.sqlite");
    write("events.ndjson", " ".repeat(CheckLimits.EVENTS_BYTES_MAX + 1));
    fixture.run(args).assertRefused("EVENTS_READ_FAILED");
    write("tools.json", " ".repeat(CheckLimits.REGISTRY_BYTES_MAX + 1));
    fixture.run(args).assertRefused("REGISTRY_READ_FAILED");
  }

  @Test
  void databasesThatCannotBeOpenedHaveTheirOwnCodes() throws Exception {
    fixture
        .run(with("--workflow-id=wf", "--db=missing.sqlite"))
        .assertRefused("SQLITE_DATABASE_OPEN_FAILED");
    fixture
        .run(with("--workflow-id=wf", "--db=tools.json"))
        .assertRefused("SQLITE_DATABASE_OPEN_FAILED");
    fixture
        .run(with("--workflow-id=wf", "--postgres-url=postgresql://u@127.0.0.1:1/d"))
        .assertRefused("POSTGRES_CLIENT_SETUP_FAILED");
    assertThat(directory.resolve("missing.sqlite")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1,]", "x"})
  void aRegistryThatIsNoJsonIsRefused(String text) throws Exception {
    write("tools.json", text);
    fixture.run(with("--workflow-id=wf", "--db=db.sqlite")).assertRefused("REGISTRY_JSON_SYNTAX");
  }

  @Test
  void aToolIdMustBeUnique() throws Exception {
    write("tools.json", "[" + ENTRY + "," + ENTRY + "]");
    fixture
        .run(with("--workflow-id=wf", "--db=db.sqlite"))
        .assertRefused("REGISTRY_DUPLICATE_TOOL_ID");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "[1]",
        "[{}]",
        "[{'toolId':'','effectDescriptionTemplate':'','verification':{}}]",
        "[{'toolId':'t','effectDescriptionTemplate':1,'verification':{}}]",
        "[{'toolId':'t','effectDescriptionTemplate':'','verification':1}]",
        "[{'toolId':'t','effectDescriptionTemplate':'','verification':{'kind':'magic'}}]",
        "[{'toolId':'t','effectDescriptionTemplate':'','verification':{'kind':'sql_effects',"
            + "'effects':[1]}}]",
        "[{'toolId':'t','effectDescriptionTemplate':'','verification':{'kind':'sql_effects',"
            + "'effects':[1,2]}}]",
        "[{'toolId':'t','effectDescriptionTemplate':'','verification':{'kind':'sql_relational',"
            + "'checks':[]}}]",
        "[{'toolId':'t','effectDescriptionTemplate':'','verification':{'kind':'sql_relational',"
            + "'checks':[1]}}]",
        "[{'toolId':'t','effectDescriptionTemplate':'','verification':{'kind':'sql_relational',"
            + "'checks':[{'checkKind':'other','id':'i'}]}}]",
      })
  void aRegistryOfAnotherStructureIsRefused(String text) throws Exception {
    write("tools.json", text);
    fixture
        .run(with("--workflow-id=wf", "--db=db.sqlite"))
        .assertRefused("REGISTRY_SCHEMA_INVALID");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'table':{'const':'orders'}|'table':{'const':''}",
        "'table':{'const':'orders'}|'table':{'const':1}",
        "'table':{'const':'orders'}|'table':{'pointer':'id'}",
        "'table':{'const':'orders'}|'table':{'pointer':'/a','const':'b'}",
        "'table':{'const':'orders'}|'table':'orders'",
        "'value':{'pointer':'/id'}|'value':{'const':[]}",
        "'value':{'pointer':'/id'}|'value':{'pointer':1}",
        "'value':{'pointer':'/id'}|'other':1",
        "'requiredFields':{'pointer':'/fields'}|'requiredFields':{'const':1}",
        "'requiredFields':{'pointer':'/fields'}|'requiredFields':1",
        "'toolId':'t'|'toolId':'t','releaseCritical':'yes'",
        "'toolId':'t'|'toolId':'t','more':1",
        "'kind':'sql_row'|'kind':'sql_row_absent'",
      })
  void oneWrongMemberIsEnough(String from, String to) throws Exception {
    assertThat(ENTRY).contains(from);
    write("tools.json", "[" + ENTRY.replace(from, to) + "]");

    fixture
        .run(with("--workflow-id=wf", "--db=db.sqlite"))
        .assertRefused("REGISTRY_SCHEMA_INVALID");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'op':'eq'|'op':'ne'",
        "{'const':1}|{'const':'1'}",
        "'fn':'SUM'|'fn':'AVG'",
        "'sumColumn':{'const':'total'}|'sumColumn':{'const':''}",
        "'tableSide':'left'|'tableSide':'middle'",
        "'join':{|'joined':{",
        "'lookupPresenceColumn'|'presence'",
      })
  void checksHaveAStructureToo(String from, String to) throws Exception {
    String checks =
        Relations.of(
            Relations.sum("total", "eq", "{'const':1}"),
            Relations.joinCount("eq", "{'const':1}"),
            Relations.orphans("paid"));
    assertThat(checks).contains(from);
    write(
        "tools.json",
        "[{'toolId':'t','effectDescriptionTemplate':'','verification':"
            + checks.replace(from, to)
            + "}]");

    fixture
        .run(with("--workflow-id=wf", "--db=db.sqlite"))
        .assertRefused("REGISTRY_SCHEMA_INVALID");
  }

  @Test
  void withoutHumanReportStandardErrorIsEmpty() {
    CommandRun run = fixture.run(with("--workflow-id=wf", "--db=db.sqlite", "--no-human-report"));

    assertThat(run.exitCode()).isZero();
    assertThat(run.stderr()).isEmpty();
  }

  private void write(String name, String text) throws Exception {
    Files.writeString(directory.resolve(name), text.replace('\'', '"'));
  }

  private static List<String> with(String... more) {
    List<String> args = new ArrayList<>(List.of("--registry=tools.json", "--events=events.ndjson"));
    args.addAll(List.of(more));
    return args;
  }

  private static List<String> words(String args) {
    return args.isEmpty() ? List.of() : Arrays.asList(args.split(" ", -1));
  }
}
