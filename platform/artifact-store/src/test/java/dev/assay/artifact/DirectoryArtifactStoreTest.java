package dev.assay.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import dev.assay.artifact.ArtifactException.TooLargeException;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryArtifactStoreTest {

  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir private Path root;

  private static StoredArtifact put(ArtifactStore store, String text, String mediaType)
      throws IOException {
    return store.put(new ByteArrayInputStream(bytes(text)), mediaType, null, 1000);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Path abc() {
    return root.resolve("sha256/ba/78").resolve(ABC);
  }

  @Test
  void anObjectIsAReadOnlyFileOfExactlyTheBytesNamedByItsDigest() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      put(store, "abc", "text/plain");
    }

    assertThat(abc()).hasContent("abc");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(abc())))
        .isEqualTo("r--r-----");
  }

  @Test
  void nothingTemporaryIsLeftByPutsThatEndWellOrBadly() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      put(store, "abc", "text/plain");
      put(store, "abc", "text/plain");
      assertThatExceptionOfType(TooLargeException.class)
          .isThrownBy(() -> put(store, "x".repeat(1001), "text/plain"));
      store.check();
    }

    try (Stream<Path> left = Files.list(root.resolve("tmp"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void anInterruptIsNotToldAsAFaultOfTheDisk() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      Thread.currentThread().interrupt();

      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> put(store, "abc", "text/plain"))
          .satisfies(
              e -> assertThat(e.getMessage()).contains("interrupted").doesNotContain("space"));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void anObjectSurvivesARestartWithItsMediaType() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      put(store, "abc", "text/plain");
    }

    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      assertThat(store.find(ABC)).contains(new StoredArtifact(ABC, 3, "text/plain", false));
    }
  }

  @Test
  void twoStoresOnOneDirectoryShareTheirObjects() throws IOException {
    try (DirectoryArtifactStore one = DirectoryArtifactStore.open(root);
        DirectoryArtifactStore other = DirectoryArtifactStore.open(root)) {
      assertThat(put(one, "abc", "text/plain").created()).isTrue();
      assertThat(put(other, "abc", "text/html"))
          .isEqualTo(new StoredArtifact(ABC, 3, "text/plain", false));
    }
  }

  private Path pack() {
    return root.resolve("derived/ba.pack");
  }

  private byte[] read(ArtifactStore store) throws IOException {
    try (InputStream in = store.open(ABC)) {
      return in.readAllBytes();
    }
  }

  @Test
  void aDerivedDocumentIsStoredAgainAfterDamageWhetherItWasJustWrittenOrLongAgo()
      throws IOException {
    for (int round = 0; round < 2; round++) {
      try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
        for (int damaged = 0; damaged < 2; damaged++) {
          assertThat(store.putDerived(bytes("abc"), "text/plain")).isEqualTo(ABC);
          assertThat(read(store)).isEqualTo(bytes("abc"));

          byte[] pack = Files.readAllBytes(pack());
          pack[pack.length - Long.BYTES - 1] = 'z';
          Files.write(pack(), pack);
          assertThatExceptionOfType(DigestMismatchException.class).isThrownBy(() -> read(store));
        }
      }
    }
  }

  @Test
  void aDerivedDocumentIsStoredAgainWhenItsPackIsGone() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      for (int round = 0; round < 2; round++) {
        assertThat(store.putDerived(bytes("abc"), "text/plain")).isEqualTo(ABC);
        assertThat(store.find(ABC)).contains(new StoredArtifact(ABC, 3, "text/plain", false));

        Files.delete(pack());
        assertThat(store.find(ABC)).isEmpty();
        Files.delete(pack().getParent());
      }
    }
  }

  @Test
  void aStoreThatIsGoneTakesNoDerivedDocument(@TempDir Path mount) throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(mount)) {
      Files.delete(mount.resolve("sha256"));

      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> store.putDerived(bytes("abc"), "text/plain"));
      assertThat(mount.resolve("derived")).doesNotExist();
    }
  }

  @Test
  void aDamagedFileOfADerivedDocumentIsReplaced() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      put(store, "abc", "text/plain");
      Files.delete(abc());
      Files.writeString(abc(), "xyz");

      store.putDerived(bytes("abc"), "text/plain");

      assertThat(read(store)).isEqualTo(bytes("abc"));
    }
  }

  @Test
  void aDerivedDocumentStoredAgainAndAgainTakesItsPlaceOnce() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      store.putDerived(bytes("abc"), "text/plain");
      long once = Files.size(pack());

      store.putDerived(bytes("abc"), "text/plain");

      assertThat(pack()).hasSize(once);
    }
  }

  @Test
  void aPartOfADerivedDocumentIsRead() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      store.putDerived(bytes("abc"), "text/plain");

      try (InputStream part = store.open(ABC, 1, 5)) {
        assertThat(part).hasContent("bc");
      }
    }
  }

  @Test
  void aDocumentTooLargeForAPackIsAFile() throws IOException {
    byte[] large = new byte[ArtifactLimits.PACKED_BYTES_MAX + 1];
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      String sha256 = store.putDerived(large, "application/json");

      assertThat(root.resolve(ObjectKey.of(sha256))).hasBinaryContent(large);
    }
  }

  @Test
  void theLargestDocumentOfAPackIsReadWhole() throws IOException {
    byte[] large = new byte[ArtifactLimits.PACKED_BYTES_MAX];
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      String sha256 = store.putDerived(large, "application/json");

      try (InputStream in = store.open(sha256)) {
        assertThat(in).hasBinaryContent(large);
      }
    }
  }

  @Test
  void aDerivedDocumentThatAnEarlierVersionKeptAsAFileIsRead() throws IOException {
    Files.createDirectories(abc().getParent());
    Files.writeString(abc(), "abc");
    Files.writeString(abc().resolveSibling(ABC + ".type"), "text/plain");

    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      store.putDerived(bytes("abc"), "text/html");

      assertThat(read(store)).isEqualTo(bytes("abc"));
      assertThat(store.find(ABC)).contains(new StoredArtifact(ABC, 3, "text/plain", false));
    }
  }

  @Test
  void aDerivedDocumentThatIsThereIsNotReplaced() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      put(store, "abc", "text/plain");
      Object file = Files.getAttribute(abc(), "unix:ino");

      store.putDerived(bytes("abc"), "text/html");
      store.putDerived(bytes("abc"), "text/html");

      assertThat(Files.getAttribute(abc(), "unix:ino")).isEqualTo(file);
      assertThat(store.find(ABC)).contains(new StoredArtifact(ABC, 3, "text/plain", false));
    }
    try (Stream<Path> left = Files.list(root.resolve("tmp"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void twoStoresOnOneDirectoryReadEachOthersDerivedDocuments() throws IOException {
    try (DirectoryArtifactStore one = DirectoryArtifactStore.open(root);
        DirectoryArtifactStore other = DirectoryArtifactStore.open(root)) {
      one.putDerived(bytes("abc"), "text/plain");
      other.putDerived(bytes("abc"), "text/plain");

      assertThat(read(one)).isEqualTo(bytes("abc"));
      assertThat(read(other)).isEqualTo(bytes("abc"));
    }
  }

  @Test
  void anObjectCopiedInWithoutItsTypeIsPlainBytes() throws IOException {
    Files.createDirectories(abc().getParent());
    Files.writeString(abc(), "abc");

    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root);
        InputStream in = store.open(ABC)) {
      assertThat(in).hasContent("abc");
      assertThat(store.find(ABC).orElseThrow().mediaType()).isEqualTo("application/octet-stream");
    }
  }

  @Test
  void aDamagedTypeFileIsNotBelieved() throws IOException {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      put(store, "abc", "text/plain");
      Path type = abc().resolveSibling(ABC + ".type");
      Files.delete(type);
      Files.writeString(type, "text/html\r\nSet-Cookie: x");

      assertThat(store.find(ABC).orElseThrow().mediaType()).isEqualTo("application/octet-stream");
    }
  }

  @Test
  void aLinkOutOfTheStoreIsNotFollowed() throws IOException {
    Path secret = Files.writeString(root.resolve("secret"), "abc");
    Files.createDirectories(abc().getParent());
    Files.createSymbolicLink(abc(), secret);

    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root)) {
      assertThat(store.find(ABC)).isEmpty();
      assertThatExceptionOfType(NoSuchArtifactException.class).isThrownBy(() -> store.open(ABC));
    }
  }

  @Test
  void aDirectoryThatCannotBeMadeIsUnavailable() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "in the way");

    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> DirectoryArtifactStore.open(file))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
        .withMessageContaining(file.toString());
  }

  @Test
  void aStoreWhoseDirectoryVanishedIsUnavailableAndDoesNotAnswerForIt() throws IOException {
    Path vanishing = root.resolve("vanishing");
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(vanishing)) {
      Files.delete(vanishing.resolve("tmp"));
      Files.delete(vanishing.resolve("sha256"));

      assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(store::check);
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> store.find(Digests.sha256Hex("abc")));
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> put(store, "abc", "text/plain"));
    }
  }
}
