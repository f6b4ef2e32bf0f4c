package dev.assay.client;

import java.io.IOException;

/** How calls reach a server. */
interface Transport extends AutoCloseable {

  /** What a server says. */
  final class Answer {
    private final int status;
    private final byte[] body;

    Answer(int status, byte[] body) {
      this.status = status;
      this.body = body;
    }

    int status() {
      return status;
    }

    byte[] body() {
      return body;
    }
  }

  /** The answer to {@code call}; redirects are answers. */
  Answer send(Call call) throws IOException, InterruptedException;

  @Override
  void close();
}
