package dev.assay.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** For many calls of any number of threads, each of which ends when its thread is interrupted. */
final class LastingTransport implements Transport {

  private final String url;
  private final HttpClient http;

  LastingTransport(String url) {
    this.url = url;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ClientLimits.CONNECT_TIME);
    boolean plain = "http".equals(URI.create(url).getScheme());
    this.http = (plain ? builder.sslContext(trustingNobody()) : builder).build();
  }

  /** For a client that never opens a TLS connection: reading all authorities takes 0.2 s. */
  private static SSLContext trustingNobody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[0], new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("expected TLS in the JDK", e);
    }
  }

  @Override
  public Answer send(Call call) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + call.path()))
            .timeout(call.limit())
            .method(call.method(), body(call));
    call.headers().forEach(request::header);
    HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("Retry-After").orElse(null),
        response.body());
  }

  private static BodyPublisher body(Call call) throws IOException {
    Path file = call.file();
    if (file != null) {
      return BodyPublishers.ofFile(file);
    }
    return call.hasBody() ? BodyPublishers.ofByteArray(call.body()) : BodyPublishers.noBody();
  }

  @Override
  public boolean readsEarlyAnswers() {
    return true;
  }

  @Override
  public void close() {
    http.close();
  }
}
