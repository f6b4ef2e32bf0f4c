package dev.assay.http;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.Resource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches the keys of an issuer from the URL that was configured and from no other, in bounded time
 * and bytes. The library's time is that of each read, which an answer that trickles never reaches.
 */
final class IssuerKeys extends DefaultResourceRetriever {

  IssuerKeys() {
    super(HttpLimits.JWKS_MILLIS_MAX, HttpLimits.JWKS_MILLIS_MAX, HttpLimits.JWKS_BYTES_MAX);
  }

  @Override
  public Resource retrieveResource(URL url) throws IOException {
    FutureTask<Resource> answer = new FutureTask<>(() -> super.retrieveResource(url));
    Thread asking = Thread.startVirtualThread(answer);
    try {
      return answer.get(HttpLimits.JWKS_MILLIS_MAX, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "expected the keys of an issuer within " + HttpLimits.JWKS_MILLIS_MAX + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException("expected the keys of an issuer, found " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    } finally {
      asking.interrupt(); // which closes its connection
    }
  }

  @Override
  protected HttpURLConnection openHTTPConnection(URL url) throws IOException {
    HttpURLConnection connection = super.openHTTPConnection(url);
    connection.setInstanceFollowRedirects(false);
    return connection;
  }
}
