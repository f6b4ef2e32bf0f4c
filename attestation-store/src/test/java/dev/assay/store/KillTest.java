package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.log.TlogProof;
import dev.assay.store.index.DatabaseConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillTest {

  private static final int KILLS = 4;

  @TempDir Path directory;

  @Test
  void everyCheckpointThatAKilledProcessShowedIsKept() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> shown = new ArrayList<>();
    for (int kill = 0; kill < KILLS; kill++) {
      shown.addAll(runUntilKilled(random));
    }

    StoreConfig config =
        KilledWriter.config(directory, new DatabaseConfig.Sqlite(directory.resolve("index.db")));
    try (AttestationStore store = TestStores.open(config)) {
      assertThat(shown).as("seed %s", seed).hasSizeGreaterThan(KILLS);
      CrashPointTest.assertConsistent(store, shown);
      for (int i = 0; i < store.logSize(); i += 7) {
        String proof = store.proof(Samples.attestation(i).id()).orElseThrow();
        assertThat(TlogProof.parse(proof).index()).as("seed %s", seed).isEqualTo(i);
      }
    }
    assertThat(TestStores.check(config).problems()).as("seed %s", seed).isEmpty();
  }

  private List<String> runUntilKilled(Random random) throws IOException, InterruptedException {
    Process process =
        KilledChild.start(
            KilledWriter.class, directory.toString(), Long.toString(random.nextLong()), "sqlite");
    List<String> notes = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      int wanted = 2 + random.nextInt(8);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        note(line).ifPresent(notes::add);
        if (notes.size() == wanted) {
          assertThat(process.waitFor(random.nextInt(30), TimeUnit.MILLISECONDS)).isFalse();
          process.toHandle().destroyForcibly();
        }
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).isEqualTo(128 + 9);
    return notes;
  }

  /** The checkpoint in one promise; a line that the kill cut short promised nothing. */
  private static Optional<String> note(String line) {
    int space = line.indexOf(' ');
    try {
      byte[] bytes = Base64.getDecoder().decode(line.substring(space + 1));
      String note = new String(bytes, StandardCharsets.UTF_8);
      return space > 0 && note.endsWith("\n") ? Optional.of(note) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
