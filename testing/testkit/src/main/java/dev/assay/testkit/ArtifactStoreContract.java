package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DigestMismatchException;
import dev.assay.artifact.NoSuchArtifactException;
import dev.assay.artifact.StoredArtifact;
import dev.assay.artifact.TooLargeException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link ArtifactStore} does. An adapter extends this, gives an open store that is empty
 * at the start of each test, and a way to damage an object behind the store's back.
 */
public abstract class ArtifactStoreContract {

  private static final String TEXT = "text/plain";
  private static final long BOUND = 1L << 30;

  /** More than one part of an S3 upload, and not a multiple of it. */
  private static final long LARGE_BYTES = 33L * 1024 * 1024 + 17;

  /** The store under test. */
  protected abstract ArtifactStore store();

  /** Gives an object other bytes, as a fault or an intruder would. */
  protected abstract void damage(String sha256, byte[] bytes) throws Exception;

  private StoredArtifact put(byte[] bytes) throws IOException {
    return put(bytes, TEXT, null);
  }

  private StoredArtifact put(byte[] bytes, String mediaType, @Nullable String expected)
      throws IOException {
    return store().put(new ByteArrayInputStream(bytes), mediaType, expected, BOUND);
  }

  private byte[] read(String sha256) throws IOException {
    try (InputStream in = store().open(sha256)) {
      return in.readAllBytes();
    }
  }

  private byte[] read(String sha256, long offset, long length) throws IOException {
    try (InputStream in = store().open(sha256, offset, length)) {
      return in.readAllBytes();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] generated(long seed, int size) throws IOException {
    return new GeneratedInputStream(seed, size).readAllBytes();
  }

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
  void aDerivedDocumentIsReadableAtOnceAndIsTheSameObjectAsAnArtifact() throws IOException {
    String derived = store().putDerived(bytes("{}"), "application/json");

    assertThat(derived).isEqualTo(Digests.sha256Hex(bytes("{}")));
    assertThat(read(derived)).isEqualTo(bytes("{}"));
    assertThat(put(bytes("{}")))
        .isEqualTo(new StoredArtifact(derived, 2, "application/json", false));
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
  void theSameBytesAgainKeepTheFirstMediaTypeAndCreateNothing() throws IOException {
    StoredArtifact first = put(bytes("<a/>"), "application/xml", null);

    StoredArtifact second = put(bytes("<a/>"), "text/html", null);

    assertThat(second).isEqualTo(new StoredArtifact(first.sha256(), 4, "application/xml", false));
    assertThat(store().find(first.sha256())).contains(second);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/octet-stream",
        "application/vnd.assay.report+json",
        "text/plain; charset=utf-8",
        "multipart/mixed;boundary=\"a b; c\""
      })
  void theMediaTypeIsKeptWithItsParameters(String mediaType) throws IOException {
    StoredArtifact stored = put(bytes(mediaType), mediaType, null);

    assertThat(store().find(stored.sha256()).orElseThrow().mediaType()).isEqualTo(mediaType);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "text", "text/", "/plain", "text/plain\nx: y", "text/plain; a", "text/plän"})
  void aMalformedMediaTypeIsRejected(String mediaType) {
    assertThatExceptionOfType(RejectedException.class)
        .isThrownBy(() -> put(bytes("x"), mediaType, null))
        .satisfies(e -> assertThat(e.rejection().code()).isEqualTo(ErrorCode.INVALID_FIELD));
  }

  @Test
  void concurrentPutsOfTheSameBytesCreateOneObject() throws Exception {
    byte[] bytes = generated(3, 100_000);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<StoredArtifact>> puts = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 16; i++) {
        puts.add(
            threads.submit(() -> {
              start.await();
              return put(bytes);
            }));
      }
      start.countDown();
    }

    List<StoredArtifact> stored = new ArrayList<>();
    for (Future<StoredArtifact> put : puts) {
      stored.add(put.get());
    }
    assertThat(stored).filteredOn(StoredArtifact::created).hasSize(1);
    assertThat(stored).extracting(StoredArtifact::sha256).containsOnly(Digests.sha256Hex(bytes));
    assertThat(read(Digests.sha256Hex(bytes))).isEqualTo(bytes);
  }

  @Test
  void aRightClaimIsAccepted() throws IOException {
    String sha256 = Digests.sha256Hex("claimed");

    assertThat(put(bytes("claimed"), TEXT, sha256).sha256()).isEqualTo(sha256);
  }

  @Test
  void aWrongClaimIsRefusedAndNothingIsStored() throws IOException {
    String claimed = Digests.sha256Hex("other");
    String found = Digests.sha256Hex("real");

    assertThatExceptionOfType(DigestMismatchException.class)
        .isThrownBy(() -> put(bytes("real"), TEXT, claimed))
        .satisfies(e -> {
          assertThat(e.code()).isEqualTo(ErrorCode.DIGEST_MISMATCH);
          assertThat(e.expected()).isEqualTo(claimed);
          assertThat(e.found()).isEqualTo(found);
        });
    assertThat(store().find(claimed)).isEmpty();
    assertThat(store().find(found)).isEmpty();
  }

  @Test
  void bytesUpToTheBoundAreStoredAndOneMoreIsRefused() throws IOException {
    byte[] bytes = generated(5, 100_001);

    assertThatExceptionOfType(TooLargeException.class)
        .isThrownBy(() -> store().put(new ByteArrayInputStream(bytes), TEXT, null, 100_000))
        .satisfies(e -> assertThat(e.bytesMax()).isEqualTo(100_000));
    assertThat(store().find(Digests.sha256Hex(bytes))).isEmpty();
    assertThat(store().put(new ByteArrayInputStream(bytes), TEXT, null, 100_001).created())
        .isTrue();
  }

  @Test
  void anEndlessUploadIsRefusedAtTheBound() {
    InputStream endless = new GeneratedInputStream(1, Long.MAX_VALUE);

    assertThatExceptionOfType(TooLargeException.class)
        .isThrownBy(() -> store().put(endless, TEXT, null, 1_000_000));
  }

  @Test
  void anUploadThatBreaksStoresNothingAndItsOwnExceptionPasses() throws IOException {
    EOFException broken = new EOFException("the client went away");
    InputStream breaks =
        new FilterInputStream(InputStream.nullInputStream()) {
          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            throw broken;
          }
        };
    InputStream source = new SequenceInputStream(new ByteArrayInputStream(bytes("half")), breaks);

    assertThatThrownBy(() -> store().put(source, TEXT, null, BOUND)).isSameAs(broken);
    assertThat(store().find(Digests.sha256Hex("half"))).isEmpty();
  }

  @Test
  void theUploadedStreamIsLeftOpen() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();
    InputStream source =
        new ByteArrayInputStream(bytes("open")) {
          @Override
          public void close() {
            closed.set(true);
          }
        };

    store().put(source, TEXT, null, BOUND);

    assertThat(closed).isFalse();
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
