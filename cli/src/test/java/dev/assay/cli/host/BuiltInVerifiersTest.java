package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.Policy;
import dev.assay.director.PolicyReader;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.catalog.VerifierCatalog;
import dev.assay.verifier.testkit.VerifierContract;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every verifier that is registered, whoever adds one. */
final class BuiltInVerifiersTest {

  private static final VerifierCatalog CATALOG = VerifierCatalog.builtIn();

  @TestFactory
  Stream<DynamicTest> everyVerifierKeepsTheContract() {
    return CATALOG.providers().stream().flatMap(provider -> VerifierContract.of(provider, "{}"));
  }

  @Test
  void theStandardPolicyAsksEachVerifierForWhatItSaysThatItJudges() {
    Map<String, VerifierInfo> infos = CATALOG.infos();
    Map<String, Policy.VerifierRule> rules = PolicyReader.standard().verifiers();

    assertThat(infos.keySet()).containsAll(rules.keySet());
    assertThat(infos.keySet().stream().filter(type -> !rules.containsKey(type)))
        .as("verifiers that can do nothing without settings")
        .containsExactlyInAnyOrder("provenance", "reexecution");
    rules.forEach((type, rule) -> {
      VerifierInfo info = Objects.requireNonNull(infos.get(type), type);
      assertThat(info.subjects()).as(type).containsAll(rule.subjects());
      assertThat(info.companions()).as(type).containsAll(rule.companions());
      assertThat(rule.slow()).as(type).isEqualTo(info.pace() == VerifierInfo.Pace.LONG);
    });
  }
}
