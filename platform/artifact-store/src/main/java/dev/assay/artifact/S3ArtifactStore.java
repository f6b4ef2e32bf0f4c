package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.Require;
import io.minio.GetObjectResponse;
import io.minio.StatObjectResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Artifacts in a bucket behind the S3 API (MinIO, AWS, Ceph), as objects {@code
 * <prefix>sha256/ab/cd/<hex>}. The media type is their {@code Content-Type} and, exactly as it was
 * given, their metadata {@code media-type}.
 *
 * <p>A put spools the bytes to learn their digest, then makes the object with {@code If-None-Match:
 * *} and, up to 16 MiB, with the SHA-256 that the service checks; larger ones go in parts that are
 * checked one by one. The service must honour conditional puts. Whether an acknowledged object
 * survives a power cut is the service's promise.
 *
 * <p>{@code created} is false, too, when the first answer to a put was lost and the repetition
 * found the object.
 */
public final class S3ArtifactStore implements ArtifactStore {

  private static final Logger LOG = LoggerFactory.getLogger(S3ArtifactStore.class);

  private final S3Config config;
  private final Retention retention;
  private final S3Bucket bucket;

  private S3ArtifactStore(S3Config config, Retention retention) {
    this.config = config;
    this.retention = retention;
    this.bucket = new S3Bucket(config);
  }

  /**
   * Connects to the bucket, which is made when absent if the configuration says so.
   *
   * @throws StoreUnavailableException when the bucket or the spool directory cannot be used
   */
  public static S3ArtifactStore open(S3Config config) throws IOException {
    return open(config, Retention.FOR_EVER);
  }

