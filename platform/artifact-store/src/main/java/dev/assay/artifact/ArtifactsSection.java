package dev.assay.artifact;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The object store: a directory unless {@code s3} is given.
 *
 * @param directory where artifacts are kept
 * @param s3 an S3 API in place of the directory
 * @param bytesMax bytes of one artifact
 * @param spoolDirectory where an upload to S3 is kept until its digest is known
 * @param retentionDays days that an uploaded artifact is kept after it was sent, or accepted in an
 *     event, last; for ever unless given
 */
public record ArtifactsSection(
    String directory,
    @Nullable S3 s3,
    Long bytesMax,
    String spoolDirectory,
    @Nullable Integer retentionDays) {

  public ArtifactsSection {
    directory = Objects.requireNonNullElse(directory, "artifacts");
    bytesMax = Objects.requireNonNullElse(bytesMax, Limits.ARTIFACT_BYTES_MAX);
    Settings.between("artifacts.bytesMax", bytesMax, 1, Long.MAX_VALUE);
    spoolDirectory = Objects.requireNonNullElse(spoolDirectory, "spool");
    if (retentionDays != null) {
      Settings.between(
          "artifacts.retentionDays", retentionDays, 1, ArtifactLimits.RETENTION_DAYS_MAX);
    }
  }

  /**
   * An S3 endpoint.
   *
   * @param endpoint its address, as in {@code https://host:9000}
   * @param region its region
   * @param bucket made when it is not there
   * @param accessKey who connects
   * @param secretKey with what
   * @param prefix put before every object's key; nothing, or a text that ends in /
   */
  public record S3(
      String endpoint,
      String region,
      String bucket,
      String accessKey,
      String secretKey,
      String prefix) {

    private static final Pattern PREFIX = Pattern.compile("([^/].*/)?", Pattern.DOTALL);

    public S3 {
      Settings.given("artifacts.s3.endpoint", endpoint);
      Settings.given("artifacts.s3.bucket", bucket);
      Settings.given("artifacts.s3.accessKey", accessKey);
      Settings.given("artifacts.s3.secretKey", secretKey);
      Settings.httpAddress("artifacts.s3.endpoint", endpoint);
      String path = URI.create(endpoint).getPath();
      if (path.length() > 1) {
        throw new ConfigException(
            "expected an address without a path in artifacts.s3.endpoint, found "
                + path
                + "; what every key begins with is artifacts.s3.prefix");
      }
      region = Objects.requireNonNullElse(region, "us-east-1");
      Settings.given("artifacts.s3.region", region);
      prefix = Objects.requireNonNullElse(prefix, "");
      Settings.matching(
          "artifacts.s3.prefix",
          prefix,
          PREFIX,
          "nothing, or a text such as artifacts/ that ends in /");
    }
  }

  /** How long uploads are kept. */
  public Retention retention(InstantSource clock) {
    return new Retention(retentionDays == null ? null : Duration.ofDays(retentionDays), clock);
  }

  /** Opens the store; {@code home} is what relative paths are relative to. */
  public ArtifactStore open(Path home) throws IOException {
    return s3 == null
        ? DirectoryArtifactStore.open(home.resolve(directory))
        : S3ArtifactStore.open(
            new S3Config(
                URI.create(s3.endpoint()),
                s3.region(),
                s3.bucket(),
                s3.prefix(),
                s3.accessKey(),
                s3.secretKey(),
                true,
                home.resolve(spoolDirectory)),
            retention(InstantSource.system()));
  }
}
