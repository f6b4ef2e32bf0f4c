package dev.assay.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.redaction.ClaimDocument;
import dev.assay.core.redaction.CommittedFields;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.store.PublishedKey;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a report and of a claim, disclosed by the store and verified from files. */
class DisclosureTest {

  private static final Ed25519Key DIRECTOR = Ed25519Key.generate(Instant.EPOCH);
  private static final String TIME = "2026-11-21T10:00:01.000Z";
  private static final Path GOLDEN = Path.of("../schemas/src/test/resources/golden");
  private static final Path PAGE = Path.of("..", "docs", "redaction.md");

  private final Path directory;
  private final TestSystem system;
  private final Statement statement;

  DisclosureTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    this.system = new TestSystem(directory);
    ExecutionData claim = read("ExecutionEvent/full.json", "/data", ExecutionData.class);
    ReportMessage golden = read("ReportMessage/full.json", "", ReportMessage.class);
    byte[] report = Json.canonical(golden.report());
    var _ = system.artifacts.putDerived(report, "application/json");
    ClaimDocument kept = ClaimDocument.of(claim, TestSystem.SALTS);
    var _ = system.artifacts.putDerived(kept.json().getBytes(UTF_8), "application/json");
    ObjectNode message = Json.toTree(golden).deepCopy();
    message.put("reportDigest", Digests.sha256Hex(report));
    message.put("commitment", CommittedFields.of(golden.report(), TestSystem.SALTS).root());
    ExecutionEvent event =
        new ExecutionEvent("source", "e-1", null, null, claim).committed(kept.commitment());
    this.statement = Statements.verification(value(message, ReportMessage.class), event, TIME);
    system.store.append(List.of(stored(statement)));
    keys();
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @Test
  void fieldsOfTheReportAreShownAndTheOthersAreWithheld() throws Exception {
    Path file = disclosed("--field", "result", "--field", "summary");

    TestSystem.Ran ran = verify(file);

    assertThat(ran.exitCode()).as(ran.output() + ran.errors()).isZero();
    assertThat(ran.output())
        .contains(
            "ok    disclosure  2 of 11 fields of the report",
            "  result  \"FLAKY\"",
            "  summary  \"JUnit XML: 3 tests, 2 passed, 1 flaky.\"",
            "  withheld  9",
            "verified " + statement.id());
    assertThat(Files.readString(file)).doesNotContain("verifierType", "nextActions");
  }

  @Test
  void fieldsOfTheClaimAreShownAgainstTheirOwnRoot() throws Exception {
    Path file = disclosed("--of", "claim", "--field", "claims");

    TestSystem.Ran ran = verify(file, "--json");

    assertThat(ran.exitCode()).as(ran.output() + ran.errors()).isZero();
    JsonNode answer = tree(ran.output().getBytes(UTF_8));
    assertThat(answer.at("/disclosed/fields/claims/0").asText()).isEqualTo("all tests pass");
    assertThat(answer.at("/disclosed/of").asText()).isEqualTo("claim");
    assertThat(answer.at("/disclosed/withheld").asInt()).isEqualTo(12);
  }

  @Test
  void whatWasWithheldIsDisclosedLaterAgainstTheOldRoot() throws Exception {
    JsonNode first = tree(Files.readAllBytes(disclosed("--field", "result")));
    Path later = disclosed("--field", "result", "--field", "nextActions");
    JsonNode second = tree(Files.readAllBytes(later));

    assertThat(second.get("root")).isEqualTo(first.get("root"));
    assertThat(second.get("_sd")).isEqualTo(first.get("_sd"));
    assertThat(verify(later).output()).contains("  nextActions  [\"rerun in a clean sandbox\"]");
  }

