package dev.assay.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sign.Envelope;
import dev.assay.http.BearerToken;
import dev.assay.http.Permission;
import dev.assay.http.Principals;
import dev.assay.http.Role;
import dev.assay.http.Route;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every route, called over HTTP by a principal of every role about something of its own fleet and
 * of another's. What comes of it is the table of {@code docs/security.md}; with {@code
 * -Dassay.docs=write} it is written anew.
 */
class PermissionTableTest {

  private static final Path DOCUMENT = Path.of("..", "docs", "security.md");
  private static final String BEGIN = "<!-- made of the answers -->\n";
  private static final String OWN = "shop";
  private static final String OTHER = "night";
  private static final String OPERATOR = "0123456789abcdef0123456789abcdef";
  private static final Ed25519Key KEY = Ed25519Key.generate(Instant.EPOCH);

  /** The principals by the heading of their column, with their tokens. */
  private final Map<String, String> principals = new LinkedHashMap<>();

  private final Path file;
  private final TestSystem system;
  private final HttpClient client = HttpClient.newHttpClient();

  PermissionTableTest(@TempDir Path directory) throws IOException {
    this.file = directory.resolve("principals.json");
    for (Role role : Role.values()) {
      principals.put(role.text(), role == Role.OPERATE ? OPERATOR : token(role, List.of(OWN)));
    }
    principals.put("audit, all", token(Role.AUDIT, null));
    this.system = new TestSystem(directory);
    for (String fleet : List.of(OWN, OTHER)) {
      system.ask(item(fleet), "May it go on?", fleet);
      system.store.append(List.of(attestation(fleet), failure(fleet), promotion(fleet)));
      for (String text : List.of(artifact(fleet), report(fleet))) {
        system.artifacts.put(
            new ByteArrayInputStream(text.getBytes(UTF_8)),
            "application/json",
            null,
            Limits.ARTIFACT_BYTES_MAX);
      }
    }
  }

  @AfterEach
  void stop() {
    client.shutdownNow();
    system.close();
  }

  @Test
  void theTableIsWhatTheRoutesAnswer() throws Exception {
    String document = Files.readString(DOCUMENT, UTF_8);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    int end = document.indexOf("\n\n", begin) + 1;
    String expected = document.substring(0, begin) + table() + document.substring(end);
    if ("write".equals(System.getProperty("assay.docs"))) {
      Files.writeString(DOCUMENT, expected, UTF_8);
      return;
    }

    assertThat(document).as("run this test with -Dassay.docs=write").isEqualTo(expected);
  }

  @Test
  void nobodyIsLetInWithoutATokenThatHolds() throws Exception {
    String expired = token(Role.OPERATE, null, Instant.EPOCH);
    String revoked = token(Role.OPERATE, null, null);
    Principals.edit(file, all -> all.without(BearerToken.of(revoked).sha256().substring(0, 16)));

    for (Route route : system.routes()) {
      for (String token : new String[] {null, "wrong-" + OPERATOR, expired, revoked}) {
        assertThat(call(route, token, OWN).statusCode())
            .as(route.name())
            .satisfies(status -> assertThat(status == 401).isEqualTo(!route.open()));
      }
    }
  }

  @Test
  void whoAsksForAnotherFleetIsShownNothingOfIt() throws Exception {
    String auditor = Objects.requireNonNull(principals.get(Role.AUDIT.text()));

    for (String query : List.of("", "&hyperthesis=COST", "&file=cart.js", "&signature=")) {
      String asked = query.endsWith("=") ? query + signature(OTHER) : query;
      assertThat(attestations(OPERATOR, "fleet=" + OTHER + asked)).contains(item(OTHER));
      assertThat(attestations(auditor, "fleet=" + OTHER + asked)).doesNotContain(item(OTHER));
      assertThat(attestations(auditor, "limit=9" + asked)).doesNotContain(item(OTHER));
    }
    assertThat(attestations(auditor, "fleet=" + OWN)).contains(item(OWN));
  }

