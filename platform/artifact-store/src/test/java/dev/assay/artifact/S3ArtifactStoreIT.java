package dev.assay.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import dev.assay.artifact.ArtifactException.TooLargeException;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.schemas.Digests;
import dev.assay.testkit.s3.S3Server;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class S3ArtifactStoreIT {

  @TempDir private static Path directory;
  private static S3Server server;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.start(directory.resolve("buckets"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static StoredArtifact put(ArtifactStore store, String text) throws IOException {
    return store.put(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        "text/plain",
        null,
        1_000_000);
  }

  @Test
  void anObjectLiesUnderThePrefixAndItsDigest() throws IOException {
    try (S3ArtifactStore store = S3ArtifactStore.open(Servers.config(server, directory))) {
      put(store, "abc");
    }

    assertThat(
            directory.resolve(
                "buckets/artifacts/run-1/sha256/ba/78/"
                    + "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        .hasContent("abc");
  }

  private static Path object(String text) {
    return directory.resolve("buckets/artifacts/run-1/" + ObjectKey.of(Digests.sha256Hex(text)));
  }

  private static void upload(ArtifactStore store, String text) throws IOException {
    store.upload(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        "text/plain",
        null,
        ArtifactLimits.PART_BYTES * 2);
  }

  private static void age(String text) throws IOException {
    Files.setLastModifiedTime(object(text), FileTime.from(Instant.EPOCH));
  }

  private static Instant written(String text) throws IOException {
    return Files.getLastModifiedTime(object(text)).toInstant();
  }

  /** A lifecycle rule counts from when an object was written. */
  @Test
  void anOldUploadThatIsSentAgainIsWrittenAnew() throws IOException {
    Retention days = new Retention(Duration.ofDays(2), InstantSource.system());
    String parts = "p".repeat((int) ArtifactLimits.PART_BYTES + 1);
    try (S3ArtifactStore store = S3ArtifactStore.open(Servers.config(server, directory), days)) {
      for (String text : List.of("renewed", "renewed".repeat(20_000), parts)) {
        upload(store, text);
        age(text);
        upload(store, text);

        assertThat(written(text)).isAfter(Instant.EPOCH);
      }
    }
  }

  @Test
  void anUploadIsNotWrittenAnewBeforeADayOrWhereNothingExpires() throws IOException {
    Retention days = new Retention(Duration.ofDays(2), () -> Instant.EPOCH.plusSeconds(60));
    try (S3ArtifactStore store = S3ArtifactStore.open(Servers.config(server, directory), days)) {
      upload(store, "young");
      age("young");
      upload(store, "young");
    }
    try (S3ArtifactStore store = S3ArtifactStore.open(Servers.config(server, directory))) {
      upload(store, "for ever");
      age("for ever");
      upload(store, "for ever");
    }

    assertThat(written("young")).isEqualTo(Instant.EPOCH);
    assertThat(written("for ever")).isEqualTo(Instant.EPOCH);
  }

  @Test
  void whatIsKeptIsWrittenAnewWithoutTheMarkOfAnUploadAndStaysSo() throws IOException {
    Retention days = new Retention(Duration.ofDays(2), () -> Instant.EPOCH.plusSeconds(60));
    try (S3ArtifactStore store = S3ArtifactStore.open(Servers.config(server, directory), days)) {
      upload(store, "kept");
      age("kept");
      put(store, "kept");
      assertThat(written("kept")).isAfter(Instant.EPOCH);
      age("kept");

      put(store, "kept");
      upload(store, "kept");

      assertThat(written("kept")).isEqualTo(Instant.EPOCH);
    }
  }

  @Test
  void theSpoolIsEmptyAfterPutsThatEndWellOrBadly() throws IOException {
    try (S3ArtifactStore store = S3ArtifactStore.open(Servers.config(server, directory))) {
      put(store, "large".repeat(20_000));
      assertThatExceptionOfType(TooLargeException.class)
          .isThrownBy(() -> put(store, "large".repeat(300_000)));
    }

    try (Stream<Path> left = Files.list(directory.resolve("spool"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aBucketThatIsNotThereIsUnavailableUnlessItMayBeMade() throws IOException {
    S3Config made = Servers.config(server, directory);
    S3Config absent =
        new S3Config(
            made.endpoint(),
            made.region(),
            "absent",
            "",
            made.accessKey(),
            made.secretKey(),
            false,
            made.spoolDirectory());

    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> S3ArtifactStore.open(absent))
        .withMessageContaining("bucket absent");
  }

  @Test
  void aBucketThatVanishedIsNotAnAbsentArtifact() throws IOException {
    Path buckets = directory.resolve("vanishing");
    try (S3Server vanishing = S3Server.start(buckets);
        S3ArtifactStore store = S3ArtifactStore.open(Servers.config(vanishing, directory))) {
      Files.delete(buckets.resolve("artifacts"));

      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> store.find(Digests.sha256Hex("abc")));
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> store.open(Digests.sha256Hex("abc")));
      assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> put(store, "x"));
      assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(store::check);
    }
  }

  @Test
  void aWrongSecretIsRefusedWithoutShowingIt() {
    S3Config wrong = Servers.config(server.endpoint(), "not-the-secret", directory);

    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> S3ArtifactStore.open(wrong))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("not-the-secret"));
    assertThat(wrong.toString()).contains("secretKey=****").doesNotContain("not-the-secret");
  }

  @Test
  void aServiceThatStopsIsUnavailableAndServesAgainWhenItIsBack() throws IOException {
    Path buckets = directory.resolve("restarted");
    S3Server first = S3Server.start(buckets);
    int port = first.port();
    try (S3ArtifactStore store = S3ArtifactStore.open(Servers.config(first, directory))) {
      StoredArtifact stored = put(store, "kept");
      first.close();

      assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> put(store, "x"));
      try (S3Server _ = S3Server.start(buckets, port)) {
        assertThat(store.find(stored.sha256())).isPresent();
        assertThat(put(store, "kept").created()).isFalse();
      }
    }
  }

  @Test
  void aBusyServiceIsAskedAgainUntilItAnswers() throws IOException {
    AtomicInteger requests = new AtomicInteger();
    HttpServer busy = Servers.busy(ArtifactLimits.ATTEMPTS_MAX - 1, requests);
    try (S3ArtifactStore store =
        S3ArtifactStore.open(Servers.config(Servers.endpoint(busy), "secret", directory))) {
      store.check();
    } finally {
      busy.stop(0);
    }

    assertThat(requests.get()).isGreaterThanOrEqualTo(ArtifactLimits.ATTEMPTS_MAX);
  }

  @Test
  void aServiceThatStaysBusyIsGivenUpAfterTheBound() throws IOException {
    AtomicInteger requests = new AtomicInteger();
    HttpServer busy = Servers.busy(Integer.MAX_VALUE, requests);
    S3Config config = Servers.config(Servers.endpoint(busy), "secret", directory);
    try {
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> S3ArtifactStore.open(config));
    } finally {
      busy.stop(0);
    }

    assertThat(requests.get()).isEqualTo(ArtifactLimits.ATTEMPTS_MAX);
  }

  @Test
  void aConfigurationThatCannotWorkIsRefused() {
    S3Config good = Servers.config(server, directory);

    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Servers.config(URI.create("ftp://example.org"), "secret", directory));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Servers.config(URI.create("http://h:1/path"), "secret", directory));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Servers.config(good.endpoint(), " ", directory));
  }
}