  @Test
  void filesThatAreNamedBesideAnIdAreWhatIsVerified() throws Exception {
    Path saved = directory.resolve("saved");
    String keys = directory.resolve("keys.json").toString();
    var _ = system.run("attestations", "show", statement.id(), "--save", saved.toString());
    String envelope = Files.readString(saved.resolve("envelope.json"));
    String proof = Files.readString(saved.resolve("proof.txt"));
    Path other = directory.resolve("other");

    for (String option : List.of("--envelope", "--proof")) {
      String name = option.equals("--proof") ? "proof.txt" : "envelope.json";
      List<String> all = List.of("attestations", "verify", statement.id(), "--keys", keys, option);
      List<String> honest = concat(all, saved.resolve(name).toString());
      assertThat(system.run(honest.toArray(String[]::new)).exitCode()).as(option).isZero();

      Files.writeString(
          other,
          option.equals("--proof")
              ? proof.replace("index 0", "index 1")
              : envelope.replace("\"sig\":\"", "\"sig\":\"AAAA"));
      TestSystem.Ran ran = system.run(concat(all, other.toString()).toArray(String[]::new));
      assertThat(ran.exitCode()).as(option + ran.output() + ran.errors()).isEqualTo(1);
      assertThat(ran.output()).contains("NOT VERIFIED");
    }
  }

  private static List<String> concat(List<String> words, String last) {
    List<String> all = new ArrayList<>(words);
    all.add(last);
    return all;
  }

  @Test
  void nothingIsShownOfADisclosureThatWasTamperedWith() throws Exception {
    refused(
        "disclosure-unknown", d -> array(d, "disclosures").set(0, "WyJzIiwicmVzdWx0IiwiUEFTUyJd"));
    refused("disclosure-root-mismatch", d -> array(d, "_sd").remove(3));
    refused("disclosure-root-mismatch", d -> array(d, "_sd").add("z".repeat(43)));
    refused(
        "disclosure-repeated", d -> array(d, "disclosures").add(array(d, "disclosures").get(0)));
    refused("disclosure-other-root", d -> d.put("root", "0".repeat(64)));
    refused("disclosure-other-root", d -> d.put("of", "claim"));
    refused("disclosure-other-attestation", d -> d.put("attestation", "0".repeat(64)));
    refused("disclosure-miscounted", d -> d.put("withheld", 0));
    refused("disclosure-invalid", d -> array(d, "disclosures").set(0, "*"));
    refused("disclosure-invalid", d -> d.remove("_sd"));
  }

  @Test
  void aFileThatIsNoDisclosureIsRefused() throws Exception {
    Path file = directory.resolve("other.json");
    Files.writeString(file, "{");
    assertThat(verify(file).output()).contains("FAIL  disclosure  disclosure-invalid");
    Files.write(file, new byte[(1 << 20) + 1]);
    assertThat(verify(file).output()).contains("FAIL  disclosure  disclosure-too-large");
    assertThat(verify(directory.resolve("none")).errors()).contains("FILE_UNREADABLE");
  }

  @Test
  void nothingIsShownUnderASignatureThatDoesNotHold() throws Exception {
    Path file = disclosed("--field", "result");
    Ed25519Key stranger = Ed25519Key.generate(Instant.EPOCH);
    keys(stranger);

    TestSystem.Ran ran = verify(file);

    assertThat(ran.exitCode()).isEqualTo(ExitCode.NEGATIVE);
    assertThat(ran.output()).contains("FAIL  signature").doesNotContain("FLAKY");
  }

  @Test
  void aFieldThatIsNotThereIsRefusedWithTheNamesOfThoseThatAre() throws Exception {
    TestSystem.Ran ran =
        system.run("attestations", "disclose", statement.id(), "--field", "colour");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(ran.errors()).contains("INVALID_QUERY", "confidence, ");
  }

