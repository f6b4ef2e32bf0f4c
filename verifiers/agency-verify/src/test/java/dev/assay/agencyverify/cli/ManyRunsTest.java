package dev.assay.agencyverify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agencyverify.agency.DataDirectory;
import dev.assay.agencyverify.agency.RunCatalog;
import dev.assay.agencyverify.agency.RunLocation;
import dev.assay.agencyverify.agency.VerifyRun;
import dev.assay.process.Cancellation;
import dev.assay.process.IsolationRequest;
import dev.assay.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ManyRunsTest {

  private static final int RUNS = 200;
  private static final int RUNNING_MAX = 6;

  @TempDir Path root;

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  @Test
  void twoHundredRunsAtOnceKeepTheirBoundsAndLeakNothing() throws Exception {
    List<RunLocation> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      AgencyFixture agency = new AgencyFixture(root.resolve("r" + i));
      agency.agencyJson(i % 3 == 0 ? "exit 3" : "echo fine; sleep 0.01");
      runs.add(new RunCatalog(new DataDirectory(agency.data)).runs().getFirst());
    }
    VerifyRun verifier =
        new VerifyRun(new ProcessRunner(RUNNING_MAX), InstantSource.system(), System.getenv());
    VerifyRun.Options options = new VerifyRun.Options(Optional.empty(), IsolationRequest.NONE);
    var _ = verifier.verify(runs.getFirst(), options, new Cancellation());
    long before = descriptors();
    AtomicLong mostChildren = new AtomicLong();
    AtomicBoolean over = new AtomicBoolean();
    Thread sampler =
        Thread.ofPlatform()
            .start(() -> {
              while (!over.get()) {
                long children = ProcessHandle.current().children().count();
                mostChildren.accumulateAndGet(children, Math::max);
              }
            });

    List<Future<VerifyRun.Report>> reports = new ArrayList<>();
    try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      for (RunLocation run : runs) {
        reports.add(virtual.submit(() -> verifier.verify(run, options, new Cancellation())));
      }
    }
    over.set(true);
    sampler.join();

    for (int i = 0; i < RUNS; i++) {
      assertThat(reports.get(i).resultNow().record().exitCode()).isEqualTo(i % 3 == 0 ? 3 : 0);
    }
    assertThat(mostChildren.get()).isBetween(1L, (long) RUNNING_MAX);
    assertThat(descriptors()).isLessThanOrEqualTo(before + 2);
  }
}