  /**
   * As the other one.
   *
   * @param retention where it ends, uploads are tagged for a lifecycle rule of the bucket, and
   *     written anew when they are sent again after a day, since such a rule counts from there
   */
  public static S3ArtifactStore open(S3Config config, Retention retention) throws IOException {
    S3ArtifactStore store = new S3ArtifactStore(config, retention);
    try {
      store.prepare();
      return store;
    } catch (S3Refusal e) {
      store.close();
      throw store.bucket.unavailable("open the store", e);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private void prepare() throws IOException {
    try {
      Files.createDirectories(config.spoolDirectory());
      StoreDirectory.removeOld(
          config.spoolDirectory(), Instant.now().minus(ArtifactLimits.TEMP_AGE_MAX));
    } catch (IOException e) {
      throw bucket.unavailable("use the spool directory " + config.spoolDirectory(), e);
    }
    if (config.createBucket() && !bucket.exists()) {
      bucket.create();
    }
    check();
  }

  @Override
  public StoredArtifact put(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    return put(bytes, mediaType, expectedSha256, bytesMax, false);
  }

  @Override
  public StoredArtifact upload(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    return put(bytes, mediaType, expectedSha256, bytesMax, retention.ends());
  }

  private StoredArtifact put(
      InputStream bytes,
      String mediaType,
      @Nullable String expectedSha256,
      long bytesMax,
      boolean expires)
      throws IOException {
    MediaTypes.require(mediaType);
    if (expectedSha256 != null) {
      Require.digest("expectedSha256", expectedSha256);
    }
    try (Spool spool = new Spool(config.spoolDirectory())) {
      Digested digested = Digested.copy(bytes, spool, expectedSha256, bytesMax);
      return publish(spool, digested, mediaType, expires);
    }
  }

  private StoredArtifact publish(Spool spool, Digested digested, String mediaType, boolean expires)
      throws IOException {
    String key = bucket.key(digested.sha256());
    try {
      boolean known = spool.file() != null && stat(key) != null;
      if (!known && putIfAbsent(key, mediaType, digested, spool, expires)) {
        return new StoredArtifact(digested.sha256(), digested.size(), mediaType, true);
      }
      StatObjectResponse stat = stat(key);
      if (stat != null && intact(key, stat, digested)) {
        if (stays(stat, expires)) {
          return stored(digested.sha256(), stat);
        }
      } else {
        LOG.atWarn().addKeyValue("sha256", digested.sha256()).log("a damaged artifact is replaced");
      }
      String type = stat == null ? mediaType : type(stat);
      bucket.put(key, type, digested, spool, S3Bucket.Mode.REPLACE, expires && expires(stat));
      return new StoredArtifact(digested.sha256(), digested.size(), type, false);
    } catch (S3Refusal e) {
      throw bucket.unavailable("put " + key, e);
    }
  }

  /** Whether this made the object; false when it was there. */
  private boolean putIfAbsent(
      String key, String mediaType, Digested digested, Spool spool, boolean expires)
      throws IOException {
    try {
      bucket.put(key, mediaType, digested, spool, S3Bucket.Mode.IF_ABSENT, expires);
      return true;
    } catch (S3Refusal e) {
      if (e.is("PreconditionFailed")) {
        return false;
      }
      throw e;
    }
  }

  /** Whether an object that is there need not be written anew for what was put now. */
  private boolean stays(StatObjectResponse stat, boolean expires) {
    Instant old = retention.clock().instant().minus(ArtifactLimits.S3_RENEWAL_AGE);
    return !expires(stat) || (expires && stat.lastModified().toInstant().isAfter(old));
  }

  /** Whether an object is an upload that a lifecycle rule may delete; one that is gone was. */
  private static boolean expires(@Nullable StatObjectResponse stat) {
    return stat == null || stat.headers().get(S3Bucket.UPLOAD_HEADER) != null;
  }

  private boolean intact(String key, StatObjectResponse stat, Digested digested)
      throws IOException {
    if (stat.size() != digested.size()) {
      return false;
    }
    try (InputStream stored = bucket.get(key, 0, null)) {
      return digested.sameAs(stored);
    }
  }

  @Override
  public Optional<StoredArtifact> find(String sha256) throws IOException {
    String key = bucket.key(sha256);
    try {
      StatObjectResponse stat = stat(key);
      return stat == null ? Optional.empty() : Optional.of(stored(sha256, stat));
    } catch (S3Refusal e) {
      throw bucket.unavailable("find " + key, e);
    }
  }

  /**
   * What the service knows about a key, or null when it has none. The answer to a HEAD cannot tell
   * a missing object from a missing bucket, so a missing one asks for the bucket, too.
   */
  private @Nullable StatObjectResponse stat(String key) throws IOException {
    try {
      return bucket.stat(key);
    } catch (S3Refusal e) {
      if (!e.noSuchKey()) {
        throw e;
      }
      check();
      return null;
    }
  }

  private static StoredArtifact stored(String sha256, StatObjectResponse stat) {
    return new StoredArtifact(sha256, stat.size(), type(stat), false);
  }

  /** The type that a put kept; of an object made by another program, its Content-Type. */
  private static String type(StatObjectResponse stat) {
    String kept = stat.headers().get(S3Bucket.MEDIA_TYPE_HEADER);
    String type = kept == null ? stat.contentType() : kept;
    return type != null && MediaTypes.valid(type) ? type : MediaTypes.DEFAULT;
  }

  @Override
  public InputStream open(String sha256) throws IOException {
    String key = bucket.key(sha256);
    try {
      GetObjectResponse stored = bucket.get(key, 0, null);
      String length = stored.headers().get("Content-Length");
      return new VerifyingInputStream(
          stored, sha256, length == null ? Long.MAX_VALUE : Long.parseLong(length));
    } catch (S3Refusal e) {
      throw absent(sha256, e);
    }
  }

  @Override
  public InputStream open(String sha256, long offset, long length) throws IOException {
    ObjectKey.requireRange(offset, length);
    String key = bucket.key(sha256);
    try {
      StatObjectResponse stat = stat(key);
      if (stat == null) {
        throw new NoSuchArtifactException(sha256);
      }
      ObjectKey.requireWithin(offset, stat.size());
      long count = Math.min(length, stat.size() - offset);
      return count == 0
          ? InputStream.nullInputStream()
          : new RangeInputStream(bucket.get(key, offset, count), count);
    } catch (S3Refusal e) {
      throw absent(sha256, e);
    }
  }

  private ArtifactException absent(String sha256, S3Refusal refusal) {
    return refusal.noSuchKey()
        ? new NoSuchArtifactException(sha256)
        : bucket.unavailable("read " + bucket.key(sha256), refusal);
  }

  @Override
  public void check() throws IOException {
    try {
      if (!bucket.exists()) {
        throw bucket.unavailable("find the bucket", new IOException("none of that name"));
      }
    } catch (S3Refusal e) {
      throw bucket.unavailable("find the bucket", e);
    }
  }

  @Override
  public void close() {
    bucket.close();
  }
}
