package dev.assay.schemas.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.avro.AvroCodec;
import dev.assay.schemas.avro.Codecs;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.topic.Topic;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is true of every document that {@link Golden} describes. */
class GoldenTest {

  /** What ingest adds to an execution; no document of a client has it. */
  private static final Set<String> STAMPED = Set.of("submittedBy", "witness", "commitment");

  static Stream<Golden.Document> written() {
    return Golden.in("");
  }

  static Stream<Golden.Document> shorter() {
    return Golden.in("short");
  }

  static Stream<Golden.Document> invalid() {
    return Golden.in("invalid");
  }

  @Test
  void everyMessageOfATopicHasDocuments() {
    List<String> messages =
        Topic.all().stream().map(t -> t.codec().schema().getName()).distinct().sorted().toList();

    assertThat(Golden.messages()).isEqualTo(messages);
    for (String name : List.of("full", "required", "bounds")) {
      assertThat(written().filter(d -> d.name().equals(name)).map(Golden.Document::message))
          .isEqualTo(messages);
    }
    assertThat(invalid().map(Golden.Document::message).distinct()).isEqualTo(messages);
  }

  @ParameterizedTest
  @MethodSource("written")
  void aDocumentIsTheSameAfterItsMessageWentThroughAvro(Golden.Document document) {
    AvroCodec<Object> codec = Codecs.of(document.message());
    Object message = document.value();

    Parsed<Object> read = codec.decode(codec.encode(message));

    assertThat(read).isEqualTo(new Parsed.Accepted<>(message));
    assertThat(tree(Golden.write(message))).isEqualTo(tree(document.bytes()));
  }

  @ParameterizedTest
  @MethodSource("shorter")
  void aShorterDocumentIsReadAsTheWholeOne(Golden.Document document) {
    Object whole = new Golden.Document(document.message(), "", document.stem()).value();

    assertThat(document.value()).isEqualTo(whole);
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void aDocumentWithAFaultIsRefusedWithTheCodeInItsName(Golden.Document document) {
    assertThat(document.read())
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            rejected -> assertThat(rejected.rejection().code()).hasToString(document.stem()));
  }

  @ParameterizedTest
  @MethodSource("full")
  void theFullDocumentHasEveryFieldOfTheSchema(Golden.Document document) {
    assertFull("", Codecs.of(document.message()).schema(), tree(document.bytes()));
  }

  static Stream<Golden.Document> full() {
    return written().filter(document -> document.name().equals("full"));
  }

  private static void assertFull(String path, Schema schema, JsonNode node) {
    switch (schema.getType()) {
      case RECORD ->
          schema.getFields().stream()
              .filter(field -> !STAMPED.contains(field.name()))
              .forEach(field -> {
                String place = path + "/" + field.name();
                assertThat(node.has(field.name())).as(place).isTrue();
                assertFull(place, field.schema(), node.get(field.name()));
              });
      case ARRAY -> {
        assertThat(node).as(path).isNotEmpty();
        node.forEach(element -> assertFull(path, schema.getElementType(), element));
      }
      case MAP -> assertThat(node).as(path).isNotEmpty();
      case UNION -> assertFull(path, schema.getTypes().getLast(), node);
      default -> assertThat(node.isValueNode() && !node.isNull()).as(path).isTrue();
    }
  }

  private static JsonNode tree(byte[] bytes) {
    return switch (Json.tree(bytes)) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
      case Parsed.Rejected<JsonNode>(Rejection rejection) -> throw new AssertionError(rejection);
    };
  }
}
