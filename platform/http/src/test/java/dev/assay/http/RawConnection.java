package dev.assay.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A TCP connection that speaks HTTP as badly as a test wants. */
final class RawConnection implements Closeable {

  private final Socket socket;

  RawConnection(int port) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
  }

  RawConnection send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** Sends {@code count} times {@code piece}, or until the server has had enough. */
  void flood(String piece, int count) {
    try {
      for (int i = 0; i < count; i++) {
        send(piece);
      }
    } catch (IOException _) {
      // the server has closed, which the caller looks at through what it received
    }
  }

  /** The next byte; -1 when the server has closed or reset the connection. */
  int readOne() throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (java.net.SocketException _) {
      return -1;
    }
  }

  /** Everything until the server closes. */
  String readToEnd() throws IOException {
    StringBuilder received = new StringBuilder();
    byte[] buffer = new byte[4_096];
    try {
      for (int n = socket.getInputStream().read(buffer);
          n >= 0;
          n = socket.getInputStream().read(buffer)) {
        received.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
      }
    } catch (java.net.SocketException _) {
      // a reset is an end as well
    }
    return received.toString();
  }

  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
