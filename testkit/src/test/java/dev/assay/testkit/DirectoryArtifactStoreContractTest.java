package dev.assay.testkit;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryArtifactStoreContractTest extends ArtifactStoreContract {

  private final Path root;
  private final ArtifactStore store;

  DirectoryArtifactStoreContractTest(@TempDir Path root) throws IOException {
    this.root = root;
    this.store = DirectoryArtifactStore.open(root);
  }

  @Override
  protected ArtifactStore store() {
    return store;
  }

  @Override
  protected void damage(String sha256, byte[] bytes) throws IOException {
    Path object =
        root.resolve("sha256").resolve(sha256.substring(0, 2)).resolve(sha256.substring(2, 4));
    Files.delete(object.resolve(sha256));
    Files.write(object.resolve(sha256), bytes);
  }
}
