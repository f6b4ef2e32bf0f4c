package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.InputStream;

/** A request body as it arrives; every way in which it can fail is a {@link BodyException}. */
final class BodyStream extends InputStream {

  private final InputStream body;
  private final ConnectionGuard guard;
  private boolean ended;

  BodyStream(InputStream body, ConnectionGuard guard) {
    this.body = body;
    this.guard = guard;
  }

  /** Whether it was read to its end. */
  boolean ended() {
    return ended;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int read = read(one, 0, 1);
    return read < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    guard.readerReady();
    try {
      int read = body.read(buffer, offset, length);
      ended |= read < 0;
      return read;
    } catch (RequestException e) {
      ErrorCode code =
          switch (e.status().code()) {
            case 408 -> ErrorCode.REQUEST_TIMEOUT;
            case 413 -> ErrorCode.PAYLOAD_TOO_LARGE;
            default -> ErrorCode.MALFORMED_REQUEST;
          };
      throw new BodyException(code, String.valueOf(e.getMessage()));
    } catch (DataReader.InsufficientDataAvailableException | CloseConnectionException _) {
      throw incomplete();
    } catch (DataReader.IncorrectNewLineException | IllegalArgumentException _) {
      throw new BodyException(
          ErrorCode.MALFORMED_REQUEST, "expected a well-framed body, found broken chunks");
    }
  }

  private static BodyException incomplete() {
    return new BodyException(
        ErrorCode.MALFORMED_REQUEST,
        "expected the whole body, found that the connection ended before it");
  }
}
