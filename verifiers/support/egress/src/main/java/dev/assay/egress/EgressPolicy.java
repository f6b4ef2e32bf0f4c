package dev.assay.egress;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

/**
 * Which URLs may be fetched: http or https, a named host, and only addresses that are public or
 * named themselves. Every hop of a redirect is asked about anew.
 */
public final class EgressPolicy {

  private static final int PORT_MAX = 65_535;

  private final List<AllowedHost> allowed;
  private final HostResolver resolver;

  /** Finds the addresses of a host name. */
  @FunctionalInterface
  public interface HostResolver {

    /**
     * All addresses of {@code host}, at least one.
     *
     * @throws UnknownHostException when it has none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
  }

  /** What the policy says about one URL. */
  public sealed interface Answer {

    /** It may be fetched, at these addresses and no others. */
    record Allowed(URI uri, List<InetAddress> addresses) implements Answer {

      public Allowed {
        addresses = List.copyOf(addresses);
      }
    }

    /** It may not; {@code why} names no part of the URL. */
    record Denied(String why) implements Answer {}

    /** Its host has no address, or none could be looked up. */
    record Unresolved() implements Answer {}
  }

  /** Allows the named hosts and no others; an empty list allows nothing. */
  public EgressPolicy(List<AllowedHost> allowed) {
    this(allowed, host -> List.of(InetAddress.getAllByName(host)));
  }

  /** The same with another way to find addresses. */
  public EgressPolicy(List<AllowedHost> allowed, HostResolver resolver) {
    this.allowed = List.copyOf(allowed);
    this.resolver = resolver;
  }

  /** Whether no host is allowed. */
  public boolean deniesAll() {
    return allowed.isEmpty();
  }

  /** Checks the URL and resolves its host. */
  public Answer check(String url) {
    AllowedHost target;
    try {
      target = hostAndPort(url);
    } catch (IllegalArgumentException e) {
      return new Answer.Denied("the URL is not a plain http or https URL");
    }
    if (allowed.stream().noneMatch(entry -> entry.covers(target.host(), target.port()))) {
      return new Answer.Denied("the host is not among the allowed hosts");
    }
    return resolved(url, target);
  }

  /**
   * Host and port that {@code url} leads to.
   *
   * @throws IllegalArgumentException when it is not http or https, has no plain host, or a port
   *     that is none (0, or above 65535)
   */
  public static AllowedHost hostAndPort(String url) {
    URI uri = URI.create(url);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean web = scheme.equals("http") || scheme.equals("https");
    if (!web || uri.getHost() == null || uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException("expected an http or https URL with a plain host");
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
    if (port == 0 || port > PORT_MAX) {
      throw new IllegalArgumentException("expected a port from 1 to " + PORT_MAX);
    }
    return new AllowedHost(hostOf(uri), port);
  }

  private static String hostOf(URI uri) {
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    return AllowedHost.withoutFinalDot(host);
  }

  private Answer resolved(String url, AllowedHost target) {
    List<InetAddress> addresses;
    try {
      addresses = resolver.resolve(target.host());
    } catch (UnknownHostException e) {
      return new Answer.Unresolved();
    }
    for (InetAddress address : addresses) {
      boolean named =
          (target.host().equals("localhost") && address.isLoopbackAddress())
              || allowed.stream().anyMatch(entry -> names(entry, address, target.port()));
      if (!named && !PublicAddresses.contains(address)) {
        return new Answer.Denied("the host has a private address that is not named");
      }
    }
    return new Answer.Allowed(URI.create(url), addresses);
  }

  /** Whether {@code entry} is this very address, in whichever spelling. */
  private static boolean names(AllowedHost entry, InetAddress address, int port) {
    if (!entry.coversPort(port)) {
      return false;
    }
    try {
      return InetAddress.ofLiteral(entry.host()).equals(address);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
