package dev.assay.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;

/**
 * Where a server listens and whom it serves.
 *
 * @param host address or name to bind
 * @param port TCP port; 0 takes a free one
 */
public record HttpConfig(String host, int port, Authentication authentication, HttpLimits limits) {

  static final int PORT_MAX = 65_535;

  public HttpConfig {
    if (port < 0 || port > PORT_MAX) {
      throw new IllegalArgumentException("expected a port from 0 to 65535, found " + port);
    }
    if (authentication instanceof Authentication.Open && !loopback(host)) {
      throw new IllegalArgumentException(
          "expected a loopback address for a server without authentication, found "
              + host
              + "; bind 127.0.0.1 or configure a token");
    }
  }

  /** Whether only this machine can reach the server; such a server checks the Host header. */
  public boolean loopback() {
    return loopback(host);
  }

  /** What the time of sessions is taken from. */
  InstantSource clock() {
    return authentication instanceof Authentication.Bearer(Credentials credentials)
        ? credentials.clock()
        : InstantSource.system();
  }

  private static boolean loopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("expected a host that resolves, found " + host, e);
    }
  }

  /** How a server knows its clients. */
  public sealed interface Authentication {

    /** Everybody may call everything; allowed on loopback addresses only. */
    record Open() implements Authentication {}

    /** Calls that are not public carry {@code Authorization: Bearer <token>}. */
    record Bearer(Credentials credentials) implements Authentication {

      /** A server with one token, its operator's. */
      public Bearer(BearerToken operator) {
        this(Credentials.of(operator));
      }
    }
  }
}
