package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.TamperedArtifactException;
import dev.assay.worker.Run.OtherSizeException;
import dev.assay.worker.ScratchQuota.QuotaExceededException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunScopeTest {

  private static final byte[] BYTES = new byte[300_000];

  private final AtomicLong readNanos = new AtomicLong();
  @TempDir private Path directory;
  private ArtifactStore store;
  private RunScope scope;
  private ArtifactRef artifact;

  @BeforeEach
  void open() throws IOException {
    store = DirectoryArtifactStore.open(directory.resolve("store"));
    String sha256 =
        store.put(new ByteArrayInputStream(BYTES), "text/plain", null, BYTES.length).sha256();
    artifact = new ArtifactRef(ArtifactRole.TEST_REPORT, sha256, BYTES.length, "text/plain", null);
    scope = scopeOf(artifact);
  }

  private RunScope scopeOf(ArtifactRef stated) {
    return new RunScope(
        store,
        List.of(stated),
        directory.resolve("scratch"),
        ScratchQuota.DEFAULT,
        60_000,
        readNanos);
  }

  @AfterEach
  void close() {
    scope.close();
    store.close();
  }

  @Test
  void whatTheStoreTakesToGiveAnArtifactIsCountedHoweverItIsRead() throws Exception {
    try (InputStream in = scope.open(artifact)) {
      long opened = readNanos.get();
      assertThat(in.read()).isEqualTo(BYTES[0]);
      long first = readNanos.get();
      assertThat(in.readAllBytes()).hasSize(BYTES.length - 1);

      assertThat(opened).isPositive();
      assertThat(first).isGreaterThan(opened);
      assertThat(readNanos).hasValueGreaterThan(first);
    }
  }

  @Test
  void anArtifactThatWasNotReadToItsEndIsStillFoundToBeTamperedWith() throws Exception {
    String hex = artifact.sha256();
    Path object =
        directory.resolve(
            "store/sha256/" + hex.substring(0, 2) + "/" + hex.substring(2, 4) + "/" + hex);
    byte[] other = BYTES.clone();
    other[other.length - 1] = 1;
    Files.delete(object);
    Files.write(object, other);
    readAFew();

    assertThatThrownBy(scope::requireWhole).isInstanceOf(TamperedArtifactException.class);
  }

  @Test
  void anArtifactThatWasNotReadToItsEndAndIsAsNamedIsWhole() throws Exception {
    readAFew();

    assertThatCode(scope::requireWhole).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 299_999, 300_001})
  void anArtifactOfAnotherSizeThanTheExecutionSaysIsNoEvidence(long stated) throws Exception {
    artifact = new ArtifactRef(artifact.role(), artifact.sha256(), stated, "text/plain", null);
    scope = scopeOf(artifact);
    readAFew();

    assertThatThrownBy(scope::requireWhole).isInstanceOf(OtherSizeException.class);
  }

  @Test
  void anArtifactThatIsReadOverAndOverEndsTheRun() {
    assertThatThrownBy(
            () -> {
              while (true) {
                try (InputStream in = scope.open(artifact)) {
                  in.transferTo(OutputStream.nullOutputStream());
                }
              }
            })
        .isInstanceOfSatisfying(
            QuotaExceededException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_QUOTA_EXCEEDED));
  }

  @Test
  void anInterruptedRunReadsNothingMore() {
    Thread.currentThread().interrupt();
    try (InputStream in = scope.open(artifact)) {
      assertThatThrownBy(in::read).isInstanceOf(IOException.class);
    } catch (IOException e) {
      assertThat(e).isInstanceOf(ClosedByInterruptException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private void readAFew() throws IOException {
    try (InputStream in = scope.open(artifact)) {
      var _ = in.readNBytes(10);
    }
  }

  @Test
  void lookingAtALargeScratchDirectoryTakesAFifthOfTheTimeAtMost() {
    assertThat(ScratchQuota.rest(Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(8));
    assertThat(ScratchQuota.rest(Duration.ofMillis(1))).isEqualTo(Duration.ofMillis(500));
  }
}
