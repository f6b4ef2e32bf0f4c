package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.artifact.DigestMismatchException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link ArtifactStore} does. An adapter extends this, gives an open store that is empty
 * at the start of each test, and a way to damage an object behind the store's back.
 */
public abstract class ArtifactStoreContract extends ArtifactPutContract {

  /** More than one part of an S3 upload, and not a multiple of it. */
  private static final long LARGE_BYTES = 33L * 1024 * 1024 + 17;

  /** Gives an object other bytes, as a fault or an intruder would. */
  protected abstract void damage(String sha256, byte[] bytes) throws Exception;

  @Test
  void bytesAreNamedByTheirSha256AndComeBack() throws IOException {
    StoredArtifact stored = put(bytes("abc"));

    assertThat(stored.sha256())
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(stored.size()).isEqualTo(3);
    assertThat(stored.created()).isTrue();
    assertThat(read(stored.sha256())).isEqualTo(bytes("abc"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 32 * 1024, 64 * 1024, 64 * 1024 + 1, 200_000})
  void anArtifactOfAnySizeComesBack(int size) throws IOException {
    byte[] bytes = generated(size, size);

    StoredArtifact stored = put(bytes);

    assertThat(stored.size()).isEqualTo(size);
    assertThat(read(stored.sha256())).isEqualTo(bytes);
    assertThat(store().find(stored.sha256()))
        .contains(new StoredArtifact(stored.sha256(), size, TEXT, false));
  }

  @Test
  void aLargeArtifactIsStreamedBothWaysAndIsMadeOnce() throws IOException {
    DigestInputStream hashed =
        new DigestInputStream(new GeneratedInputStream(7, LARGE_BYTES), Digests.sha256());
    StoredArtifact stored = store().put(hashed, TEXT, null, BOUND);
    StoredArtifact again =
        store().put(new GeneratedInputStream(7, LARGE_BYTES), TEXT, stored.sha256(), BOUND);

    assertThat(stored.sha256()).isEqualTo(Digests.hex(hashed.getMessageDigest().digest()));
    assertThat(stored.created()).isTrue();
    assertThat(again).isEqualTo(new StoredArtifact(stored.sha256(), LARGE_BYTES, TEXT, false));
    try (InputStream in = store().open(stored.sha256())) {
      assertThat(in).hasSameContentAs(new GeneratedInputStream(7, LARGE_BYTES));
    }
  }

  @Test
  void anUploadIsStoredLikeAPutAndCanBeRenewed() throws IOException {
    assertThat(store().renew(Digests.sha256Hex("upload"))).isEmpty();

    StoredArtifact stored =
        store().upload(new ByteArrayInputStream(bytes("upload")), "text/plain", null, 6);

    assertThat(stored)
        .isEqualTo(new StoredArtifact(Digests.sha256Hex("upload"), 6, "text/plain", true));
    assertThat(store().renew(stored.sha256()))
        .contains(new StoredArtifact(stored.sha256(), 6, "text/plain", false));
    assertThat(store().put(new ByteArrayInputStream(bytes("upload")), "text/html", null, 6))
        .isEqualTo(new StoredArtifact(stored.sha256(), 6, "text/plain", false));
  }

  @Test
  void aDerivedDocumentIsReadableAtOnceAndMayBePutAsAnArtifact() throws IOException {
    String derived = store().putDerived(bytes("{}"), "application/json");

    assertThat(derived).isEqualTo(Digests.sha256Hex(bytes("{}")));
    assertThat(read(derived)).isEqualTo(bytes("{}"));
    assertThat(put(bytes("{}")).sha256()).isEqualTo(derived);
    assertThat(read(derived)).isEqualTo(bytes("{}"));
  }

  @Test
  void aDamagedDerivedDocumentIsDetectedAndStoredAgainByTheNextPut() throws Exception {
    byte[] document = bytes("{\"derived\":1}");
    String derived = store().putDerived(document, "application/json");
    damage(derived, bytes("{\"derived\":2}"));

    assertThatExceptionOfType(DigestMismatchException.class).isThrownBy(() -> read(derived));
    store().putDerived(document, "application/json");

    assertThat(read(derived)).isEqualTo(document);
  }

  @Test
  void anArtifactThatIsNotThereIsMissing() throws IOException {
    String absent = Digests.sha256Hex("absent");

    assertThat(store().find(absent)).isEmpty();
    assertThatExceptionOfType(NoSuchArtifactException.class)
        .isThrownBy(() -> read(absent))
        .satisfies(e -> assertThat(e.sha256()).isEqualTo(absent));
    assertThatExceptionOfType(NoSuchArtifactException.class).isThrownBy(() -> read(absent, 0, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "abc",
        "../../../../etc/passwd",
        "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a/",
      })
  void whatIsNoDigestIsRejected(String text) {
    assertThatExceptionOfType(RejectedException.class).isThrownBy(() -> store().find(text));
    assertThatExceptionOfType(RejectedException.class).isThrownBy(() -> read(text));
    assertThatExceptionOfType(RejectedException.class).isThrownBy(() -> read(text, 0, 1));
    assertThatExceptionOfType(RejectedException.class)
        .isThrownBy(() -> put(bytes("x"), TEXT, text))
        .satisfies(e -> assertThat(e.rejection().code()).isEqualTo(ErrorCode.INVALID_DIGEST));
  }

  @Test
  void aTamperedArtifactIsNeverReadToItsEnd() throws Exception {
    byte[] original = generated(11, 150_000);
    StoredArtifact stored = put(original);
    byte[] tampered = original.clone();
    tampered[100_000] ^= 1;
    damage(stored.sha256(), tampered);

    ByteArrayOutputStream got = new ByteArrayOutputStream();

    assertThatExceptionOfType(DigestMismatchException.class)
        .isThrownBy(() -> {
          try (InputStream in = store().open(stored.sha256())) {
            in.transferTo(got);
          }
        })
        .satisfies(e -> {
          assertThat(e.code()).isEqualTo(ErrorCode.ARTIFACT_TAMPERED);
          assertThat(e.expected()).isEqualTo(stored.sha256());
          assertThat(e.found()).isEqualTo(Digests.sha256Hex(tampered));
        });
    assertThat(got.size()).isLessThan(original.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tru", "truncated and more"})
  void aTruncatedOrLongerArtifactIsDetected(String found) throws Exception {
    StoredArtifact stored = put(bytes("truncated"));
    damage(stored.sha256(), bytes(found));

    assertThatExceptionOfType(DigestMismatchException.class)
        .isThrownBy(() -> read(stored.sha256()));
  }

  @Test
  void aReaderThatGoesOnAfterAMismatchIsToldAgain() throws Exception {
    StoredArtifact stored = put(new byte[0]);
    damage(stored.sha256(), bytes("x"));

    try (InputStream in = store().open(stored.sha256())) {
      assertThatExceptionOfType(DigestMismatchException.class).isThrownBy(in::read);
      assertThatExceptionOfType(DigestMismatchException.class).isThrownBy(in::read);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "damage", "damaged, and longer than before"})
  void aDamagedArtifactIsReplacedByTheNextPut(String found) throws Exception {
    StoredArtifact stored = put(bytes("intact"));
    damage(stored.sha256(), bytes(found));

    StoredArtifact again = put(bytes("intact"));

    assertThat(again.created()).isFalse();
    assertThat(again.size()).isEqualTo(6);
    assertThat(read(stored.sha256())).isEqualTo(bytes("intact"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 10, 0123456789",
    "3, 4, 3456",
    "8, 100, 89",
    "9, 1, 9",
    "10, 5, ''",
    "0, 0, ''",
    "2, 0, ''"
  })
  void aRangeGivesThatPart(long offset, long length, String part) throws IOException {
    StoredArtifact stored = put(bytes("0123456789"));

    assertThat(read(stored.sha256(), offset, length)).isEqualTo(bytes(part));
  }

  @ParameterizedTest
  @CsvSource({"11, 1", "-1, 1", "0, -1", "9223372036854775807, 9223372036854775807"})
  void aRangeOutsideTheArtifactIsRejected(long offset, long length) throws IOException {
    StoredArtifact stored = put(bytes("0123456789"));

    assertThatExceptionOfType(RejectedException.class)
        .isThrownBy(() -> read(stored.sha256(), offset, length))
        .satisfies(e -> assertThat(e.rejection().code()).isEqualTo(ErrorCode.INVALID_RANGE));
  }

  @Test
  void aReaderMayStopAnywhere() throws IOException {
    StoredArtifact stored = put(generated(13, 500_000));

    for (int i = 0; i < 100; i++) {
      try (InputStream in = store().open(stored.sha256())) {
        assertThat(in.readNBytes(10)).isEqualTo(generated(13, 10));
      }
    }
  }

  @Test
  void aHealthyStorePassesItsCheck() throws IOException {
    store().check();

    assertThat(store().find(Digests.sha256Hex("nothing"))).isEmpty();
  }
}
