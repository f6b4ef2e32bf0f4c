package dev.assay.http;

/** How a server knows its clients. */
public sealed interface Authentication {

  /** The principal of a call that shows no token. */
  String ANONYMOUS = "anonymous";

  /** The principal of a call that shows the server's token. */
  String OPERATOR = "operator";

  /** Everybody may call everything; allowed on loopback addresses only. */
  record Open() implements Authentication {}

  /** Calls that are not public carry {@code Authorization: Bearer <token>}. */
  record Bearer(BearerToken token) implements Authentication {}
}
