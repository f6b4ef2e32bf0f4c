package dev.assay.http;

/**
 * The bounds of one HTTP server.
 *
 * @param requestsMax requests in work at once with which callers send something; one more is
 *     answered 429
 * @param streamsMax requests of a kind that stay open at once (waits, event streams, long uploads);
 *     one more wait is answered without waiting, one more of the others 429
 * @param connectionsMax TCP connections at once, half of them for strangers and half for callers;
 *     one more takes the place of one that is idle or stands still
 * @param headerBytesMax bytes of all headers of a request
 * @param targetCharsMax characters of the request line
 * @param unreadBytesMax bytes taken from a connection ahead of the reader, so also of one chunk
 * @param bodyMemoryBytesMax bytes of all bodies that are held in memory at once
 * @param headMillisMax time from the first byte of a request to the end of its headers
 * @param idleMillisMax silence of a connection before it is closed
 * @param bodyGraceMillis time in which a body may arrive at any speed, and that it may stand still
 * @param bodyBytesPerSecondMin speed of a body that has used its grace
 * @param answerGraceMillis time that the client may not take anything of an answer
 * @param answerBytesPerSecondMin speed of a client that has used this grace
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
    long answerGraceMillis,
    int answerBytesPerSecondMin,
    long drainMillisMax) {

  /** Bytes of an unread body that are read and dropped so that the client sees the answer. */
  static final int LINGER_BYTES_MAX = 1 << 20;

  /** Time for that. */
  static final long LINGER_MILLIS_MAX = 2_000;

  /**
   * Reads in work at once, of the public and of callers each: few, since they cost the machine's
   * processors and disks and not somebody else's. Others wait for {@link #READ_WAIT_MILLIS}, then
   * get 429.
   */
  static final int READ_REQUESTS_MAX = 32;

  /** Time that a read waits for its turn. */
  static final long READ_WAIT_MILLIS = 10_000;

  /** Event streams open at once; each looks into the store whenever it has changed. */
  static final int EVENT_STREAMS_MAX = 512;

  /** Readings of the metrics in work at once; one more is answered 429. */
  static final int METRICS_REQUESTS_MAX = 8;

  /** Principals in a server's file of them. */
  static final int PRINCIPALS_MAX = 10_000;

  /** Tokens of one principal: as many as a change of them needs, and some. */
  static final int TOKENS_MAX = 16;

  /** Fleets of one principal. */
  static final int FLEETS_MAX = 1_000;

  /** Time after which a change of that file counts. */
  static final long PRINCIPALS_AGE_MILLIS_MAX = 200;

  /** Sessions of browsers at once; one more ends the one that was used least recently. */
  static final int SESSIONS_MAX = 4_096;

  /** Sessions of one principal at once; likewise. */
  static final int SESSIONS_OF_PRINCIPAL_MAX = 16;

  /** Time without a request after which a session ends. */
  static final long SESSION_IDLE_MILLIS = 28_800_000;

  /** Time after which a session ends in any case. */
  static final long SESSION_MILLIS_MAX = 86_400_000;

  /** Cookies of the session's name that are looked at in one request. */
  static final int SESSION_COOKIES_MAX = 4;

  /** Rules of one issuer of tokens. */
  static final int RULES_MAX = 64;

  /** Claims that one rule looks at. */
  static final int CLAIMS_MAX = 16;

  /** Characters of a signed token. */
  static final int JWT_CHARS_MAX = 8 * 1024;

  /** Signed tokens that are known to be good without another look. */
  static final int VERIFIED_TOKENS_MAX = 4_096;

  /** How long a signed token that was verified needs no other look. */
  static final long VERIFIED_MILLIS_MAX = 60_000;

  /** Time to connect to an issuer for its keys, and time for its answer. */
  static final int JWKS_MILLIS_MAX = 2_000;

  /** Bytes of an issuer's keys. */
  static final int JWKS_BYTES_MAX = 256 * 1024;

  /** How long an issuer's keys are used without asking for them again. */
  static final long JWKS_AGE_MILLIS = 300_000;

  /** How long keys in a file are used without reading them again. */
  static final long JWKS_FILE_AGE_MILLIS = 10_000;

  /** An issuer is asked for its keys twice in so long at most, whatever tokens come. */
  static final long JWKS_ASK_EVERY_MILLIS = 30_000;

  /** How long an issuer's last keys are used while it does not answer. */
  static final long JWKS_OUTAGE_MILLIS_MAX = 14_400_000;

  /** Bytes of answers that each lane holds in memory at once. */
  static final int ANSWER_MEMORY_BYTES_MAX = 64 << 20;

  /** Bytes of an answer that do not count. */
  static final int ANSWER_BYTES_FREE = 8 * 1024;

  /** Time of standing still after which an answer makes room for another. */
  static final long ANSWER_STILL_MILLIS = 250;

  /** Time that an answer waits for room. */
  static final long ANSWER_WAIT_MILLIS = 2_000;

  /** Bytes of an answer that is worth compressing: shorter ones fit into a packet or two. */
  static final int ZIPPED_BYTES_MIN = 2 * 1024;

  /** Bytes of an answer that is compressed: longer ones would hold a processor for too long. */
  static final int ZIPPED_BYTES_MAX = 8 << 20;

  /** How hard that is tried, from 1, the quickest, to 9. */
  static final int ZIPPED_LEVEL = 4;

  /** Bytes of an answer that are written at once; the client's speed is looked at after each. */
  static final int SLICE_BYTES = 16 * 1024;

  /** Bytes of an answer that the machine holds for a client that does not read. */
  static final int SEND_BUFFER_BYTES = 256 * 1024;

  /** Connections that wait to be accepted. */
  static final int BACKLOG = 4_096;

  /** Time that a request whose client went on waits for a place among those in work. */
  static final long REENTRY_MILLIS = 1_000;

  /** Between two looks at whether the client of a request that waits is there still. */
  static final long LEFT_LOOK_NANOS = 1_000_000_000;

  /** Unread bytes of a body that do not count as memory of bodies. */
  static final int UNREAD_BYTES_FREE = 64 * 1024;

  /** Bytes of a body for which room is made before they come. */
  static final int BODY_BYTES_AT_ONCE = 16 * 1024;

  /** Age of the answer of a health check that is told again. */
  static final long CHECK_AGE_MILLIS_MAX = 1_000;

  /** Time that a health check gets before it counts as failed. */
  static final long CHECK_MILLIS_MAX = 2_000;

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
        1_024, 2_048, 8_192, 16 * 1024, 8 * 1024, 1 << 20, 128 << 20, 10_000, 60_000, 30_000, 1_024,
        10_000, 4_096, 10_000);
  }

  /** These bounds with another number of requests and streams at once. */
  public HttpLimits withConcurrency(int requests, int streams) {
    return with(requests, streams, connectionsMax, headMillisMax, idleMillisMax, bodyGraceMillis);
  }

  /** These bounds with another number of connections. */
  public HttpLimits withConnections(int connections) {
    return with(
        requestsMax, streamsMax, connections, headMillisMax, idleMillisMax, bodyGraceMillis);
  }

  /**
   * These bounds with another patience for slow clients.
   *
   * @param graceMillis for bodies and for answers
   */
  public HttpLimits withPatience(long headMillis, long idleMillis, long graceMillis) {
    return with(requestsMax, streamsMax, connectionsMax, headMillis, idleMillis, graceMillis);
  }

  private HttpLimits with(
      int requests,
      int streams,
      int connections,
      long headMillis,
      long idleMillis,
      long graceMillis) {
    return new HttpLimits(
        requests,
        streams,
        connections,
        headerBytesMax,
        targetCharsMax,
        unreadBytesMax,
        bodyMemoryBytesMax,
        headMillis,
        idleMillis,
        graceMillis,
        bodyBytesPerSecondMin,
        graceMillis == bodyGraceMillis ? answerGraceMillis : graceMillis,
        answerBytesPerSecondMin,
        drainMillisMax);
  }
}
