package dev.assay.director;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.Yaml;
import dev.assay.core.director.Policy;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyReaderTest {

  private static final String VERIFIERS =
      """
      verifiers:
        testreport: {subjects: [test-report]%s}
      """;

  private static final Map<String, VerifierInfo> OBSERVING =
      Map.of(
          "testreport",
          new VerifierInfo(
                  "testreport",
                  "1",
                  VerifierInfo.Pace.FAST,
                  Set.of(ArtifactRole.TEST_REPORT),
                  Set.of())
              .with(EvidenceBasis.OBSERVED, Set.of()));

  @TempDir private Path directory;

  @Test
  void theFirstStandardPolicyHasTheDigestThatPromotionsOfThatTimeName() {
    assertThat(PolicyReader.firstStandard().digest())
        .isEqualTo("9059305a522958700b16e7c07a831a3c629c39a54f552328a9604fd46d5bb9a2");
  }

  @Test
  void aVerifierThatSaysWhoVouchesIsNoCheckOfItsOwnWhateverAPolicyCallsIt() throws IOException {
    Policy policy = read("verifiers: {provenance: {subjects: [provenance]}}\n");

    assertThat(Objects.requireNonNull(policy.verifiers().get("provenance")).kind())
        .isEqualTo(Policy.Kind.PROVENANCE);
    for (String text :
        List.of(
            "verifiers: {provenance: {subjects: [provenance], kind: tests}}\n",
            "verifiers: {testreport: {subjects: [test-report], kind: provenance}}\n")) {
      assertThatThrownBy(() -> read(text))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("expected kind provenance of the verifier provenance");
    }
  }

  @Test
  void aRiskWithoutANumberKeepsTheStandardOne() throws IOException {
    Policy policy = read(VERIFIERS.formatted("") + "independent: {high: , low: 3}\n");

    assertThat(policy.independent())
        .containsExactlyInAnyOrderEntriesOf(Map.of(Risk.HIGH, 2, Risk.MEDIUM, 1, Risk.LOW, 3));
  }

  @Test
  void aRiskWithoutABasisDemandsWhatTheStandardPolicyDoes() throws IOException {
    Policy plain = read(VERIFIERS.formatted(""));
    Policy changed = read(VERIFIERS.formatted("") + "evidence: {medium: OBSERVED, high: }\n");

    assertThat(plain.evidence())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                Risk.LOW, EvidenceBasis.CLAIMED,
                Risk.MEDIUM, EvidenceBasis.WITNESSED,
                Risk.HIGH, EvidenceBasis.REEXECUTED));
    assertThat(changed.evidence())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                Risk.LOW, EvidenceBasis.CLAIMED,
                Risk.MEDIUM, EvidenceBasis.OBSERVED,
                Risk.HIGH, EvidenceBasis.REEXECUTED));
    assertThat(changed.digest()).isNotEqualTo(plain.digest());
  }

  @Test
  void theCatalogSaysWhichVerifierSaysTheSameAgain() throws IOException {
    VerifierInfo observing = Objects.requireNonNull(OBSERVING.get("testreport"));
    Map<String, VerifierInfo> same = Map.of("testreport", observing.thatIsReproducible());

    assertThat(read(VERIFIERS.formatted(""), same).verifiers().values())
        .allMatch(Policy.VerifierRule::reproducible);
    assertThat(read(VERIFIERS.formatted(""), OBSERVING).verifiers().values())
        .noneMatch(Policy.VerifierRule::reproducible);
    assertThat(read(VERIFIERS.formatted(""), Map.of()).verifiers().values())
        .noneMatch(Policy.VerifierRule::reproducible);
  }

  @Test
  void rulesDemandWhatTheyNameAndAPolicyWithoutAnyKeepsItsDigest() throws IOException {
    Policy plain = read(VERIFIERS.formatted(""));
    Policy none = read(VERIFIERS.formatted("") + "rules: []\n");
    Policy ruled =
        read(
            VERIFIERS.formatted("")
                + """
                rules:
                  - name: payments
                    when: {paths: ["src/payments/**"], risks: [medium, high], roles: [test-report]}
                    require: {verifiers: ["testreport@test-report"], evidence: OBSERVED, risk: high, approvals: 1}
                """);

    assertThat(none.digest()).isEqualTo(plain.digest());
    assertThat(ruled.digest()).isNotEqualTo(plain.digest());
    assertThat(ruled.demands())
        .singleElement()
        .satisfies(rule -> {
          assertThat(rule.when().risks()).containsExactly(Risk.MEDIUM, Risk.HIGH);
          assertThat(rule.demand().verifiers()).containsExactly("testreport@test-report");
          assertThat(rule.demand().evidence()).isEqualTo(EvidenceBasis.OBSERVED);
          assertThat(rule.demand().risk()).isEqualTo(Risk.HIGH);
          assertThat(rule.demand().approvals()).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- {name: a}",
        "- {require: {verifiers: [unknown]}}",
        "- {require: {verifiers: [testreport@sarif]}}",
        "- {require: {approvals: 9}}",
        "- {require: {risk: extreme}}",
        "- {when: {path: [a]}, require: {risk: high}}"
      })
  void aRuleThatCannotHoldIsRefused(String rule) {
    assertThatThrownBy(() -> read(VERIFIERS.formatted("") + "rules:\n  " + rule + "\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("expected");
  }

  @Test
  void aMoodHasTheBudgetThatItsTableNames() throws IOException {
    Policy policy = read(VERIFIERS.formatted("") + "moods: {CURIOUS: {budgets: {attempts: 3}}}\n");

    assertThat(Objects.requireNonNull(policy.moods().get(Mood.CURIOUS)).budget().attemptsMax())
        .isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "falsePassUpperMax: 1.5          | falsePassUpperMax between 0 and 1, found 1.5",
        "falsePassUpperMax: -0.1         | falsePassUpperMax between 0 and 1, found -0.1",
        "falsePassUpperMax: .nan         | falsePassUpperMax between 0 and 1, found NaN",
        "independent: {high: 0}          | independent between 1 and",
        "independent: {extreme: 1}       | low, medium or high in independent",
        "evidence: {extreme: CLAIMED}    | low, medium or high in evidence",
        "moods: {CURIOUS: {budgets: {attempts: 0}}} | attempts between 1 and",
        "budgets: {verifierMillis: 0}    | verifierMillis between 1 and",
        "approvals: {deadlineSeconds: 0} | deadlineSeconds between 1 and",
        "approvals: {deadlineSeconds: 99999999999} | deadlineSeconds between 1 and",
      })
  void whatIsOutOfItsRangeIsRefusedWithTheRange(String line, String message) {
    assertThatThrownBy(() -> read(VERIFIERS.formatted("") + line + "\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verifiers: {testreport: }",
        "verifiers: {testreport: {subjects: [~]}}",
        "verifiers: {testreport: {companions: [~]}}",
        "verifiers: {testreport: {moods: [~]}}",
        "verifiers: {testreport: {scopes: [~]}}",
        "verifiers: {testreport: {lenses: [~]}}",
        "verifiers: {testreport: {negativeControls: [~]}}",
        "verifiers: {testreport: {}}\nmoods: {CALM: }",
        "verifiers: {testreport: {}}\nmoods: {CALM: {includes: [~]}}",
        "verifiers: {testreport: {}}\nmoods: {CALM: {verifiers: [~]}}",
        "verifiers: {testreport: {}}\nlenses: [~]",
        "verifiers: {testreport: {}}\nlenses: [[~]]",
        "verifiers: {testreport: {}}\nrules: [~]",
      })
  void anEntryThatIsEmptyIsTakenOrRefusedAsAMistakeOfTheOperator(String yaml) {
    assertThatCode(
            () -> {
              try {
                read(yaml + "\n");
              } catch (ConfigException e) {
                assertThat(e).hasMessageContaining("expected");
              }
            })
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"0", "-5", "3600001"})
  void aBudgetThatNoRequestCouldCarryIsRefused(long budgetMillis) {
    assertThatThrownBy(() -> read(VERIFIERS.formatted(", budgetMillis: " + budgetMillis)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("budgetMillis between 1 and 3600000, found " + budgetMillis);
  }

  @Test
  void whatNoRequestOrStatementCouldCarryIsRefused() {
    String large = "x".repeat(17 * 1024);

    assertThatThrownBy(() -> read(VERIFIERS.formatted(", config: {a: " + large + "}")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("at most 16384 characters in config");
    assertThatThrownBy(() -> read(VERIFIERS.formatted("") + "name: " + "n".repeat(129) + "\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("at most 128 characters in name");
  }

  @ParameterizedTest
  @CsvSource({"'',OBSERVED", "', basis: CLAIMED',CLAIMED", "', basis: OBSERVED',OBSERVED"})
  void aVerifierOfAssayRestsOnWhatItIsAbleToUnlessThePolicyTakesLess(
      String member, EvidenceBasis most) throws IOException {
    assertThat(basis(read(VERIFIERS.formatted(member), OBSERVING))).isEqualTo(most);
  }

  @Test
  void aPolicyCannotTakeMoreThanAVerifierOfAssayIsAbleTo() {
    assertThatThrownBy(() -> read(VERIFIERS.formatted(", basis: REEXECUTED"), OBSERVING))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("at most OBSERVED, found REEXECUTED");
  }

  @Test
  void aVerifierOfAnOperatorRestsOnClaimsUnlessThePolicySaysMore() throws IOException {
    assertThat(basis(read(VERIFIERS.formatted(""), Map.of()))).isEqualTo(EvidenceBasis.CLAIMED);
    assertThat(basis(read(VERIFIERS.formatted(", basis: REEXECUTED"), Map.of())))
        .isEqualTo(EvidenceBasis.REEXECUTED);
  }

  private static EvidenceBasis basis(Policy policy) {
    return Objects.requireNonNull(
        Objects.requireNonNull(policy.verifiers().get("testreport")).basis());
  }

  private Policy read(String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), yaml);
    return PolicyReader.read(file, Map.of());
  }

  private Policy read(String yaml, Map<String, VerifierInfo> known) throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), yaml);
    return Yaml.read(file, PolicyDocument.class, Map.of()).policy(known);
  }
}
