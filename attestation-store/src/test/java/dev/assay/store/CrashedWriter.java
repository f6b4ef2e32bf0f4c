package dev.assay.store;

import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.key.Ed25519Key;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A process that opens a store and grows it, while somebody makes its calls of the file system
 * fail. Arguments: directory, and the sizes to which it grows. Each line it prints is a promise,
 * {@code <log size> <base64 checkpoint>}, or says what failed; what failed is tried again.
 */
final class CrashedWriter {

  private static final int TRIES_MAX = 100;

  private CrashedWriter() {}

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Path directory = Path.of(args[0]);
    List<Integer> sizes =
        IntStream.range(1, args.length).mapToObj(n -> args[n]).map(Integer::valueOf).toList();
    boolean done = false;
    for (int tries = 0; !done && tries < TRIES_MAX; tries++) {
      try (AttestationStore store = TestStores.open(config(directory))) {
        promise(out, store);
        Ed25519Key director = Ed25519Key.load(directory.resolve("keys/attestation.pem"));
        for (int size : sizes) {
          for (; store.logSize() < size && tries < TRIES_MAX; tries++) {
            grow(store, size, director, out);
          }
        }
        done = true;
      } catch (StoreUnavailableException e) {
        out.println("failed: " + e.getMessage());
      }
    }
    out.println("done");
  }

  private static void grow(AttestationStore store, int size, Ed25519Key director, PrintStream out) {
    try {
      int from = (int) store.logSize();
      store.append(
          IntStream.range(from, size).mapToObj(n -> Samples.attestation(n, director)).toList());
      promise(out, store);
    } catch (StoreUnavailableException e) {
      out.println("failed: " + e.getMessage());
    }
  }

  /** The store in {@code directory}. */
  static StoreConfig config(Path directory) {
    return KilledWriter.config(directory, new DatabaseConfig.Sqlite(directory.resolve("index.db")));
  }

  private static void promise(PrintStream out, AttestationStore store) {
    byte[] note = store.checkpoint().getBytes(StandardCharsets.UTF_8);
    out.println(store.logSize() + " " + Base64.getEncoder().encodeToString(note));
  }
}
