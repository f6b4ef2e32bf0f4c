package dev.assay.artifact;

import com.google.common.collect.ImmutableMultimap;
import com.google.common.collect.Multimap;
import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import io.minio.BucketExistsArgs;
import io.minio.GetObjectArgs;
import io.minio.GetObjectResponse;
import io.minio.MakeBucketArgs;
import io.minio.MinioAsyncClient;
import io.minio.PutObjectArgs;
import io.minio.StatObjectArgs;
import io.minio.StatObjectResponse;
import io.minio.UploadObjectArgs;
import io.minio.messages.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The S3 requests that the store needs, on one bucket. */
final class S3Bucket implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(S3Bucket.class);
  private static final long IDLE_MINUTES = 5;

  /** Services rewrite Content-Type (spaces, case); this keeps the media type as it was given. */
  static final String MEDIA_TYPE_HEADER = "x-amz-meta-media-type";

  /** Tells an upload that may be deleted from what is kept. */
  static final String UPLOAD_HEADER = "x-amz-meta-assay-upload";

  /** The same for a lifecycle rule of the bucket, which sees tags alone. */
  private static final Map<String, String> UPLOAD =
      Map.of(UPLOAD_HEADER, "true", "x-amz-tagging", "assay=upload");

  /** Whether a put may replace an object. */
  enum Mode {
    IF_ABSENT,
    REPLACE
  }

  private final S3Config config;
  private final OkHttpClient http;
  private final MinioAsyncClient client;
  private final S3Calls calls;

  S3Bucket(S3Config config) {
    this.config = config;
    this.http = httpClient();
    this.client =
        MinioAsyncClient.builder()
            .endpoint(config.endpoint().toString())
            .region(config.region())
            .credentials(config.accessKey(), config.secretKey())
            .httpClient(http)
            .build();
    this.calls = new S3Calls("bucket " + config.bucket() + " at " + config.endpoint());
  }

  private static OkHttpClient httpClient() {
    Dispatcher dispatcher = new Dispatcher(Executors.newVirtualThreadPerTaskExecutor());
    dispatcher.setMaxRequests(ArtifactLimits.CONNECTIONS_MAX);
    dispatcher.setMaxRequestsPerHost(ArtifactLimits.CONNECTIONS_MAX);
    return new OkHttpClient.Builder()
        .dispatcher(dispatcher)
        .connectionPool(
            new ConnectionPool(ArtifactLimits.CONNECTIONS_MAX, IDLE_MINUTES, TimeUnit.MINUTES))
        .connectTimeout(ArtifactLimits.CONNECT_TIMEOUT)
        .readTimeout(ArtifactLimits.SILENCE_TIMEOUT)
        .writeTimeout(ArtifactLimits.SILENCE_TIMEOUT)
        .callTimeout(ArtifactLimits.CALL_TIMEOUT)
        .build();
  }

  String key(String sha256) {
    return config.prefix() + ObjectKey.of(sha256);
  }

  boolean exists() throws IOException {
    return calls.run(
        "find the bucket",
        () -> client.bucketExists(BucketExistsArgs.builder().bucket(config.bucket()).build()));
  }

  void create() throws IOException {
    try {
      calls.run(
          "make the bucket",
          () -> client.makeBucket(MakeBucketArgs.builder().bucket(config.bucket()).build()));
    } catch (S3Refusal e) {
      if (!e.is("BucketAlreadyOwnedByYou") && !e.is("BucketAlreadyExists")) {
        throw e;
      }
    }
  }

  StatObjectResponse stat(String key) throws IOException {
    return calls.run(
        "find " + key,
        () ->
            client.statObject(
                StatObjectArgs.builder().bucket(config.bucket()).object(key).build()));
  }

  /** The bytes from {@code offset} on, at most {@code length} when that is given. */
  GetObjectResponse get(String key, long offset, @Nullable Long length) throws IOException {
    GetObjectArgs.Builder args = GetObjectArgs.builder().bucket(config.bucket()).object(key);
    if (length != null) {
      args.offset(offset).length(length);
    }
    GetObjectArgs built = args.build();
    return calls.run("read " + key, () -> client.getObject(built));
  }

  /**
   * Makes an object.
   *
   * @param expires whether a lifecycle rule may delete it
   */
  void put(String key, String mediaType, Digested digested, Spool spool, Mode mode, boolean expires)
      throws IOException {
    Path file = spool.file();
    if (file != null && digested.size() > ArtifactLimits.PART_BYTES) {
      putParts(key, mediaType, digested.size(), file, mode, expires);
      return;
    }
    Map<String, String> headers = headers(mediaType, digested, mode, expires);
    if (file == null) {
      putBytes(key, mediaType, spool.bytes(), headers);
    } else {
      putFile(key, mediaType, file, headers);
    }
  }

  private void putBytes(String key, String mediaType, byte[] bytes, Map<String, String> headers)
      throws IOException {
    calls.run(
        "put " + key,
        () ->
            client.putObject(
                PutObjectArgs.builder()
                    .bucket(config.bucket())
                    .object(key)
                    .contentType(mediaType)
                    .extraHeaders(headers)
                    .stream(new ByteArrayInputStream(bytes), bytes.length, -1)
                    .build()));
  }

  private void putFile(String key, String mediaType, Path file, Map<String, String> headers)
      throws IOException {
    calls.run(
        "put " + key,
        () ->
            client.uploadObject(
                UploadObjectArgs.builder()
                    .bucket(config.bucket())
                    .object(key)
                    .contentType(mediaType)
                    .extraHeaders(headers)
                    .filename(file.toString(), ArtifactLimits.PART_BYTES)
                    .build()));
  }

  private static Map<String, String> headers(
      String mediaType, Digested digested, Mode mode, boolean expires) {
    String checksum =
        Base64.getEncoder().encodeToString(HexFormat.of().parseHex(digested.sha256()));
    Map<String, String> headers = new HashMap<>();
    headers.put("x-amz-checksum-sha256", checksum);
    headers.put(MEDIA_TYPE_HEADER, mediaType);
    if (expires) {
      headers.putAll(UPLOAD);
    }
    if (mode == Mode.IF_ABSENT) {
      headers.put("If-None-Match", "*");
    }
    return headers;
  }

  /** Every part is signed with its own SHA-256, which the service checks; the last step decides. */
  private void putParts(
      String key, String mediaType, long size, Path file, Mode mode, boolean expires)
      throws IOException {
    Multimap<String, String> type =
        ImmutableMultimap.<String, String>builder()
            .put("Content-Type", mediaType)
            .put(MEDIA_TYPE_HEADER, mediaType)
            .putAll((expires ? UPLOAD : Map.<String, String>of()).entrySet())
            .build();
    String upload =
        calls
            .run(
                "start parts of " + key,
                () ->
                    client.createMultipartUploadAsync(
                        config.bucket(), config.region(), key, type, null))
            .result()
            .uploadId();
    boolean done = false;
    try {
      Part[] parts = sendParts(key, upload, size, file);
      Multimap<String, String> condition =
          switch (mode) {
            case IF_ABSENT -> ImmutableMultimap.of("If-None-Match", "*");
            case REPLACE -> ImmutableMultimap.of();
          };
      calls.run(
          "complete " + key,
          () ->
              client.completeMultipartUploadAsync(
                  config.bucket(), config.region(), key, upload, parts, condition, null));
      done = true;
    } finally {
      if (!done) {
        abort(key, upload);
      }
    }
  }

  private Part[] sendParts(String key, String upload, long size, Path file) throws IOException {
    int count = Math.toIntExact(Math.ceilDiv(size, ArtifactLimits.PART_BYTES));
    Part[] parts = new Part[count];
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      for (int number = 1; number <= count; number++) {
        long offset = (number - 1) * ArtifactLimits.PART_BYTES;
        long length = Math.min(ArtifactLimits.PART_BYTES, size - offset);
        parts[number - 1] = sendPart(key, upload, number, bytes, offset, length);
      }
    }
    return parts;
  }

  private Part sendPart(
      String key, String upload, int number, RandomAccessFile bytes, long offset, long length)
      throws IOException {
    return new Part(
        number,
        calls
            .run(
                "put part " + number + " of " + key,
                () -> {
                  bytes.seek(offset);
                  return client.uploadPartAsync(
                      config.bucket(),
                      config.region(),
                      key,
                      bytes,
                      length,
                      upload,
                      number,
                      null,
                      null);
                })
            .etag());
  }

  /** Parts that cannot be removed now are left to the bucket's lifecycle rule. */
  private void abort(String key, String upload) {
    try {
      calls.run(
          "abort " + key,
          () ->
              client.abortMultipartUploadAsync(
                  config.bucket(), config.region(), key, upload, null, null));
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("key", key)
          .addKeyValue("upload", upload)
          .setCause(e)
          .log("the parts of an upload could not be removed");
    }
  }

  StoreUnavailableException unavailable(String action, Throwable failure) {
    return calls.unavailable(action, failure);
  }

  @Override
  public void close() {
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }
}
