package dev.assay.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses answers for clients that take gzip: what GET finds, is text, whole in memory, long
 * enough to gain by it and {@linkplain Response#secret() no secret}. As many at once as it is given
 * processors; one more is sent plain, and nobody waits. What is {@linkplain FixedBody fixed} was
 * compressed before.
 *
 * <p>The server library's own encoding is off: it takes every answer, whatever its size and
 * content, and does not say what it varies by.
 */
final class Compression {

  private final Semaphore processors;

  Compression(int processors) {
    this.processors = new Semaphore(processors);
  }

  /** As many processors as leave others for everything else. */
  static Compression ofThisMachine() {
    return new Compression(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  }

  /**
   * The answer as it is sent to who accepts the codings of {@code accepted}.
   *
   * @param method of the route
   */
  Response apply(String method, Optional<String> accepted, Response answer) {
    if (!method.equals("GET")
        || answer.isSecret()
        || answer.status() != 200 && answer.status() != 304
        || !(answer.body() instanceof Response.Whole whole)
        || answer.first("Content-Encoding").isPresent()
        || !text(answer.first("Content-Type").orElse(""))) {
      return answer;
    }
    Response varying = answer.varyingBy("Accept-Encoding");
    if (!AcceptedEncodings.takesGzip(accepted)) {
      return varying;
    }
    byte[] made = whole.zipped();
    if (made != null) {
      return varying.zipped(made);
    }
    int length = whole.bytes().length;
    if (length < HttpLimits.ZIPPED_BYTES_MIN
        || length > HttpLimits.ZIPPED_BYTES_MAX
        || !processors.tryAcquire()) {
      return varying;
    }
    try {
      return varying.zipped(gzip(whole.bytes()));
    } finally {
      processors.release();
    }
  }

  private static boolean text(String contentType) {
    String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return type.startsWith("text/")
        || type.equals(Response.JSON)
        || type.endsWith("+json")
        || type.endsWith("+xml");
  }

  static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4);
    try (GZIPOutputStream zip = new Leveled(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("expected memory to take bytes", e);
    }
    return out.toByteArray();
  }

  /** With the level of {@link HttpLimits#ZIPPED_LEVEL}. */
  private static final class Leveled extends GZIPOutputStream {

    Leveled(ByteArrayOutputStream out) throws IOException {
      super(out, HttpLimits.SLICE_BYTES);
      def.setLevel(HttpLimits.ZIPPED_LEVEL);
    }
  }
}
