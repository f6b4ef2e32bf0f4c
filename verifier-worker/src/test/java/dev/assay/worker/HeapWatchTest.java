package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** In JVMs of their own, since it ends the one that it watches. */
class HeapWatchTest {

  private static final int EXHAUSTED = 42;
  private static final int KEPT_BYTES = 4_000;
  private static final int KEPT_BETWEEN_LOOKS = 100;
  private static final long GARBAGE_BYTES = 20L << 30;
  private static final long MINUTES_MAX = 2;

  private static volatile byte @Nullable [] last;

  @Test
  void aJvmThatOnlyCollectsAndFindsNothingIsEnded() throws Exception {
    assertThat(exitCodeOfOneThatKeeps(0.85)).isEqualTo(EXHAUSTED);
  }

  @Test
  void aJvmThatMakesGarbageAndHasRoomIsNot() throws Exception {
    assertThat(exitCodeOfOneThatKeeps(0.3)).isZero();
  }

  private static int exitCodeOfOneThatKeeps(double share) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseParallelGC",
                "-XX:-UseAdaptiveSizePolicy", // so that what is kept fits and fills it
                "-XX:-UseGCOverheadLimit", // ends it sooner or later, too
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                HeapWatchTest.class.getName(),
                Double.toString(share))
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Keeps a share of its heap, and makes garbage in the rest. */
  public static void main(String[] args) {
    HeapWatch.start(() -> Runtime.getRuntime().halt(EXHAUSTED));
    double share = Double.parseDouble(args[0]);
    Runtime jvm = Runtime.getRuntime();
    List<byte[]> kept = new ArrayList<>();
    System.gc();
    while (jvm.totalMemory() - jvm.freeMemory() < share * jvm.maxMemory()) {
      for (int i = 0; i < KEPT_BETWEEN_LOOKS; i++) {
        kept.add(new byte[KEPT_BYTES]);
      }
      System.gc();
    }
    for (long made = 0; made < GARBAGE_BYTES; made += KEPT_BYTES) {
      last = new byte[KEPT_BYTES];
    }
    System.out.println("kept " + kept.size() + ", last " + (last != null));
  }
}
