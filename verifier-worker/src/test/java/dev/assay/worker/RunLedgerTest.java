package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLedgerTest {

  private static final String BOMB = Digests.sha256Hex("bomb");
  private static final String NEIGHBOUR = Digests.sha256Hex("neighbour");
  private static final String FILE = "runs-0.ledger";

  @TempDir private Path directory;

  private int deaths;
  private String supervisor = "first";
  private Instant now = Instant.parse("2026-11-24T10:00:00Z");

  @Test
  void whatRanAtADeathIsSuspectAndWhatHadEndedIsNot() throws Exception {
    try (RunLedger ledger = open(directory)) {
      int ended = ledger.begin(NEIGHBOUR);
      var _ = ledger.begin(BOMB);
      ledger.end(ended, NEIGHBOUR);

      try (RunLedger next = afterDeathOf(ledger)) {
        assertThat(next.deaths(BOMB)).isEqualTo(1);
        assertThat(next.deaths(NEIGHBOUR)).isZero();
      }
    }
  }

  @Test
  void aDeathCountsOnceHoweverManyRunsJudgedTheSame() throws Exception {
    try (RunLedger ledger = open(directory)) {
      ledger.settled(ledger.begin(BOMB));
      var _ = ledger.begin(BOMB);
      var _ = ledger.begin(BOMB);

      try (RunLedger next = afterDeathOf(ledger)) {
        assertThat(next.deaths(BOMB)).isEqualTo(1);
      }
    }
  }

  @Test
  void deathsAddUpUntilARunEnds() throws Exception {
    try (RunLedger first = open(directory)) {
      var _ = first.begin(BOMB);
      var _ = first.begin(NEIGHBOUR);
      try (RunLedger second = afterDeathOf(first)) {
        int slot = second.begin(NEIGHBOUR);
        second.end(slot, NEIGHBOUR);
        var _ = second.begin(BOMB);
        try (RunLedger third = afterDeathOf(second)) {
          assertThat(third.deaths(BOMB)).isEqualTo(2);
          assertThat(third.deaths(NEIGHBOUR)).isZero();
        }
      }
    }
  }

  @Test
  void aRunThatLastedForLongIsNotSuspectBesideAYoungerOne() throws Exception {
    try (RunLedger ledger = open(directory)) {
      int slot = ledger.begin(NEIGHBOUR);
      ledger.settled(slot);
      var _ = ledger.begin(BOMB);

      try (RunLedger next = afterDeathOf(ledger)) {
        assertThat(next.deaths(NEIGHBOUR)).isZero();
        assertThat(next.deaths(BOMB)).isEqualTo(1);
      }
    }
  }

  @Test
  void whatTakesLongToEndItsWorkerIsConvictedToo() throws Exception {
    RunLedger ledger = open(directory);
    for (int death = 1; death <= WorkerLimits.DEATHS_MAX; death++) {
      ledger.settled(ledger.begin(BOMB));
      ledger = afterDeathOf(ledger);

      assertThat(ledger.deaths(BOMB)).isEqualTo(death);
    }
  }

  @Test
  void youngerRunsBesideItAreNoExcuseForEver() throws Exception {
    RunLedger ledger = open(directory);
    for (int end = 0; end < WorkerLimits.FORGIVEN_ENDS_MAX; end++) {
      ledger.settled(ledger.begin(BOMB));
      ledger.end(ledger.begin(NEIGHBOUR), NEIGHBOUR);
      var _ = ledger.begin(NEIGHBOUR);
      ledger = afterDeathOf(ledger);

      assertThat(ledger.deaths(BOMB)).isZero();
    }
    for (int death = 1; death <= WorkerLimits.DEATHS_MAX; death++) {
      ledger.settled(ledger.begin(BOMB));
      var _ = ledger.begin(NEIGHBOUR);
      ledger = afterDeathOf(ledger);

      assertThat(ledger.deaths(BOMB)).isEqualTo(death);
    }
  }

  @Test
  void nobodyIsToBlameForTheEndOfTheParentOrAStop() throws Exception {
    try (RunLedger ledger = open(directory)) {
      var _ = ledger.begin(BOMB);
      ledger.forgive();

      try (RunLedger next = afterDeathOf(ledger)) {
        assertThat(next.deaths(BOMB)).isZero();
      }
    }
  }

  @Test
  void whatRanWhenTheWholeSystemWasKilledIsForgivenButNotForEver() throws Exception {
    RunLedger ledger = open(directory);
    for (int end = 0; end < WorkerLimits.FORGIVEN_ENDS_MAX; end++) {
      var _ = ledger.begin(BOMB);
      supervisor = "after " + end;
      ledger = afterDeathOf(ledger);

      assertThat(ledger.deaths(BOMB)).isZero();
      assertThat(ledger.followsEnd()).isTrue();
      assertThat(ledger.forgave()).isTrue();
    }
    var _ = ledger.begin(BOMB);
    supervisor = "last";
    ledger = afterDeathOf(ledger);

    assertThat(ledger.deaths(BOMB)).isEqualTo(1);
  }

  @Test
  void deathsBeforeTheWholeSystemWasKilledStillCount() throws Exception {
    RunLedger ledger = open(directory);
    var _ = ledger.begin(BOMB);
    ledger = afterDeathOf(ledger);
    var _ = ledger.begin(BOMB);
    supervisor = "second";
    ledger = afterDeathOf(ledger);
    assertThat(ledger.deaths(BOMB)).isEqualTo(1);
    var _ = ledger.begin(BOMB);

    assertThat(afterDeathOf(ledger).deaths(BOMB)).isEqualTo(2);
  }

  @Test
  void whatIsConvictedStaysSoForAnHourOrUntilTheSystemIsStartedAnew() throws Exception {
    RunLedger ledger = open(directory);
    for (int death = 0; death < WorkerLimits.DEATHS_MAX; death++) {
      var _ = ledger.begin(BOMB);
      ledger = afterDeathOf(ledger);
    }
    assertThat(ledger.deaths(BOMB)).isEqualTo(WorkerLimits.DEATHS_MAX);
    RunLedger restarted = afterDeathOf(ledger);
    assertThat(restarted.deaths(BOMB)).isEqualTo(WorkerLimits.DEATHS_MAX);

    now = now.plus(WorkerLimits.SUSPECT_FOR).plusSeconds(1);
    assertThat(restarted.deaths(BOMB)).isZero();
    now = now.minus(WorkerLimits.SUSPECT_FOR);
    supervisor = "second";
    assertThat(afterDeathOf(ledger).deaths(BOMB)).isZero();
  }

  @Test
  void theSameArtifactUnderAnotherLensOrWorkItemIsTheSameSubject() {
    VerificationRequest plain = request("a", null, "x");

    assertThat(RunLedger.subject(request("b", "fresh-context", "x")))
        .isEqualTo(RunLedger.subject(plain));
    assertThat(RunLedger.subject(request("a", null, "y"))).isNotEqualTo(RunLedger.subject(plain));
  }

  private static VerificationRequest request(String workItem, @Nullable String lens, String bytes) {
    String sha256 = Digests.sha256Hex(bytes);
    return new VerificationRequest(
        Digests.sha256Hex(workItem + lens),
        workItem,
        sha256,
        sha256,
        1,
        "testreport",
        "{}",
        List.of(new ArtifactRef(ArtifactRole.TEST_REPORT, sha256, 1, "application/xml", null)),
        null,
        null,
        Risk.LOW,
        lens,
        1_000,
        null);
  }

  @Test
  void aSecondWorkerOfTheSameDirectoryHasALedgerOfItsOwn() {
    try (RunLedger first = open(directory);
        RunLedger second = open(directory)) {
      var _ = first.begin(BOMB);

      assertThat(second.deaths(BOMB)).isZero();
      assertThat(directory.resolve("runs-1.ledger")).exists();
    }
  }

  private RunLedger open(Path at) {
    return RunLedger.open(at, supervisor, () -> now);
  }

  /** The ledger that the next process finds: the file as it is, in a directory of its own. */
  private RunLedger afterDeathOf(RunLedger dead) throws IOException {
    assertThat(dead).isNotNull();
    Path before = deaths == 0 ? directory : directory.resolve("death-" + deaths);
    Path after = Files.createDirectory(directory.resolve("death-" + (deaths + 1)));
    deaths++;
    Files.copy(before.resolve(FILE), after.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
    return RunLedger.open(after, supervisor, () -> now);
  }
}
