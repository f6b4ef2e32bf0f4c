package dev.assay.http;

import dev.assay.http.HttpConfig.Authentication;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Says whom a server lets in, and for what. Of a token it tells the name that people use alone. */
final class PrincipalCalls {

  private final Authentication authentication;

  PrincipalCalls(Authentication authentication) {
    this.authentication = authentication;
  }

  List<Route> routes() {
    return List.of(Route.get("/v1/principals", Permission.INSPECT, _ -> list()));
  }

  private Response list() {
    return switch (authentication) {
      case Authentication.Open _ -> answer(List.of(), List.of());
      case Authentication.Bearer(Credentials credentials) ->
          answer(
              Stream.concat(
                      Stream.of(principal(Principal.operator(), List.of())),
                      credentials.principals().principals().stream()
                          .map(entry -> principal(entry.principal(), entry.tokens())))
                  .toList(),
              credentials.issuers().stream().map(PrincipalCalls::issuer).toList());
    };
  }

  private static Response answer(
      List<Map<String, Object>> principals, List<Map<String, Object>> issuers) {
    return Response.json(200, Map.of("items", principals, "issuers", issuers))
        .header("Cache-Control", "no-store");
  }

  private static Map<String, Object> principal(Principal principal, List<Principals.Token> tokens) {
    Map<String, Object> members = granted(principal);
    members.put("tokens", tokens.stream().map(PrincipalCalls::token).toList());
    return members;
  }

  private static Map<String, Object> granted(Principal principal) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", principal.id());
    members.put("roles", principal.roleNames());
    members.put("fleets", principal.fleetNames());
    return members;
  }

  private static Map<String, Object> token(Principals.Token token) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", token.id());
    members.put("created", token.created());
    members.put("notAfter", token.notAfter());
    return members;
  }

  private static Map<String, Object> issuer(OidcIssuer issuer) {
    return Map.of(
        "issuer", issuer.issuer(),
        "audience", issuer.audience(),
        "rules", issuer.rules().stream().map(PrincipalCalls::rule).toList());
  }

  private static Map<String, Object> rule(OidcIssuer.Rule rule) {
    Map<String, Object> members = granted(rule.principal(rule.id()));
    members.put("idClaim", rule.idClaim());
    members.put("claims", rule.claims());
    return members;
  }
}
