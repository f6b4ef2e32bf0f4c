package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.Role;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract describes the calls of both halves, ingest's and the store's. */
class OpenApiTest {

  private final TestSystem system;
  private final JsonNode document;
  private final Map<String, Route> routes = new HashMap<>();

  OpenApiTest(@TempDir Path directory) throws IOException {
    this.system = new TestSystem(directory);
    this.document = system.openApi();
    system.routes().forEach(route -> routes.put(route.name().replace("...}", "}"), route));
  }

  @AfterEach
  void stop() {
    system.close();
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
  void aCallMayBeForbiddenExactlyWhenSomebodyMayNotMakeItOrAForeignPageCouldAskForIt() {
    operations()
        .forEach((name, operation) ->
            assertThat(operation.get("responses").has("403"))
                .as(name)
                .isEqualTo(
                    !route(name).open()
                        && (route(name).changes()
                            || route(name).needs().roles().size() < Role.values().length)));
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
