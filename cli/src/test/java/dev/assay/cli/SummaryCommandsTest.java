package dev.assay.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.core.sign.Envelope;
import dev.assay.schemas.Digests;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.StoredAttestation.Kind;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code assay failures}, {@code assay promotions} and the filters of {@code attestations list}.
 */
class SummaryCommandsTest {

  private static final Ed25519Key KEY = Ed25519Key.generate(Instant.EPOCH);
  private static final String FAILED =
      """
      {"predicate":{"failureSignatures":[{"id":"sig-1","kind":"exception","text":"at\\u001b[31m shop"}]}}\
      """;

  private final TestSystem system;
  private final StoredAttestation failed =
      attestation(Kind.VERIFICATION, "FAIL", "CLAIMED", FAILED);
  private final StoredAttestation passed =
      attestation(Kind.VERIFICATION, "PASS", "REEXECUTED", "{\"n\":1}");
  private final StoredAttestation promotion =
      attestation(
          Kind.VSA,
          "PASSED",
          null,
          "{\"predicate\":{\"inputAttestations\":[{\"digest\":{\"sha256\":\""
              + passed.id()
              + "\"}}]}}");

  SummaryCommandsTest(@TempDir Path directory) throws IOException {
    this.system = new TestSystem(directory);
    system.store.append(List.of(failed, passed, promotion));
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @Test
  void failuresAreATableWithoutControlCharactersOrJson() throws Exception {
    TestSystem.Ran table = system.run("failures", "--until", "1970-01-02T00:00:00Z");
    TestSystem.Ran json = system.run("failures", "--until", "1970-01-02T00:00:00Z", "--json");

    assertThat(table.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(table.output())
        .matches(
            "(?s)SIGNATURE +COUNT +ITEMS +AGENTS +VERIFIERS +LAST +FAILURE *\n"
                + "sig-1 +1 +1 +1 +testreport +1970-01-01T00:00:00.000Z +at \\[31m shop *\n");
    JsonNode document = new ObjectMapper().readTree(json.output());
    assertThat(document.at("/items/0/newest").asText()).isEqualTo(failed.id());
    assertThat(system.run("failures", "--json").output()).contains("\"items\" : [ ]");
  }

  @ParameterizedTest
  @CsvSource({
    "0.027193411428571427, 0.028",
    "0.168, 0.17",
    "0.02, 0.02",
    "0.0003683211, 0.00037",
    "1.2E-7, 0.00000012",
    "0.999, 1.0",
    "0.0, 0.0",
    "0, 0",
    "1.0, not measured",
    "1, not measured",
    "null, -",
  })
  void aBoundHasTheDigitsThatMeanSomethingAndIsNeverToldLower(String json, String told)
      throws Exception {
    assertThat(Output.bound(new ObjectMapper().readTree(json))).isEqualTo(told);
  }

  @Test
  void promotionsAreFoundByTheirWeakestEvidenceAndByVerifier() {
    assertThat(system.run("promotions").output())
        .matches(
            "(?s)WORK ITEM +ATTEMPT +BASIS +SCOPE +BOUND +VERIFIERS +CITED +TIME +ID *\n"
                + "shop/item +1 +REEXECUTED +WHOLE +not measured +testreport +1"
                + " +1970-01-01T00:00:00.000Z +"
                + promotion.id()
                + " *\n");
    assertThat(system.run("promotions", "--basis", "REEXECUTED").output()).contains("shop/item");
    assertThat(system.run("promotions", "--basis", "CLAIMED").output()).doesNotContain("shop/item");
    assertThat(system.run("promotions", "--scope", "whole").output()).contains("shop/item");
    assertThat(system.run("promotions", "--scope", "partial").output()).doesNotContain("shop/item");
    assertThat(system.run("promotions", "--bound-above", "0.02").output()).contains("shop/item");
    assertThat(system.run("promotions", "--verifier", "testreport", "--json").output())
        .contains(promotion.id(), passed.id());
  }

  @Test
  void attestationsAreListedByBasisFailureFileAndWhatWasNotSeen() {
    for (String filter :
        List.of(
            "--basis CLAIMED",
            "--signature sig-1",
            "--file cart.py --fleet shop",
            "--hyperthesis MISSING_TOOL --until 1970-01-02T00:00:00Z")) {
      assertThat(system.run(("attestations list " + filter).split(" ")).output())
          .as(filter)
          .contains(failed.id())
          .doesNotContain(passed.id());
    }
    for (String filter : List.of("--fleet none", "--commit none", "--file other.py")) {
      assertThat(system.run(("attestations list " + filter).split(" ")).output())
          .as(filter)
          .doesNotContain(failed.id());
    }
  }

  @Test
  void aWrongValueIsAnOperationalErrorWithTheServersCode() {
    for (String words :
        List.of(
            "failures --since yesterday",
            "failures --limit 0",
            "promotions --basis HEARSAY",
            "promotions --cursor x",
            "promotions --scope some",
            "promotions --bound-above 2",
            "attestations list --basis HEARSAY",
            "attestations list --hyperthesis BOREDOM",
            "attestations list --file /cart.py")) {
      TestSystem.Ran ran = system.run(words.split(" "));

      assertThat(ran.exitCode()).as(words).isEqualTo(ExitCode.OPERATIONAL);
      assertThat(ran.errors()).as(words).contains("INVALID_QUERY");
    }
  }

  private static StoredAttestation attestation(
      Kind kind, String result, @Nullable String basis, String text) {
    byte[] statement = text.getBytes(UTF_8);
    return new StoredAttestation(
        Digests.sha256Hex(statement),
        kind,
        "https://assay.dev/attestation/verification-report/v2",
        "shop/item",
        1,
        kind == Kind.VSA ? null : "testreport",
        result,
        basis,
        "agent-7",
        "shop",
        null,
        null,
        Instant.EPOCH,
        List.of(),
        result.equals("FAIL") ? List.of("sig-1") : List.of(),
        result.equals("FAIL") ? List.of("MISSING_TOOL") : List.of(),
        result.equals("FAIL") ? List.of("src/cart.py", "cart.py") : List.of(),
        Envelope.signed("application/vnd.in-toto+json", statement, KEY));
  }
}
