package dev.assay.quick.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.quick.check.CommandRun;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What survives crashes, damage and races. */
class StateStoreTest {

  private static final int RACERS = 4;

  @TempDir Path directory;
  private EnforceFixture fixture;
  private String hash;

  @BeforeEach
  void createBaseline() throws Exception {
    fixture = new EnforceFixture(directory).sqlite();
    hash =
        fixture
            .enforce("--create-baseline")
            .json()
            .path("enforce")
            .path("baseline_sha256")
            .asText();
  }

  @Test
  void aHistoryThatLacksItsLastRecordIsCompleted() throws Exception {
    drift();
    List<String> whole = fixture.history();
    Files.writeString(fixture.file(".history.ndjson"), whole.getFirst() + "\n");

    assertThat(fixture.enforce().exitCode()).isEqualTo(4);

    assertThat(fixture.history()).isEqualTo(whole);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40})
  void aRecordThatWasHalfWrittenIsWrittenAgain(int chars) throws Exception {
    drift();
    List<String> whole = fixture.history();
    Files.writeString(
        fixture.file(".history.ndjson"),
        whole.getFirst() + "\n" + whole.get(1).substring(0, chars));

    assertThat(fixture.enforce().exitCode()).isEqualTo(4);

    assertThat(fixture.history()).isEqualTo(whole);
  }

  @Test
  void aTemporaryFileOfADeadProcessMeansNothing() throws Exception {
    Path left =
        fixture
            .file(".state.json")
            .resolveSibling(fixture.file(".state.json").getFileName() + ".tmp");
    Files.writeString(left, "half");

    assertThat(fixture.enforce().exitCode()).isZero();
    drift();
    assertThat(left).doesNotExist();
  }

  @Test
  void aHistoryThatWasRewrittenIsNoticed() throws Exception {
    drift();
    Files.writeString(
        fixture.file(".history.ndjson"),
        fixture.history().getFirst()
            + "\n"
            + fixture.history().get(1).replace("drift", "draft")
            + "\n{}\n");

    fixture.enforce().assertRefused("ENFORCE_STATE_CORRUPT");
  }

  @Test
  void aHistoryWithoutItsStateIsNoBaselineMissing() throws Exception {
    Files.delete(fixture.file(".state.json"));

    fixture.enforce("--create-baseline").assertRefused("ENFORCE_STATE_CORRUPT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"schemaVersion\":1}"})
  void aStateThatIsNoStateIsNotTrusted(String text) throws Exception {
    Files.writeString(fixture.file(".state.json"), text);

    fixture.enforce().assertRefused("ENFORCE_STATE_CORRUPT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"baseline_active", "matches_expectations", "\"wf\""})
  void anEditedStateIsNotTrusted(String word) throws Exception {
    String text = EnforceFixture.text(fixture.file(".state.json"));
    assertThat(text).contains(word);
    Files.writeString(
        fixture.file(".state.json"), text.replace(word, word.toUpperCase(Locale.ROOT)));

    fixture.enforce().assertRefused("ENFORCE_STATE_CORRUPT");
  }

  @Test
  void aStateDirectoryThatCannotBeWrittenIsReported() throws Exception {
    Files.writeString(directory.resolve("file"), "");

    fixture
        .run(
            List.of(
                "--registry=tools.json",
                "--events=events.ndjson",
                "--workflow-id=wf",
                "--db=db.sqlite",
                "--state-dir=file"),
            "")
        .assertRefused("ENFORCE_STATE_IO_FAILED");
  }

  @Test
  void aLockThatIsNeverReleasedEndsTheWait() throws Exception {
    try (FileChannel channel = FileChannel.open(fixture.file(".lock"), StandardOpenOption.WRITE);
        var lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      fixture.enforce().assertRefused("ENFORCE_STATE_BUSY");
    }
  }

  @Test
  void ofSeveralAcceptancesAtOnceOneWins() throws Exception {
    drift();
    List<Callable<CommandRun>> racers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      racers.add(() -> fixture.accept(hash, 2));
    }
    int won = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(RACERS)) {
      for (Future<CommandRun> racer : threads.invokeAll(racers)) {
        CommandRun run = racer.get();
        if (run.exitCode() == 1) {
          won++;
        } else {
          assertThat(CommandRun.tree(run.stderr()).path("code").asText())
              .isIn("ENFORCE_STALE_STATE_VERSION", "ENFORCE_INVALID_TRANSITION");
        }
      }
    }

    assertThat(won).isEqualTo(1);
    assertThat(fixture.history()).hasSize(3);
  }

  private void drift() throws Exception {
    fixture.execute("UPDATE orders SET status = 'lost' WHERE id = 1");
    assertThat(fixture.enforce().exitCode()).isEqualTo(4);
  }
}
