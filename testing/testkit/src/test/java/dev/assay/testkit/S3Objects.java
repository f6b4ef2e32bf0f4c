package dev.assay.testkit;

import dev.assay.artifact.S3Config;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import java.io.ByteArrayInputStream;

/** Changes objects of an S3 store behind its back. */
final class S3Objects {

  private S3Objects() {}

  static void overwrite(S3Config config, String sha256, byte[] bytes) throws Exception {
    MinioClient client =
        MinioClient.builder()
            .endpoint(config.endpoint().toString())
            .region(config.region())
            .credentials(config.accessKey(), config.secretKey())
            .build();
    try {
      client.putObject(
          PutObjectArgs.builder()
              .bucket(config.bucket())
              .object(
                  "%ssha256/%s/%s/%s"
                      .formatted(
                          config.prefix(), sha256.substring(0, 2), sha256.substring(2, 4), sha256))
              .contentType("text/plain")
              .stream(new ByteArrayInputStream(bytes), bytes.length, -1)
              .build());
    } finally {
      client.close();
    }
  }
}
