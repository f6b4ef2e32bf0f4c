package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.http.Route;
import dev.assay.ingest.ApprovalSource;
import dev.assay.ingest.DeadLetters;
import dev.assay.ingest.IngestLimits;
import dev.assay.ingest.IngestPorts;
import dev.assay.ingest.IngestService;
import dev.assay.schemas.ErrorCode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiTest {

  private final TestApi api;
  private final JsonNode document;
  private final Map<String, Route> routes = new HashMap<>();

  OpenApiTest(@TempDir Path directory) throws Exception {
    this.api = new TestApi(directory);
    this.document = api.json("/openapi.json");
    List<Route> all = new ArrayList<>(api.http.routes());
    try (DirectoryArtifactStore artifacts =
            DirectoryArtifactStore.open(directory.resolve("artifacts"));
        IngestService ingest =
            new IngestService(
                artifacts,
                new IngestPorts(
                    _ -> new CompletableFuture<>(),
                    _ -> new CompletableFuture<>(),
                    _ -> () -> {},
                    _ -> () -> {},
                    (_, _) -> () -> {},
                    ApprovalSource.NONE,
                    DeadLetters.NONE),
                IngestLimits.defaults(),
                new SimpleMeterRegistry())) {
      all.addAll(ingest.routes());
    }
    all.forEach(route -> routes.put(route.name().replace("...}", "}"), route));
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void everyRouteIsDescribedAndNothingElse() {
    assertThat(operations().keySet()).containsExactlyInAnyOrderElementsOf(routes.keySet());
  }

  @Test
  void theQueryParametersAreThoseThatTheRouteKnows() {
    operations()
        .forEach((name, operation) -> {
          Set<String> described = new TreeSet<>();
          for (JsonNode parameter : operation.path("parameters")) {
            if (parameter.get("in").asText().equals("query")) {
              described.add(parameter.get("name").asText());
            }
          }
          assertThat(described).as(name).isEqualTo(new TreeSet<>(route(name).parameters()));
        });
  }

  @Test
  void aCallIsPublicInTheDocumentExactlyWhenItIs() {
    operations()
        .forEach((name, operation) ->
            assertThat(operation.has("security")).as(name).isEqualTo(route(name).open()));
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    for (JsonNode reference : document.findValues("$ref")) {
      assertThat(document.at(reference.asText().substring(1)).isMissingNode())
          .as(reference.asText())
          .isFalse();
    }
  }

  @Test
  void everyProblemNamesCodesThatExist() {
    Set<String> known = new TreeSet<>();
    for (ErrorCode code : ErrorCode.values()) {
      known.add(code.httpStatus() + " " + code.name());
    }
    operations()
        .forEach((name, operation) ->
            operation
                .get("responses")
                .properties()
                .forEach(response -> {
                  if (response.getValue().at("/content").has("application/problem+json")) {
                    for (String code :
                        response.getValue().get("description").asText().split(", ", -1)) {
                      // Readiness is 503 whatever the failing part is called.
                      assertThat(
                              name.equals("GET /readyz")
                                  || known.contains(response.getKey() + " " + code))
                          .as(name + " " + response.getKey() + " " + code)
                          .isTrue();
                    }
                  }
                }));
  }

  private Route route(String name) {
    return Objects.requireNonNull(routes.get(name), name);
  }

  private Map<String, JsonNode> operations() {
    Map<String, JsonNode> operations = new HashMap<>();
    document
        .get("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(method ->
                    operations.put(
                        method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                        method.getValue())));
    return operations;
  }
}
