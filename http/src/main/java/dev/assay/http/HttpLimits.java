package dev.assay.http;

/**
 * The bounds of one HTTP server.
 *
 * @param requestsMax requests in work at once; one more is answered 429
 * @param streamsMax answers that stay open (event streams, waits) at once; one more is answered 429
 * @param connectionsMax TCP connections at once; more wait in the backlog
 * @param headerBytesMax bytes of all headers of a request
 * @param targetCharsMax characters of the request line
 * @param unreadBytesMax bytes taken from a connection ahead of the reader, so also of one chunk
 * @param bodyMemoryBytesMax bytes of all bodies that are held in memory at once
 * @param headMillisMax time from the first byte of a request to the end of its headers
 * @param idleMillisMax silence of a connection before it is closed
 * @param bodyGraceMillis time in which a body may arrive at any speed
 * @param bodyBytesPerSecondMin average speed of a body after its grace
 * @param drainMillisMax time that requests in work get at shutdown
 */
public record HttpLimits(
    int requestsMax,
    int streamsMax,
    int connectionsMax,
    int headerBytesMax,
    int targetCharsMax,
    int unreadBytesMax,
    int bodyMemoryBytesMax,
    long headMillisMax,
    long idleMillisMax,
    long bodyGraceMillis,
    int bodyBytesPerSecondMin,
    long drainMillisMax) {

  /** Bytes of an unread body that are read and dropped so that the client sees the answer. */
  static final int LINGER_BYTES_MAX = 1 << 20;

  /** Seconds that Retry-After names for a server that is busy. */
  static final int RETRY_BUSY_SECONDS = 1;

  /** Seconds that Retry-After names for a server whose broker or store is away. */
  static final int RETRY_DOWN_SECONDS = 5;

  /** Silence of an event stream before a comment keeps it alive. */
  static final long HEARTBEAT_MILLIS = 15_000;

  public HttpLimits {
    if (requestsMax < 1 || streamsMax < 1 || connectionsMax < 1 || unreadBytesMax < 16_384) {
      throw new IllegalArgumentException(
          "expected at least one request, stream and connection and 16384 unread bytes, found "
              + requestsMax
              + ", "
              + streamsMax
              + ", "
              + connectionsMax
              + ", "
              + unreadBytesMax);
    }
  }

  /** The bounds of a server that is not told otherwise. */
  public static HttpLimits defaults() {
    return new HttpLimits(
        1_024, 4_096, 8_192, 16 * 1024, 8 * 1024, 1 << 20, 128 << 20, 10_000, 60_000, 30_000, 1_024,
        10_000);
  }

  /** These bounds with another number of requests and streams at once. */
  public HttpLimits withConcurrency(int requests, int streams) {
    return new HttpLimits(
        requests,
        streams,
        connectionsMax,
        headerBytesMax,
        targetCharsMax,
        unreadBytesMax,
        bodyMemoryBytesMax,
        headMillisMax,
        idleMillisMax,
        bodyGraceMillis,
        bodyBytesPerSecondMin,
        drainMillisMax);
  }

  /** These bounds with another patience for slow clients. */
  public HttpLimits withPatience(long headMillis, long idleMillis, long graceMillis) {
    return new HttpLimits(
        requestsMax,
        streamsMax,
        connectionsMax,
        headerBytesMax,
        targetCharsMax,
        unreadBytesMax,
        bodyMemoryBytesMax,
        headMillis,
        idleMillis,
        graceMillis,
        bodyBytesPerSecondMin,
        drainMillisMax);
  }
}
