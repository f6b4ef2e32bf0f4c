package dev.assay.system;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A TCP connection that speaks HTTP as badly as a test wants, and reads only when it is told to.
 */
final class RawHttp implements AutoCloseable {

  private static final int RECEIVE_BUFFER_BYTES = 4_096;

  private final Socket socket = new Socket();

  RawHttp(String url) throws IOException {
    URI uri = URI.create(url);
    socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
    socket.setSoTimeout((int) Await.PATIENCE.toMillis());
    socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
  }

  /** Sends {@code text}, or as much of it as the server wants. */
  RawHttp send(String text) throws IOException {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    } catch (SocketException _) {
      // the server has had enough
    }
    return this;
  }

  /** The next byte; -1 when the server has closed or reset the connection. */
  int readOne() throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (SocketException _) {
      return -1;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
