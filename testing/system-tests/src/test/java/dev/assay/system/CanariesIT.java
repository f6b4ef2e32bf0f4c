package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.director.PolicyReader;
import dev.assay.schemas.message.CanaryRates;
import dev.assay.schemas.topic.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Canaries of a whole system as it is installed, with the standard policy. */
class CanariesIT {

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(data.resolve("assay.yaml"), "canary: {intervalSeconds: 1}\n");
    system = new UpSystem(data).start();
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @Test
  void everyVerifierOfTheStandardPolicyIsMeasuredAndNoneIsWrong() throws Exception {
    Records records = system.records();
    Set<String> verifiers = PolicyReader.standard().verifiers().keySet();

    Await.until(
        "both sides of every verifier are measured",
        () -> measured(records.all(Topic.CANARY_RATES)).containsAll(verifiers));

    assertThat(records.all(Topic.CANARY_RATES))
        .allSatisfy(measured -> {
          assertThat(measured.rates().falsePasses()).as(measured.verifierType()).isZero();
          assertThat(measured.rates().falseFails()).as(measured.verifierType()).isZero();
        });
  }

  private static Set<String> measured(List<CanaryRates> rates) {
    return rates.stream()
        .filter(measured -> measured.rates().knownBad() > 0 && measured.rates().knownGood() > 0)
        .map(CanaryRates::verifierType)
        .collect(Collectors.toSet());
  }
}
