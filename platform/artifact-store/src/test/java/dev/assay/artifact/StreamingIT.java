package dev.assay.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.testkit.s3.S3Server;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in a heap of 96 MiB, which no copy of the artifact fits into. */
final class StreamingIT {

  private static final long MIB = 1024 * 1024;

  @TempDir private Path directory;

  @Test
  void theDirectoryStoreHoldsNoArtifactInMemory() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(directory)) {
      streamBothWays(store, 300 * MIB);
    }
  }

  @Test
  void theS3StoreHoldsNoArtifactInMemory() throws IOException {
    try (S3Server server = S3Server.start(directory.resolve("buckets"));
        S3ArtifactStore store = S3ArtifactStore.open(Servers.config(server, directory))) {
      streamBothWays(store, 130 * MIB);
    }
  }

  private static void streamBothWays(ArtifactStore store, long size) throws IOException {
    assertThat(Runtime.getRuntime().maxMemory()).isLessThan(size);

    StoredArtifact stored = store.put(new RepeatedInputStream(size), "text/plain", null, size);
    long read;
    try (InputStream in = store.open(stored.sha256())) {
      read = in.transferTo(OutputStream.nullOutputStream());
    }

    assertThat(stored.size()).isEqualTo(size);
    assertThat(read).isEqualTo(size);
  }
}
