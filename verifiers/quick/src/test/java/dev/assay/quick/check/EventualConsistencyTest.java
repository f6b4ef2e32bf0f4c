package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads that are repeated until rows show up or the window ends; time is simulated. */
class EventualConsistencyTest {

  private static final String[] EVENTUAL = {
    "--consistency", "eventual", "--verification-window-ms", "1000", "--poll-interval-ms", "100"
  };
  private static final String ABSENT =
      "{'kind':'sql_row_absent','table':{'const':'orders'},'identityEq':[{'column':{'const':'id'},"
          + "'value':{'pointer':'/id'}}]}";

  @TempDir Path directory;
  private ContractFixture fixture;
  private SimulatedTime time;

  @BeforeEach
  void createDatabase() throws Exception {
    fixture = new ContractFixture(directory).sqlite();
    time = new SimulatedTime();
    fixture.sleeper = time;
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "WAL"})
  void aRowThatShowsUpInTimeIsVerified(String journal) throws Exception {
    fixture.execute("PRAGMA journal_mode = " + journal);
    time.atMillis = 300;
    time.change = () -> fixture.execute("INSERT INTO orders VALUES (7, 'c1', 1, 'paid')");

    CommandRun run =
        fixture
            .tool("t", ContractFixture.ROW)
            .event(0, "t", "{'id':7,'fields':{}}")
            .check(EVENTUAL);

    assertThat(run.exitCode()).isZero();
    assertThat(time.nowMillis()).isEqualTo(300);
  }

  @Test
  void aRowThatNeverShowsUpIsUncertainAndNotMissing() {
    CommandRun run =
        fixture
            .tool("t", ContractFixture.ROW)
            .event(0, "t", "{'id':7,'fields':{}}")
            .check(EVENTUAL);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("ROW_NOT_OBSERVED_WITHIN_WINDOW");
    assertThat(run.json().path("evidenceCompleteness").path("blockerCategory").asText())
        .isEqualTo("timing_or_window");
    assertThat(time.nowMillis()).isEqualTo(1000);
  }

  @Test
  void aWrongValueIsNotWaitedFor() {
    CommandRun run =
        fixture
            .tool("t", ContractFixture.ROW)
            .event(0, "t", "{'id':1,'fields':{'status':'open'}}")
            .check(EVENTUAL);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.codes()).containsExactly("VALUE_MISMATCH");
    assertThat(time.nowMillis()).isZero();
  }

  @Test
  void aForbiddenRowMayStillGoAway() {
    time.atMillis = 500;
    time.change = () -> fixture.execute("DELETE FROM orders WHERE id = 1");

    CommandRun run = fixture.tool("t", ABSENT).event(0, "t", "{'id':1}").check(EVENTUAL);

    assertThat(run.exitCode()).isZero();
    assertThat(time.nowMillis()).isEqualTo(500);
  }

  @Test
  void aForbiddenRowThatStaysIsUncertain() {
    CommandRun run = fixture.tool("t", ABSENT).event(0, "t", "{'id':1}").check(EVENTUAL);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("FORBIDDEN_ROWS_STILL_PRESENT_WITHIN_WINDOW");
  }

  @Test
  void effectsAreWaitedForOnlyWhileAllAreMissing() {
    String effects = CheckRowsTest.effects("/a", "/b", "/f", "two");

    CommandRun allMissing =
        fixture.tool("t", effects).event(0, "t", "{'a':7,'b':8,'f':{}}").check(EVENTUAL);
    assertThat(allMissing.exitCode()).isEqualTo(2);
    assertThat(allMissing.codes()).containsExactly("MULTI_EFFECT_UNCERTAIN_WITHIN_WINDOW");
    assertThat(time.nowMillis()).isEqualTo(1000);

    CommandRun someMissing = fixture.event(1, "t", "{'a':1,'b':8,'f':{}}").check(EVENTUAL);
    assertThat(someMissing.exitCode()).isEqualTo(1);
    assertThat(someMissing.codes())
        .containsExactly("MULTI_EFFECT_UNCERTAIN_WITHIN_WINDOW", "MULTI_EFFECT_PARTIAL");
    assertThat(time.nowMillis()).isEqualTo(2000);
  }

  @Test
  void aRelatedRowIsWaitedForToo() {
    CommandRun run =
        fixture
            .tool("t", Relations.of(Relations.related("r", "c2")))
            .event(0, "t", "{}")
            .check(EVENTUAL);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.codes()).containsExactly("ROW_NOT_OBSERVED_WITHIN_WINDOW");
  }

  @Test
  void aDatabaseThatVanishesWhileWaitingEndsTheRun() {
    time.atMillis = 100;
    time.change = () -> assertThat(directory.resolve("db.sqlite").toFile().delete()).isTrue();

    fixture
        .tool("t", ContractFixture.ROW)
        .event(0, "t", "{'id':7,'fields':{}}")
        .check(EVENTUAL)
        .assertRefused("SQLITE_DATABASE_OPEN_FAILED");
  }

  private interface Change {
    void happen() throws SQLException;
  }

  /** Time that passes only in pauses; at one moment the world changes. */
  private static final class SimulatedTime implements Sleeper {
    private long now;
    private long atMillis = -1;
    private Change change = () -> {};

    @Override
    public long nowMillis() {
      return now;
    }

    @Override
    public void sleep(long millis) {
      now += millis;
      if (now == atMillis) {
        try {
          change.happen();
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }
}
