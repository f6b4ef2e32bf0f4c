package dev.assay.testkit;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.S3ArtifactStore;
import dev.assay.artifact.S3Config;
import dev.assay.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class S3ArtifactStoreContractIT extends ArtifactStoreContract {

  @TempDir private static Path directory;
  private static S3Server server;

  private S3Config config;
  private ArtifactStore store;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.start(directory.resolve("buckets"));
  }

  @BeforeEach
  void open() throws IOException {
    config =
        new S3Config(
            server.endpoint(),
            server.region(),
            "contract",
            UUID.randomUUID() + "/",
            server.accessKey(),
            server.secretKey(),
            true,
            directory.resolve("spool"));
    store = S3ArtifactStore.open(config);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  protected ArtifactStore store() {
    return store;
  }

  @Override
  protected void damage(String sha256, byte[] bytes) throws Exception {
    S3Objects.overwrite(config, sha256, bytes);
  }
}
