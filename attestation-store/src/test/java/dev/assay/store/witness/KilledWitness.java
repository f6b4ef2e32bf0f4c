package dev.assay.store.witness;

import dev.assay.store.key.Ed25519Key;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * A witness that cosigns one checkpoint after the other until somebody kills it. Arguments: its
 * directory, and the size up to which an earlier one has told. It prints each size that it
 * cosigned.
 */
final class KilledWitness {

  static final String ORIGIN = "log.example/a";
  static final int SIZE_MAX = 4_096;

  private KilledWitness() {}

  /** The log, whose key all processes share. */
  static GrowingLog log(Path directory) {
    Ed25519Key signer = Ed25519Key.loadOrCreate(directory.resolve("log.pem"), WitnessServer.NOW);
    return GrowingLog.of(signer, ORIGIN, SIZE_MAX);
  }

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    GrowingLog log = log(directory);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (LogWitness witness =
        LogWitness.open(
            directory.resolve("witness"),
            "witness.example/w1",
            List.of(log.key),
            InstantSource.system())) {
      for (long size = witness.size(ORIGIN); size < SIZE_MAX; size++) {
        if (witness.ask(log.request(size, size + 1)).line() == null) {
          throw new IllegalStateException("expected a cosignature at " + size);
        }
        out.println(size + 1);
      }
    }
  }
}
