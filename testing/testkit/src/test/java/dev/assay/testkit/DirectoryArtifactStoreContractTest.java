package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryArtifactStoreContractTest extends ArtifactStoreContract {

  /** The lengths of media type and document, before the digest of a record. */
  private static final int LENGTHS_BYTES = Short.BYTES + Integer.BYTES;

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
    if (Files.deleteIfExists(object.resolve(sha256))) {
      Files.write(object.resolve(sha256), bytes);
    } else {
      damagePacked(sha256, bytes);
    }
  }

  /** Puts {@code bytes} in the place of as many in every record of a packed document. */
  private void damagePacked(String sha256, byte[] bytes) throws IOException {
    Path file = root.resolve("derived").resolve(sha256.substring(0, 2) + ".pack");
    ByteBuffer pack = ByteBuffer.wrap(Files.readAllBytes(file));
    ByteBuffer digest = ByteBuffer.wrap(HexFormat.of().parseHex(sha256));
    int found = 0;
    for (int at = LENGTHS_BYTES; at + digest.limit() <= pack.limit(); at++) {
      if (pack.slice(at, digest.limit()).equals(digest)) {
        assertThat(pack.getInt(at - Integer.BYTES)).isEqualTo(bytes.length);
        int typeBytes = pack.getShort(at - LENGTHS_BYTES);
        pack.put(at + digest.limit() + typeBytes, bytes);
        found++;
      }
    }
    assertThat(found).isPositive();
    Files.write(file, pack.array());
  }
}
