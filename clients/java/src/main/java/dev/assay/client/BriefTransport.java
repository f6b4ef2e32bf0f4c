package dev.assay.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * For the few calls of a process that ends soon: the JDK's older client starts in a fifth of the
 * time of a processor. It does not notice that its thread is interrupted, a call's limit is that of
 * each read, a file is held in memory while it is sent, and an answer that comes meanwhile is a
 * failure.
 */
final class BriefTransport implements Transport {

  private final String url;

  BriefTransport(String url) {
    this.url = url;
  }

  @Override
  public Answer send(Call call) throws IOException {
    if (!(URI.create(url + call.path()).toURL().openConnection()
        instanceof HttpURLConnection http)) {
      throw new IOException("expected an address of HTTP");
    }
    http.setConnectTimeout((int) ClientLimits.CONNECT_TIME.toMillis());
    http.setReadTimeout((int) call.limit().toMillis());
    http.setInstanceFollowRedirects(false);
    http.setUseCaches(false);
    http.setRequestMethod(call.method());
    http.setRequestProperty("Accept", "*/*");
    call.headers().forEach(http::setRequestProperty);
    if (call.hasBody()) {
      http.setDoOutput(true);
      try (OutputStream out = http.getOutputStream()) {
        write(call, out);
      }
    }
    int status = http.getResponseCode();
    @Nullable InputStream body = status >= 400 ? http.getErrorStream() : http.getInputStream();
    return new Answer(
        status,
        http.getHeaderField("Retry-After"),
        body == null ? InputStream.nullInputStream() : body);
  }

  private static void write(Call call, OutputStream out) throws IOException {
    Path file = call.file();
    if (file == null) {
      out.write(call.body());
    } else {
      Files.copy(file, out);
    }
  }

  @Override
  public boolean readsEarlyAnswers() {
    return false;
  }

  @Override
  public void close() {
    // A connection that is kept alive ends with the process.
  }
}
