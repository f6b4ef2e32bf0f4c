package dev.assay.artifact;

import java.net.URI;
import java.nio.file.Path;

/**
 * How to reach a bucket over the S3 API.
 *
 * @param endpoint {@code http://host:port} or {@code https://host:port}, without a path
 * @param region such as {@code us-east-1}
 * @param prefix what every key starts with: empty, or ending in {@code /}
 * @param createBucket whether to make the bucket when it does not exist
 * @param spoolDirectory where an artifact larger than 64 KiB waits until its digest is known; made
 *     when absent
 */
public record S3Config(
    URI endpoint,
    String region,
    String bucket,
    String prefix,
    String accessKey,
    String secretKey,
    boolean createBucket,
    Path spoolDirectory) {

  public S3Config {
    String scheme = String.valueOf(endpoint.getScheme());
    String path = String.valueOf(endpoint.getPath());
    if (!scheme.equals("http") && !scheme.equals("https")
        || endpoint.getHost() == null
        || path.length() > 1) {
      throw new IllegalArgumentException(
          "expected an S3 endpoint such as https://s3.example.org:9000, found " + endpoint);
    }
    if (!prefix.isEmpty() && (!prefix.endsWith("/") || prefix.startsWith("/"))) {
      throw new IllegalArgumentException(
          "expected an S3 prefix that is empty or like artifacts/, found " + prefix);
    }
    if (region.isBlank() || bucket.isBlank() || accessKey.isBlank() || secretKey.isBlank()) {
      throw new IllegalArgumentException(
          "expected region, bucket, access key and secret key of the S3 store, found an empty one");
    }
  }

  /** Everything but the secret. */
  @Override
  public String toString() {
    return "S3Config[endpoint="
        + endpoint
        + ", region="
        + region
        + ", bucket="
        + bucket
        + ", prefix="
        + prefix
        + ", accessKey="
        + accessKey
        + ", secretKey=****, createBucket="
        + createBucket
        + ", spoolDirectory="
        + spoolDirectory
        + "]";
  }
}
