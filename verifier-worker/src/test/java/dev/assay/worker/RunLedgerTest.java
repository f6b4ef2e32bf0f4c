package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLedgerTest {

  private static final String BOMB = Digests.sha256Hex("bomb");
  private static final String NEIGHBOUR = Digests.sha256Hex("neighbour");
  private static final String FILE = "runs-0.ledger";

  @TempDir private Path directory;

  private int deaths;

  @Test
  void whatRanAtADeathIsSuspectAndWhatHadEndedIsNot() throws Exception {
    try (RunLedger ledger = RunLedger.open(directory)) {
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
  void deathsAddUpUntilARunEnds() throws Exception {
    try (RunLedger first = RunLedger.open(directory)) {
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
    try (RunLedger ledger = RunLedger.open(directory)) {
      int slot = ledger.begin(NEIGHBOUR);
      ledger.settled(slot, NEIGHBOUR);
      var _ = ledger.begin(BOMB);

      try (RunLedger next = afterDeathOf(ledger)) {
        assertThat(next.deaths(NEIGHBOUR)).isZero();
        assertThat(next.deaths(BOMB)).isEqualTo(1);
      }
    }
  }

  @Test
  void nobodyIsToBlameForTheEndOfTheParentOrAStop() throws Exception {
    try (RunLedger ledger = RunLedger.open(directory)) {
      var _ = ledger.begin(BOMB);
      ledger.forgive();

      try (RunLedger next = afterDeathOf(ledger)) {
        assertThat(next.deaths(BOMB)).isZero();
      }
    }
  }

  @Test
  void aSecondWorkerOfTheSameDirectoryHasALedgerOfItsOwn() {
    try (RunLedger first = RunLedger.open(directory);
        RunLedger second = RunLedger.open(directory)) {
      var _ = first.begin(BOMB);

      assertThat(second.deaths(BOMB)).isZero();
      assertThat(directory.resolve("runs-1.ledger")).exists();
    }
  }

  /** The ledger that the next process finds: the file as it is, in a directory of its own. */
  private RunLedger afterDeathOf(RunLedger dead) throws IOException {
    assertThat(dead).isNotNull();
    Path before = deaths == 0 ? directory : directory.resolve("death-" + deaths);
    Path after = Files.createDirectory(directory.resolve("death-" + (deaths + 1)));
    deaths++;
    Files.copy(before.resolve(FILE), after.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
    return RunLedger.open(after);
  }
}
