package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.artifact.ArtifactException.TooLargeException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.artifact.DigestMismatchException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link ArtifactStore} does with what is put into it. */
abstract class ArtifactPutContract {

  static final String TEXT = "text/plain";
  static final long BOUND = 1L << 30;

  /** The store under test. */
  protected abstract ArtifactStore store();

  StoredArtifact put(byte[] bytes) throws IOException {
    return put(bytes, TEXT, null);
  }

  StoredArtifact put(byte[] bytes, String mediaType, @Nullable String expected) throws IOException {
    return store().put(new ByteArrayInputStream(bytes), mediaType, expected, BOUND);
  }

  byte[] read(String sha256) throws IOException {
    try (InputStream in = store().open(sha256)) {
      return in.readAllBytes();
    }
  }

  byte[] read(String sha256, long offset, long length) throws IOException {
    try (InputStream in = store().open(sha256, offset, length)) {
      return in.readAllBytes();
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] generated(long seed, int size) throws IOException {
    return new GeneratedInputStream(seed, size).readAllBytes();
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
}
