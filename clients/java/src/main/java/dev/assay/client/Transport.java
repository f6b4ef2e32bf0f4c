package dev.assay.client;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** How calls reach a server. */
interface Transport extends AutoCloseable {

  /**
   * What a server says.
   *
   * @param retryAfter the header of this name, or null
   * @param body not read yet; an event stream has no end
   */
  record Answer(int status, @Nullable String retryAfter, InputStream body)
      implements AutoCloseable {

    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  /** The answer to {@code call}; redirects are answers. */
  Answer send(Call call) throws IOException, InterruptedException;

  /** Whether an answer is read that comes before the whole request has gone out. */
  boolean readsEarlyAnswers();

  @Override
  void close();
}
