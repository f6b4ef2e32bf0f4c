package dev.assay.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.schemas.Digests;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a power cut may take, and what it may not. */
final class ObjectJournalTest {

  private static final int UPLOADS = 200;

  @TempDir private Path root;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static StoredArtifact upload(ArtifactStore store, String text) throws IOException {
    return store.upload(new ByteArrayInputStream(bytes(text)), "text/plain", null, 1 << 20);
  }

  private static String read(ArtifactStore store, String sha256) throws IOException {
    try (InputStream in = store.open(sha256)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The directory as a power cut leaves it now, if of all small files nothing was on the disk. */
  private Path afterPowerCut() throws IOException {
    Path copy = root.resolve("after");
    Files.createDirectories(copy.resolve("sha256"));
    copySegments(root.resolve("store"), copy);
    return copy;
  }

  private static void copySegments(Path from, Path to) throws IOException {
    Files.createDirectories(to.resolve("journal"));
    for (Path segment : segments(from)) {
      Files.copy(segment, to.resolve("journal").resolve(segment.getFileName()));
    }
  }

  private static List<Path> segments(Path store) throws IOException {
    Path journal = store.resolve("journal");
    if (!Files.exists(journal)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(journal)) {
      return files.toList();
    }
  }

  @Test
  void whatWasAcknowledgedIsThereAfterAPowerCutThatTookItsFiles() throws Exception {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root.resolve("store"));
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<StoredArtifact>> uploads = new ArrayList<>();
      for (int i = 0; i < UPLOADS; i++) {
        String text = "report " + i;
        uploads.add(callers.submit(() -> upload(store, text)));
      }
      for (Future<StoredArtifact> uploaded : uploads) {
        assertThat(uploaded.get().created()).isTrue();
      }

      Path after = afterPowerCut();

      try (DirectoryArtifactStore again = DirectoryArtifactStore.open(after)) {
        for (int i = 0; i < UPLOADS; i++) {
          String sha256 = Digests.sha256Hex(bytes("report " + i));
          assertThat(again.find(sha256).orElseThrow().mediaType()).isEqualTo("text/plain");
          assertThat(read(again, sha256)).isEqualTo("report " + i);
        }
      }
      assertThat(segments(after)).isEmpty();
    }
  }

  @Test
  void aFileOfWhichAPowerCutLeftLessIsMadeAgain() throws Exception {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root.resolve("store"))) {
      String sha256 = upload(store, "report").sha256();
      Path after = afterPowerCut();
      Path object = after.resolve(ObjectKey.of(sha256));
      Files.createDirectories(object.getParent());
      Files.createFile(object);

      try (DirectoryArtifactStore again = DirectoryArtifactStore.open(after)) {
        assertThat(read(again, sha256)).isEqualTo("report");
      }
    }
  }

  @Test
  void anUploadThatIsMadeAgainExpiresAndWhatIsKeptDoesNot() throws Exception {
    InstantSource later = () -> Instant.now().plus(Duration.ofDays(30));
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root.resolve("store"))) {
      String expiring = upload(store, "report").sha256();
      String kept =
          store.put(new ByteArrayInputStream(bytes("canary")), "text/plain", null, 10).sha256();
      Path after = afterPowerCut();

      try (DirectoryArtifactStore again = DirectoryArtifactStore.open(after)) {
        RetentionSweep sweep = again.sweep(new Retention(Duration.ofDays(1), later));
        for (int leaves = 0; leaves < 1 << Short.SIZE; leaves += ArtifactLimits.SWEPT_LEAVES_MAX) {
          sweep.pass(() -> false);
        }

        assertThat(again.find(expiring)).isEmpty();
        assertThat(again.find(kept)).isPresent();
      }
    }
  }

  @Test
  void halfARecordAtTheEndCostsNothingBeforeIt() throws Exception {
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root.resolve("store"))) {
      String sha256 = upload(store, "report").sha256();
      Path after = afterPowerCut();
      Path segment = segments(after).getFirst();
      byte[] whole = Files.readAllBytes(segment);
      Files.write(segment, Arrays.copyOf(whole, whole.length - 1), StandardOpenOption.APPEND);

      try (DirectoryArtifactStore again = DirectoryArtifactStore.open(after)) {
        assertThat(read(again, sha256)).isEqualTo("report");
      }
    }
  }

  @Test
  void aSegmentThatIsWrittenIsNobodyElsesAndGoesWhenItsStoreCloses() throws Exception {
    Path directory = root.resolve("store");
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(directory)) {
      upload(store, "report");
      DirectoryArtifactStore.open(directory).close();
      assertThat(segments(directory)).hasSize(1);
      upload(store, "another");
      assertThat(segments(directory)).hasSize(1);
    }
    assertThat(segments(directory)).isEmpty();
  }

  @Test
  void aFullSegmentGoesWhenItsFilesAreOnTheDisk() throws Exception {
    Path directory = root.resolve("store");
    String large = "x".repeat(ArtifactLimits.SPOOL_MEMORY_BYTES - 10);
    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(directory)) {
      for (int i = 0; i < 3 * ArtifactLimits.JOURNAL_SEGMENT_BYTES / large.length(); i++) {
        upload(store, large + i);
      }
      assertThat(segments(directory)).hasSizeLessThanOrEqualTo(2);
    }
  }
}
