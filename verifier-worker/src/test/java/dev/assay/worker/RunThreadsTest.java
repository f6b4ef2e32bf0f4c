package dev.assay.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunThreadsTest {

  private static final long BUDGET_MILLIS = 60_000;

  /** Long enough for a run to begin, on a busy machine too. */
  private static final long LATE_MILLIS = 1_000;

  private static final VerificationRequest REQUEST =
      new VerificationRequest(
          subject("request"),
          "work",
          subject("event"),
          subject("plan"),
          1,
          "testreport",
          "{}",
          List.of(),
          null,
          null,
          Risk.LOW,
          null,
          BUDGET_MILLIS,
          null);

  @TempDir private Path directory;

  private final FairGate gate = new FairGate(1, 4);
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch held = new CountDownLatch(1);
  private RunLedger ledger;
  private RunThreads threads;

  @BeforeEach
  void open() {
    ledger = RunLedger.open(directory, "supervisor", InstantSource.system());
    threads = new RunThreads(gate, ledger, () -> {});
  }

  @AfterEach
  void close() {
    held.countDown();
    callers.shutdownNow();
    threads.close();
    ledger.close();
  }

  @Test
  void theThreadOfARunThatEndedGoesOnWithTheNext() throws Exception {
    CompletableFuture<Thread> first = new CompletableFuture<>();
    CompletableFuture<Thread> second = new CompletableFuture<>();
    Future<?> one =
        callers.submit(() -> threads.fast("a", subject("1"), BUDGET_MILLIS, holding(first)));
    Thread thread = first.get();
    CompletableFuture<Run.Finished> two = new CompletableFuture<>();
    Thread waiting =
        Thread.ofVirtual()
            .start(() -> {
              try {
                two.complete(
                    threads.fast(
                        "a",
                        subject("2"),
                        BUDGET_MILLIS,
                        () -> {
                          second.complete(Thread.currentThread());
                          return nothing();
                        }));
              } catch (IOException | InterruptedException e) {
                two.completeExceptionally(e);
              }
            });
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }

    held.countDown();

    assertThat(one.get()).isNotNull();
    assertThat(two.get()).isNotNull();
    assertThat(second.get()).isEqualTo(thread);
  }

  @ParameterizedTest
  @CsvSource({"PASS, false", "FAIL, true"})
  void whatALongRunFindsWhenItsTimeIsOverCountsUnlessItIsAPass(Result result, boolean counts)
      throws Exception {
    RunTask.Work late =
        () -> {
          try {
            held.await();
          } catch (InterruptedException _) {
            return finished(result); // of what it saw so far
          }
          return nothing();
        };

    Run.Finished found =
        threads.slow(requireNonNull(gate.lane("a")), subject("1"), LATE_MILLIS, late);

    assertThat(found != null).isEqualTo(counts);
  }

  @Test
  void whoHasNoTurnInTimeIsToldSoAndOthersHaveTheirs() throws Exception {
    CompletableFuture<Thread> begun = new CompletableFuture<>();
    var _ = callers.submit(() -> threads.fast("a", subject("1"), BUDGET_MILLIS, holding(begun)));
    assertThat(begun.get().isVirtual()).isFalse();

    assertThat(threads.fast("a", subject("2"), BUDGET_MILLIS, RunThreadsTest::nothing)).isNull();
    assertThat(threads.fast("b", subject("3"), BUDGET_MILLIS, RunThreadsTest::nothing)).isNotNull();
  }

  @Test
  void aRunOverItsBudgetIsInterruptedAndLeavesItsPlace() throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();

    assertThatThrownBy(() ->
            threads.fast(
                "a",
                subject("1"),
                1,
                () -> {
                  try {
                    held.await();
                    interrupted.complete(false);
                  } catch (InterruptedException e) {
                    interrupted.complete(true);
                    throw e;
                  }
                  return nothing();
                }))
        .isInstanceOf(InterruptedException.class);

    assertThat(interrupted.get()).isTrue();
    assertThat(threads.fast("a", subject("2"), BUDGET_MILLIS, RunThreadsTest::nothing)).isNotNull();
  }

  @Test
  void whatARunThrowsIsThrownToItsCaller() {
    assertThatThrownBy(() ->
            threads.fast(
                "a",
                subject("1"),
                BUDGET_MILLIS,
                () -> {
                  throw new IllegalStateException("broken");
                }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broken");
  }

  /** A caller that is interrupted leaves the line: its run never begins. */
  @Test
  void aCallerThatIsInterruptedWaitsForNoTurn() throws Exception {
    FairGate.Pass[] pass = new FairGate.Pass[1];
    var _ = gate.fast("a", given -> pass[0] = given);
    CompletableFuture<Thread> begun = new CompletableFuture<>();
    CompletableFuture<Thread> caller = new CompletableFuture<>();
    Future<?> waiting =
        callers.submit(() -> {
          caller.complete(Thread.currentThread());
          return threads.fast(
              "a",
              subject("1"),
              BUDGET_MILLIS,
              () -> {
                begun.complete(Thread.currentThread());
                return nothing();
              });
        });

    caller.get().interrupt();

    assertThatThrownBy(waiting::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    pass[0].giveBack();
    assertThat(threads.fast("a", subject("2"), BUDGET_MILLIS, RunThreadsTest::nothing)).isNotNull();
    assertThat(begun).isNotDone();
  }

  /** Tells its thread, and runs until all are let go. */
  private RunTask.Work holding(CompletableFuture<Thread> begun) {
    return () -> {
      begun.complete(Thread.currentThread());
      held.await();
      return nothing();
    };
  }

  private static Run.Finished finished(Result result) {
    return Run.finished(
        "1",
        REQUEST,
        Finding.of(
            result,
            result == Result.FAIL ? List.of(FailureSignature.named("v", "F")) : List.of(),
            "late",
            List.of("look again"),
            1,
            List.of(),
            List.of()));
  }

  private static String subject(String name) {
    return Digests.sha256Hex(name);
  }

  private static Run.Finished nothing() {
    return Run.finished(
        VerificationReport.NO_VERIFIER_VERSION,
        REQUEST,
        Run.inconclusive(ErrorCode.VERIFIER_TIMEOUT, "nothing", Hyperthesis.Why.COST, Risk.LOW));
  }
}
