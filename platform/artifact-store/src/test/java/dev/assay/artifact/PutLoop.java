package dev.assay.artifact;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The child process of the kill test: puts new artifacts and derived documents until it is killed,
 * printing each.
 */
final class PutLoop {

  /** Precedes the digest of a derived document. */
  static final String DERIVED = "derived ";

  private static final int SIZE_MAX = 300_000;
  private static final int DERIVED_SIZE_MAX = 3_000;

  private PutLoop() {}

  /** Puts into the directory {@code args[0]} what the seed {@code args[1]} gives. */
  @SuppressWarnings("InfiniteLoopStatement")
  public static void main(String[] args) throws Exception {
    SplittableRandom random = new SplittableRandom(Long.parseLong(args[1]));
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(Path.of(args[0]))) {
      while (true) {
        byte[] bytes = bytes(random, SIZE_MAX);
        String sha256 =
            store.put(new ByteArrayInputStream(bytes), "text/plain", null, SIZE_MAX).sha256();
        System.out.println(sha256);
        System.out.println(
            DERIVED + store.putDerived(bytes(random, DERIVED_SIZE_MAX), "application/json"));
      }
    }
  }

  private static byte[] bytes(SplittableRandom random, int max) {
    byte[] bytes = new byte[random.nextInt(max)];
    random.nextBytes(bytes);
    return bytes;
  }
}
