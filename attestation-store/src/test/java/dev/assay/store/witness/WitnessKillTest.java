package dev.assay.store.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.log.WitnessAnswer;
import dev.assay.store.KilledChild;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessKillTest {

  private static final int KILLS = 3;

  @TempDir Path directory;

  @Test
  void aKilledWitnessRemembersWhatItHasCosigned() throws Exception {
    GrowingLog log = KilledWitness.log(directory);
    for (int kill = 1; kill <= KILLS; kill++) {
      long told = runUntilKilled(7 * kill);
      try (LogWitness witness =
          LogWitness.open(
              directory.resolve("witness"), null, List.of(log.key), InstantSource.system())) {
        long size = witness.size(KilledWitness.ORIGIN);
        assertThat(size).isGreaterThanOrEqualTo(told);
        GrowingLog fork = log.forked((int) size - 1, (int) size);
        assertThat(witness.ask(fork.request(size, size)).answer())
            .isInstanceOf(WitnessAnswer.Split.class);
        assertThat(witness.ask(fork.request(size - 1, size)).line()).isNull();
      }
    }
  }

  /** The last size that it told; killed when it has told {@code wanted}. */
  private long runUntilKilled(int wanted) throws IOException, InterruptedException {
    Process process = KilledChild.start(KilledWitness.class, directory.toString());
    long told = 0;
    int lines = 0;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        told = line.matches("[0-9]+") ? Math.max(told, Long.parseLong(line)) : told;
        lines++;
        if (lines == wanted) {
          process.toHandle().destroyForcibly();
        }
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).isEqualTo(128 + 9);
    return told;
  }
}
