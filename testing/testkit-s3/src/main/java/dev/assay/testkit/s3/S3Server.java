package dev.assay.testkit.s3;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;

/**
 * An S3 API on a free loopback port, its buckets the sub-directories of one directory. It checks
 * signatures and checksums and honours conditional puts; it never forces bytes to disk, so what it
 * acknowledged survives a killed process but not a power cut.
 */
public final class S3Server implements AutoCloseable {

  private static final String BACKEND = "filesystem-nio2";

  private final S3Proxy proxy;

  private S3Server(S3Proxy proxy) {
    this.proxy = proxy;
  }

  /** A started server that keeps its objects in {@code directory}, made when absent. */
  public static S3Server start(Path directory) throws IOException {
    return start(directory, 0);
  }

  /** A started server on {@code port}, for a restart where clients expect it. */
  public static S3Server start(Path directory, int port) throws IOException {
    Files.createDirectories(directory);
    Properties properties = new Properties();
    properties.setProperty("s3proxy.endpoint", "http://127.0.0.1:" + port);
    properties.setProperty("s3proxy.authorization", "aws-v4");
    properties.setProperty("s3proxy.identity", "test-access-key");
    properties.setProperty("s3proxy.credential", "test-secret-key");
    // It keeps no tags of objects, and would refuse them.
    properties.setProperty("s3proxy.ignore-unknown-headers", "true");
    properties.setProperty("jclouds.provider", BACKEND);
    properties.setProperty("jclouds.identity", "unused");
    properties.setProperty("jclouds.credential", "unused");
    properties.setProperty("jclouds.filesystem.basedir", directory.toAbsolutePath().toString());
    try {
      S3Proxy.Builder builder = S3Proxy.Builder.fromProperties(properties);
      builder.blobStore(BlobStores.create(BACKEND, properties));
      S3Proxy proxy = builder.build();
      proxy.start();
      return new S3Server(proxy);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("expected the S3 server to start, found " + e, e);
    }
  }

  /** Where clients connect, path-style. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + proxy.getPort());
  }

  public int port() {
    return proxy.getPort();
  }

  /** The region that clients sign for. */
  public String region() {
    return "us-east-1";
  }

  public String accessKey() {
    return "test-access-key";
  }

  public String secretKey() {
    return "test-secret-key";
  }

  @Override
  public void close() {
    try {
      proxy.stop();
    } catch (Exception e) {
      throw new IllegalStateException("expected the S3 server to stop, found " + e, e);
    }
  }
}
