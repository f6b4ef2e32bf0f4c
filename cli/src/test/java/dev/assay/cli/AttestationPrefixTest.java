package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Digests;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attestations by the beginning of their id. */
class AttestationPrefixTest {

  private static final int SHARED_DIGITS = 4;
  private static final Ed25519Key DIRECTOR = Ed25519Key.generate(Instant.EPOCH);

  private final Path directory;
  private final TestSystem system;
  private final Twins twins = twins();

  /** Two statements whose ids begin with the same digits. */
  private record Twins(String one, String other) {

    String id() {
      return AttestationPrefixTest.id(one);
    }
  }

  AttestationPrefixTest(@TempDir Path directory) throws Exception {
    this.directory = directory;
    this.system = new TestSystem(directory);
  }

  @BeforeEach
  void logThem() {
    system.store.append(List.of(stored(twins.one()), stored(twins.other())));
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"show", "verify", "export", "disclose"})
  void theBeginningOfAnIdNamesTheOnlyAttestationThatHasIt(String command) {
    TestSystem.Ran part = attestations(command, twins.id().substring(0, 12));
    TestSystem.Ran whole = attestations(command, twins.id());

    assertThat(part).as(part.errors()).isEqualTo(whole);
  }

  @Test
  void whatIsSavedIsNamedByItsWholeId() {
    TestSystem.Ran ran =
        system.run(
            "attestations",
            "show",
            twins.id().substring(0, 12),
            "--json",
            "--save",
            directory.resolve("saved").toString());

    assertThat(ran.output()).as(ran.errors()).contains(twins.id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"show", "verify", "export", "disclose"})
  void theBeginningOfSeveralNamesThem(String command) {
    TestSystem.Ran ran = attestations(command, twins.id().substring(0, SHARED_DIGITS));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(ran.errors()).contains("[AMBIGUOUS_ID]", twins.id(), id(twins.other()));
  }

  @ParameterizedTest
  @CsvSource({
    "abc, USAGE, at least 4",
    "'', USAGE, at least 4",
    "ABCDEF, USAGE, lower-case",
    "shop, USAGE, hexadecimal",
    "0000000000000000, NOT_FOUND, begins with 0000000000000000",
  })
  void whatNamesNoneIsSaid(String named, String code, String said) {
    TestSystem.Ran ran = attestations("show", named);

    assertThat(ran.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(ran.errors()).contains("[" + code + "]", said);
  }

  private TestSystem.Ran attestations(String command, String id) {
    return command.equals("export")
        ? system.run("attestations", command, id, "--format", "statement")
        : system.run("attestations", command, id);
  }

  private static Twins twins() {
    Map<String, String> seen = new HashMap<>();
    for (int i = 0; ; i++) {
      String one = "{\"number\":" + i + "}";
      String other = seen.put(id(one).substring(0, SHARED_DIGITS), one);
      if (other != null) {
        return new Twins(one, other);
      }
    }
  }

  private static String id(String statement) {
    return Digests.sha256Hex(statement.getBytes(StandardCharsets.UTF_8));
  }

  private static StoredAttestation stored(String statement) {
    return new StoredAttestation(
        id(statement),
        StoredAttestation.Kind.VERIFICATION,
        Statement.VERIFICATION_REPORT,
        "shop/cart-42",
        1,
        "testreport",
        "PASS",
        null,
        "agent-1",
        "fleet-a",
        null,
        null,
        Instant.EPOCH,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Envelope.signed(
            Statement.PAYLOAD_TYPE, statement.getBytes(StandardCharsets.UTF_8), DIRECTOR));
  }
}