  /** The program of the page, which shares no code with Assay. */
  @Test
  void theProgramOfThePageReadsWhatTheStoreDisclosesAndRefusesAnotherValue() throws Exception {
    Matcher block =
        Pattern.compile("```python\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    assertThat(block.find()).isTrue();
    Path program = Files.writeString(directory.resolve("verify.py"), block.group(1));
    Path signed = Files.writeString(directory.resolve("statement.json"), statement.text());
    Path file = disclosed("--of", "claim", "--field", "claims", "--field", "run");

    String shown = python(0, program, signed, file);
    Path other = tampered(file, d -> array(d, "disclosures").set(0, "WyJzIiwicnVuIiwiciJd"));
    String refused = python(1, program, signed, other);

    assertThat(shown.lines().sorted().toList())
        .containsExactly("claims [\"all tests pass\"]", "run \"r-1\"", "withheld 11");
    assertThat(refused).contains("not committed to");
  }

  private static String python(int exit, Path... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("python3"));
    List.of(words).forEach(word -> command.add(word.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isEqualTo(exit);
    return output;
  }

  private void refused(String code, Consumer<ObjectNode> tampering) throws IOException {
    TestSystem.Ran ran = verify(tampered(disclosed("--field", "result"), tampering));

    assertThat(ran.exitCode()).as(code).isEqualTo(ExitCode.NEGATIVE);
    assertThat(ran.output())
        .contains("FAIL  disclosure  " + code, "NOT VERIFIED")
        .doesNotContain("withheld  ");
  }

  private Path tampered(Path file, Consumer<ObjectNode> tampering) throws IOException {
    ObjectNode document = (ObjectNode) tree(Files.readAllBytes(file));
    tampering.accept(document);
    return Files.write(directory.resolve("tampered.json"), Json.write(document));
  }

  private static ArrayNode array(ObjectNode document, String name) {
    return (ArrayNode) document.get(name);
  }

  private Path disclosed(String... words) throws IOException {
    Path file = directory.resolve("shown.json");
    List<String> all = new ArrayList<>(List.of("attestations", "disclose", statement.id()));
    all.addAll(List.of(words));
    all.addAll(List.of("--out", file.toString()));
    TestSystem.Ran ran = system.run(all.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.errors()).isZero();
    return file;
  }

  private TestSystem.Ran verify(Path disclosure, String... words) {
    List<String> all = new ArrayList<>(List.of("attestations", "verify", statement.id()));
    all.addAll(List.of("--keys", directory.resolve("keys.json").toString()));
    all.addAll(List.of("--disclosure", disclosure.toString()));
    all.addAll(List.of(words));
    return system.run(all.toArray(String[]::new));
  }

  private void keys() throws IOException {
    keys(DIRECTOR);
  }

  private void keys(Ed25519Key director) throws IOException {
    PublishedKey log = system.store.keys().getLast();
    ArrayNode keys = JsonNodeFactory.instance.arrayNode();
    keys.addObject().put("use", "attestation").put("spki", director.publicKey().pem());
    keys.addObject().put("use", "checkpoint").put("spki", log.spki()).put("vkey", log.vkey());
    Files.writeString(directory.resolve("keys.json"), Output.compact(Map.of("keys", keys)));
  }

  private static JsonNode tree(byte[] bytes) {
    if (Json.tree(bytes) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)) {
      return tree;
    }
    throw new AssertionError("expected JSON, found " + new String(bytes, UTF_8));
  }

  private static <T> T read(String golden, String pointer, Class<T> type) throws IOException {
    return value(tree(Files.readAllBytes(GOLDEN.resolve(golden))).at(pointer), type);
  }

  private static <T> T value(JsonNode node, Class<T> type) {
    if (Json.parse(node, type) instanceof Parsed.Accepted<T>(T value)) {
      return value;
    }
    throw new AssertionError("expected a " + type.getSimpleName() + ", found " + node);
  }

  private static StoredAttestation stored(Statement statement) {
    return new StoredAttestation(
        statement.id(),
        StoredAttestation.Kind.VERIFICATION,
        Statement.VERIFICATION_REPORT,
        "shop/cart-42",
        1,
        "testreport",
        "FLAKY",
        null,
        "agent-1",
        "fleet-a",
        null,
        null,
        Instant.parse(TIME),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Envelope.signed(Statement.PAYLOAD_TYPE, statement.text().getBytes(UTF_8), DIRECTOR));
  }
}
