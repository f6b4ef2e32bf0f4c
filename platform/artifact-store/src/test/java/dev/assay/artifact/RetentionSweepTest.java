package dev.assay.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Digests;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RetentionSweepTest {

  private static final Duration DAYS_2 = Duration.ofDays(2);
  private static final int PASSES_OF_A_ROUND = 16;
  private static final int RACES = 200;

  @TempDir private Path root;
  private final Instant start = Instant.now();
  private volatile Instant now = start;
  private final InstantSource clock = () -> now;
  private DirectoryArtifactStore store;
  private RetentionSweep sweep;

  @BeforeEach
  void open() throws IOException {
    store = DirectoryArtifactStore.open(root, clock);
    sweep = store.sweep(new Retention(DAYS_2, clock));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private String upload(String text) throws IOException {
    return store.upload(stream(text), "text/plain", null, 1000).sha256();
  }

  private String read(String sha256) throws IOException {
    try (InputStream in = store.open(sha256)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Path object(String sha256) {
    return root.resolve(ObjectKey.of(sha256));
  }

  /** Looks at everything once; answers how many artifacts were deleted. */
  private long round() throws IOException {
    long deleted = 0;
    for (int i = 0; i < PASSES_OF_A_ROUND; i++) {
      deleted += sweep.pass(() -> false).deleted();
    }
    return deleted;
  }

  /** A day of grace after the two days, and a moment. */
  private void letExpire() {
    now = now.plus(DAYS_2).plus(Duration.ofDays(1)).plusSeconds(10);
  }

  @Test
  void anUploadIsDeletedWithItsMediaTypeOnceItIsTooOld() throws IOException {
    String sha256 = upload("old");

    now = start.plus(DAYS_2).plus(Duration.ofHours(23));
    assertThat(round()).isZero();
    assertThat(read(sha256)).isEqualTo("old");

    letExpire();
    assertThat(round()).isEqualTo(1);
    assertThat(store.find(sha256)).isEmpty();
    assertThat(object(sha256).getParent()).isEmptyDirectory();
    assertThat(round()).isZero();
  }

  @Test
  void aPassTellsWhatItDeletedAndAnotherUploadOfTheSameBytesIsNew() throws IOException {
    String sha256 = upload("old");
    letExpire();

    RetentionSweep.Pass all = new RetentionSweep.Pass(0, 0, 0);
    for (int i = 0; i < PASSES_OF_A_ROUND; i++) {
      RetentionSweep.Pass pass = sweep.pass(() -> false);
      all =
          new RetentionSweep.Pass(
              all.files() + pass.files(),
              all.deleted() + pass.deleted(),
              all.bytes() + pass.bytes());
    }

    assertThat(all).isEqualTo(new RetentionSweep.Pass(2, 1, 3));
    assertThat(store.upload(stream("old"), "text/html", null, 1000))
        .isEqualTo(new StoredArtifact(sha256, 3, "text/html", true));
  }

  @Test
  void anUploadThatWasSentAgainIsKept() throws IOException {
    String sha256 = upload("again");

    now = start.plus(DAYS_2);
    assertThat(store.upload(stream("again"), "text/html", null, 1000))
        .isEqualTo(new StoredArtifact(sha256, 5, "text/plain", false));
    now = start.plus(DAYS_2).plus(DAYS_2);

    assertThat(round()).isZero();
    assertThat(read(sha256)).isEqualTo("again");
  }

  @Test
  void anUploadThatAnEventWasAcceptedWithIsKept() throws IOException {
    String sha256 = upload("renewed");

    now = start.plus(DAYS_2);
    assertThat(store.renew(sha256)).isPresent();
    now = start.plus(DAYS_2).plus(DAYS_2);

    assertThat(round()).isZero();
    assertThat(read(sha256)).isEqualTo("renewed");
  }

  @Test
  void whatIsNoUploadIsNeverDeleted() throws IOException {
    String canary = store.put(stream("canary"), "text/plain", null, 1000).sha256();
    String packed = store.putDerived(new byte[] {'{', '}'}, "application/json");
    byte[] large = new byte[ArtifactLimits.PACKED_BYTES_MAX + 1];
    String derived = store.putDerived(large, "application/json");
    Files.delete(object(derived).resolveSibling(derived + ".type")); // as after a power cut

    letExpire();

    assertThat(round()).isZero();
    assertThat(store.find(canary)).isPresent();
    assertThat(store.find(packed)).isPresent();
    assertThat(store.find(derived)).isPresent();
  }

  @Test
  void whatIsBothUploadedAndDerivedIsNeverDeleted() throws IOException {
    String before = upload("before");
    store.put(stream("before"), "application/json", null, 1000);
    String after = store.put(stream("after"), "text/plain", null, 1000).sha256();
    upload("after");

    letExpire();

    assertThat(round()).isZero();
    assertThat(store.find(before)).contains(new StoredArtifact(before, 6, "text/plain", false));
    assertThat(store.find(after)).contains(new StoredArtifact(after, 5, "text/plain", false));
  }

  @Test
  void nothingIsDeletedWhereNothingExpires() throws IOException {
    String sha256 = upload("old");
    letExpire();
    sweep = store.sweep(new Retention(null, clock));

    assertThat(round()).isZero();
    assertThat(store.find(sha256)).isPresent();
  }

  @Test
  void noSymbolicLinkIsFollowedAndNoOtherFileIsTouched(@TempDir Path elsewhere) throws IOException {
    String sha256 = upload("linked");
    Path leaf = object(sha256).getParent();
    Path outside = elsewhere.resolve("leaf");
    Files.move(leaf, outside);
    Files.createSymbolicLink(leaf, outside);
    String file = upload("file");
    Path target = elsewhere.resolve("target");
    Files.move(object(file), target);
    Files.createSymbolicLink(object(file), target);
    Path stranger = object(file).resolveSibling("notes.txt");
    Files.writeString(stranger, "mine");
    Files.setLastModifiedTime(stranger, FileTime.from(Instant.EPOCH));
    letExpire();

    assertThat(round()).isZero();

    assertThat(outside.resolve(sha256)).hasContent("linked");
    assertThat(target).hasContent("file");
    assertThat(object(file)).isSymbolicLink();
    assertThat(stranger).hasContent("mine");
  }

  @Test
  void anObjectThatIsAsideIsReadAndPutBackWhenItWasRenewed() throws IOException {
    String sha256 = upload("aside");
    Files.move(object(sha256), StoreDirectory.aside(object(sha256)));

    assertThat(store.find(sha256)).contains(new StoredArtifact(sha256, 5, "text/plain", false));
    assertThat(read(sha256)).isEqualTo("aside");
    assertThat(round()).isZero();

    assertThat(object(sha256)).hasContent("aside");
    assertThat(StoreDirectory.aside(object(sha256))).doesNotExist();
  }

  @Test
  void anUploadWhileItsOldObjectIsAsideStaysWhenThatIsDeleted() throws IOException {
    String sha256 = upload("twice");
    Path aside = StoreDirectory.aside(object(sha256));
    Files.move(object(sha256), aside);
    Files.setLastModifiedTime(aside, FileTime.from(Instant.EPOCH));

    assertThat(store.upload(stream("twice"), "text/plain", null, 1000).created()).isTrue();
    assertThat(round()).isZero();

    assertThat(aside).doesNotExist();
    assertThat(read(sha256)).isEqualTo("twice");
    letExpire();
    assertThat(round()).isEqualTo(1);
  }

  @Test
  void anObjectThatIsTakenCannotBeRenewedSoThatNoEventIsAcceptedWithIt() throws IOException {
    String sha256 = upload("taken");
    Files.move(object(sha256), StoreDirectory.aside(object(sha256)));

    assertThat(store.renew(sha256)).isEmpty();
  }

  /** Whoever is first: after the upload the object is there, and the sweep leaves it. */
  @Test
  void anUploadThatReturnsIsThereWhateverASweepDoesBesideIt() throws Exception {
    String text = inTheFirstLeaves();
    String sha256 = upload(text);
    CyclicBarrier together = new CyclicBarrier(2);
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      for (int race = 0; race < RACES; race++) {
        Files.setLastModifiedTime(object(sha256), FileTime.from(Instant.EPOCH));
        Future<Long> swept =
            thread.submit(() -> {
              RetentionSweep one = store.sweep(new Retention(DAYS_2, clock));
              together.await();
              return one.pass(() -> false).deleted();
            });
        together.await();
        upload(text);

        assertThat(read(sha256)).isEqualTo(text);
        assertThat(finished(swept)).isLessThanOrEqualTo(1);
        assertThat(store.find(sha256)).isPresent();
        assertThat(read(sha256)).isEqualTo(text);
      }
    }
  }

  private static long finished(Future<Long> swept) throws InterruptedException {
    try {
      return swept.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a sweep failed", e.getCause());
    }
  }

  /** A text whose object is in the first directories that a sweep looks into. */
  private static String inTheFirstLeaves() {
    int number = 0;
    while (!Digests.sha256Hex("text " + number).startsWith("00")) {
      number++;
    }
    return "text " + number;
  }

  @Test
  void aPassEndsWhenItIsToldToAndTheNextOneGoesOn() throws IOException {
    upload("old");
    letExpire();

    assertThat(sweep.pass(() -> true)).isEqualTo(new RetentionSweep.Pass(0, 0, 0));
    assertThat(round()).isEqualTo(1);
  }

  @Test
  void onlyOneSweepsAtATime() throws IOException {
    upload("old");
    letExpire();
    RetentionSweep other = store.sweep(new Retention(DAYS_2, clock));

    sweep.pass(() -> {
      try {
        assertThat(other.pass(() -> false)).isEqualTo(new RetentionSweep.Pass(0, 0, 0));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return true;
    });
    assertThat(round()).isEqualTo(1);
  }

  @Test
  void aRetentionThatCannotBeIsRefusedByItsKey() {
    for (int days : new int[] {0, -1, ArtifactLimits.RETENTION_DAYS_MAX + 1}) {
      assertThatExceptionOfType(ConfigException.class)
          .isThrownBy(() -> new ArtifactsSection("artifacts", null, 1000L, "spool", days))
          .withMessageContaining("artifacts.retentionDays")
          .withMessageContaining("found " + days);
    }
    assertThat(new ArtifactsSection("artifacts", null, 1000L, "spool", 1).retention(clock))
        .isEqualTo(new Retention(Duration.ofDays(1), clock));
    assertThat(
            new ArtifactsSection("artifacts", null, 1000L, "spool", null).retention(clock).ends())
        .isFalse();
  }

  @Test
  void whatIsGoneExpiredWhenItsTimeIsOver() {
    Retention retention = new Retention(DAYS_2, clock);

    assertThat(retention.expired(start.minus(DAYS_2))).contains(start);
    assertThat(retention.expired(start.minus(DAYS_2).plusMillis(1))).isEmpty();
    assertThat(Retention.FOR_EVER.expired(Instant.EPOCH)).isEmpty();
  }
}
