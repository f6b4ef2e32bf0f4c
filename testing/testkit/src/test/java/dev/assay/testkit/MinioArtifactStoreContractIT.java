package dev.assay.testkit;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.S3ArtifactStore;
import dev.assay.artifact.S3Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.MinIOContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

/** The contract against a real MinIO, where there is Docker; skipped visibly elsewhere. */
@Testcontainers(disabledWithoutDocker = true)
final class MinioArtifactStoreContractIT extends ArtifactStoreContract {

  @Container
  private static final MinIOContainer MINIO =
      new MinIOContainer("minio/minio:RELEASE.2025-09-07T16-13-09Z");

  @TempDir private static Path directory;

  private S3Config config;
  private ArtifactStore store;

  @BeforeEach
  void open() throws IOException {
    config =
        new S3Config(
            URI.create(MINIO.getS3URL()),
            "us-east-1",
            "contract",
            UUID.randomUUID() + "/",
            MINIO.getUserName(),
            MINIO.getPassword(),
            true,
            directory.resolve("spool"));
    store = S3ArtifactStore.open(config);
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