  private String attestations(String token, String query) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(system.url() + "/v1/attestations?" + query))
            .header("Authorization", "Bearer " + token)
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }

  private String table() throws Exception {
    StringBuilder out = new StringBuilder("| call |");
    principals.keySet().forEach(name -> out.append(' ').append(name).append(" |"));
    out.append("\n|---|").append("---|".repeat(principals.size())).append('\n');
    for (Route route :
        system.routes().stream()
            .sorted(Comparator.comparing(Route::path).thenComparing(Route::method))
            .toList()) {
      out.append("| `").append(route.name().replace("...}", "}")).append("` |");
      for (Map.Entry<String, String> principal : principals.entrySet()) {
        out.append(' ')
            .append(outcome(route, principal.getKey(), principal.getValue()))
            .append(" |");
      }
      out.append('\n');
    }
    return out.toString();
  }

  private String outcome(Route route, String name, String token) throws Exception {
    String own = seen(route, token, OWN);
    String other = seen(route, token, OTHER);
    boolean granted =
        route.open() || route.needs().roles().stream().anyMatch(r -> name.startsWith(r.text()));
    boolean everywhere = name.equals("operate") || name.equals("audit, all");
    if (!granted || route.needs() == Permission.INSPECT && !everywhere) {
      assertThat(own).as(route.name() + " by " + name).isEqualTo("no");
    } else {
      assertThat(own).as(route.name() + " by " + name).isEqualTo("yes");
      assertThat(other)
          .as(route.name() + " by " + name)
          .isIn(everywhere || !fleetsMatter(route) ? List.of("yes") : List.of("404", "no"));
    }
    return own.equals(other) ? own : own.equals("yes") ? "own" : own + "; others' " + other;
  }

  private static boolean fleetsMatter(Route route) {
    return route.path().startsWith("/v1/")
        && !route.open()
        && route.needs() != Permission.ADMINISTER
        && !route.method().equals("PUT")
        && !route.path().equals("/v1/session");
  }

  /** What a principal sees: yes, no for 403, 404. A list shows a thing or does not. */
  private String seen(Route route, String token, String fleet) throws Exception {
    HttpResponse<InputStream> response = call(route, token, fleet);
    try (InputStream body = response.body()) {
      if (response.statusCode() == 404) {
        return "404";
      }
      if (response.statusCode() == 403) {
        return "no";
      }
      assertThat(response.statusCode()).as(route.name()).isIn(200, 201, 202, 204, 422);
      boolean list =
          List.of(
                  "/v1/work-items",
                  "/v1/attestations",
                  "/v1/failures",
                  "/v1/error-rates",
                  "/v1/promotions",
                  "/v1/approvals")
              .contains(route.path());
      // A hook answers what is decided where its caller may see it.
      boolean hook = route.path().equals("/v1/hooks/{harness}");
      String shown =
          switch (route.path()) {
            case "/v1/failures" -> signature(fleet);
            case "/v1/error-rates" -> promotion(fleet).id(); // the last one
            default -> (hook ? "REQUEST_APPROVAL of " : "") + item(fleet);
          };
      return !list && !hook || new String(body.readAllBytes(), UTF_8).contains(shown)
          ? "yes"
          : "404";
    }
  }

  private HttpResponse<InputStream> call(Route route, @Nullable String token, String fleet)
      throws Exception {
    String path =
        switch (route.path()) {
          case "/v1/work-items/{id...}",
              "/v1/work-items/{id...}/events",
              "/v1/work-items/{id...}/lineage",
              "/v1/work-items/{id...}/explanation",
              "/v1/work-items/{id...}/requirements" ->
              route.path().replace("{id...}", item(fleet));
          case "/v1/attestations/{id}", "/v1/attestations/{id}/proof" ->
              route.path().replace("{id}", attestation(fleet).id());
          case "/v1/decisions/{id}" -> route.path().replace("{id}", decision(fleet));
          case "/v1/attestations/{id}/disclosure" ->
              route.path().replace("{id}", attestation(fleet).id()) + "?of=claim";
          case "/v1/failures" -> "/v1/failures?until=1970-01-02T00:00:00Z";
          case "/v1/error-rates" -> "/v1/error-rates?verifier=" + verifier(fleet);
          case "/v1/hooks/{harness}" -> "/v1/hooks/claude-code?workItem=" + item(fleet);
          case "/v1/approvals/{id}" ->
              route.path().replace("{id}", Digests.sha256Hex(item(fleet))) + "?wait=0";
          case "/v1/artifacts/{sha256}" ->
              route.path().replace("{sha256}", Digests.sha256Hex(artifact(fleet)));
          case "/v1/reports/{sha256}" ->
              route.path().replace("{sha256}", Digests.sha256Hex(report(fleet)));
          case "/v1/dead-letters/{id}", "/v1/dead-letters/{id}/replay" ->
              route.path().replace("{id}", "0-17");
          case "/tile/{path...}" -> "/tile/entries/000.p/2";
          case "/v1/traces/close" -> route.path() + "?workItem=" + fleet + "/otlp";
          case "/console/{file}" -> "/console/app.js";
          default -> route.path();
        };
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(system.url() + path));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    switch (route.name()) {
      case "PUT /v1/artifacts" -> request.PUT(BodyPublishers.ofString("some bytes"));
      case "POST /mcp" ->
          request.POST(
              BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"));
      case "POST /v1/executions" ->
          request
              .header("Content-Type", "application/cloudevents+json")
              .POST(BodyPublishers.ofString(event(fleet)));
      case "POST /v1/traces", "POST /v1/logs" ->
          request
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(records(route.path(), fleet)));
      // An answer that is no option changes nothing.
      case "POST /v1/approvals/{id}" ->
          request
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"answer\":\"neither\"}"));
      case "POST /v1/hooks/{harness}" ->
          request.POST(
              BodyPublishers.ofString("{\"session_id\":\"s\",\"hook_event_name\":\"Stop\"}"));
      // Nothing that could be lowered: a refusal of the body, not of the caller.
      case "POST /v1/work-items/{id...}/requirements" ->
          request
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"reason\":\"none\"}"));
      default -> {
        if (route.changes()) {
          request.method(route.method(), BodyPublishers.noBody());
        }
      }
    }
    return client.send(request.build(), BodyHandlers.ofInputStream());
  }

  private static String item(String fleet) {
    return fleet + "/item";
  }

  /** The one in which {@link TestSystem} asks. */
  private static String decision(String fleet) {
    return TestSystem.asking(item(fleet));
  }

  private static String artifact(String fleet) {
    return "{\"artifact\":\"" + fleet + "\"}";
  }

  private static String report(String fleet) {
    return "{\"report\":\"" + fleet + "\"}";
  }

  /** One span, or one log record, of the work item {@code <fleet>/otlp}. */
  private static String records(String path, String fleet) {
    boolean spans = path.equals("/v1/traces");
    return """
    {"%s":[{"resource":{"attributes":[{"key":"assay.work_item","value":{"stringValue":"%s/otlp"}},
     {"key":"assay.fleet","value":{"stringValue":"%2$s"}}]},"%s":[{"%s":[{"traceId":"aa"}]}]}]}\
    """
        .formatted(
            spans ? "resourceSpans" : "resourceLogs",
            fleet,
            spans ? "scopeSpans" : "scopeLogs",
            spans ? "spans" : "logRecords");
  }

  private static String event(String fleet) {
    return """
    {"specversion":"1.0","type":"dev.assay.execution.v1","source":"urn:test","id":"e-%1$s",
     "data":{"workItem":"%1$s/new","run":"r","agent":{"fleet":"%1$s","id":"a"},"artifacts":[]}}\
    """
        .formatted(fleet);
  }

  private static String verifier(String fleet) {
    return "verifier-of-" + fleet;
  }

  private static String signature(String fleet) {
    return "failure-of-" + fleet;
  }

  private static StoredAttestation attestation(String fleet) {
    return attestation(StoredAttestation.Kind.VERIFICATION, fleet, "PASS", List.of());
  }

  private static StoredAttestation failure(String fleet) {
    return attestation(
        StoredAttestation.Kind.VERIFICATION, fleet, "FAIL", List.of(signature(fleet)));
  }

  private static StoredAttestation promotion(String fleet) {
    return attestation(StoredAttestation.Kind.VSA, fleet, "PASSED", List.of());
  }

  private static StoredAttestation attestation(
      StoredAttestation.Kind kind, String fleet, String result, List<String> signatures) {
    byte[] statement =
        ("{\"result\":\"" + result + "\",\"statement\":\"" + fleet + "\"}").getBytes(UTF_8);
    return new StoredAttestation(
        Digests.sha256Hex(statement),
        kind,
        "https://assay.dev/attestation/verification-report/v1",
        item(fleet),
        1,
        verifier(fleet),
        result,
        null,
        "agent-7",
        fleet,
        null,
        Digests.sha256Hex(report(fleet)),
        Instant.EPOCH,
        List.of(new StoredAttestation.Artifact("test-report", Digests.sha256Hex(artifact(fleet)))),
        signatures,
        signatures.isEmpty() ? List.of() : List.of("COST"),
        signatures.isEmpty() ? List.of() : List.of("cart.js"),
        Envelope.signed("application/vnd.in-toto+json", statement, KEY));
  }

  private String token(Role role, @Nullable List<String> fleets) throws IOException {
    return token(role, fleets, null);
  }

  private String token(Role role, @Nullable List<String> fleets, @Nullable Instant notAfter)
      throws IOException {
    String text = BearerToken.random();
    Principals.Entry entry =
        new Principals.Entry(
            "p-" + Digests.sha256Hex(text),
            List.of(role.text()),
            fleets,
            List.of(Principals.Token.of(BearerToken.of(text), notAfter)));
    Principals.edit(file, all -> all.with(entry));
    return text;
  }
}
