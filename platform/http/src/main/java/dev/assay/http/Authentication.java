package dev.assay.http;

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
