package dev.assay.schemas.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads untrusted JSON strictly (duplicate members, unknown members, coercions, trailing text and
 * deep nesting are rejections) and writes messages as JSON.
 */
public final class Json {

  /** Nesting allowed in a JSON message. */
  public static final int DEPTH_MAX = 32;

  /** Sets of parser buffers that are kept for the next document, about 20 KB each. */
  private static final int BUFFERS_MAX = 64;

  /** What a lenient decoder makes of bytes that are no UTF-8. */
  private static final char REPLACEMENT = '\uFFFD';

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.CHARSET_DETECTION) // JSON is UTF-8, RFC 8259 8.1
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEPTH_MAX)
                          .maxNumberLength(64)
                          .maxTokenCount(Limits.JSON_TOKENS_MAX)
                          .maxStringLength(Limits.BATCH_BYTES_MAX)
                          .build())
                  // one set for each thread would be one for each connection
                  .recyclerPool(JsonRecyclerPools.newBoundedPool(BUFFERS_MAX))
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          // Jackson takes text of blanks for nothing at all unless told otherwise.
          .withCoercionConfigDefaults(c -> c.setAcceptBlankAsEmpty(false))
          .withCoercionConfig(
              LogicalType.Textual,
              c -> {
                c.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                c.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                c.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
              })
          .withCoercionConfig(
              LogicalType.Integer,
              c -> c.setCoercion(CoercionInputShape.Float, CoercionAction.Fail))
          .build();

  private Json() {}

  /** The message of type {@code type} that {@code bytes} hold, or why they hold none. */
  public static <T> Parsed<T> parse(byte[] bytes, Class<T> type) {
    try {
      requireUtf8(bytes);
      return present(MAPPER.readValue(bytes, type));
    } catch (IOException e) {
      return new Parsed.Rejected<>(rejection(e));
    }
  }

  /** The message of type {@code type} that {@code node} holds, or why it holds none. */
  public static <T> Parsed<T> parse(JsonNode node, Class<T> type) {
    try {
      return present(MAPPER.treeToValue(node, type));
    } catch (JsonProcessingException e) {
      return new Parsed.Rejected<>(rejection(e));
    }
  }

  private static <T> Parsed<T> present(@Nullable T value) {
    return value == null
        ? new Parsed.Rejected<>(
            Rejection.of(ErrorCode.INVALID_JSON, "expected a JSON document, found null"))
        : new Parsed.Accepted<>(value);
  }

  /** The tree that {@code bytes} hold, read as strictly as messages are, or why there is none. */
  public static Parsed<JsonNode> tree(byte[] bytes) {
    try {
      requireUtf8(bytes);
      JsonNode node = MAPPER.readTree(bytes);
      return node == null || node.isMissingNode()
          ? new Parsed.Rejected<>(
              Rejection.of(ErrorCode.INVALID_JSON, "expected a JSON document, found nothing"))
          : new Parsed.Accepted<>(node);
    } catch (IOException e) {
      return new Parsed.Rejected<>(rejection(e));
    }
  }

  /**
   * The object that {@code bytes} hold, or why there is none: a client's look at an answer before
   * it takes it for one.
   *
   * @param members what the object must have at least, with their types
   */
  public static Parsed<JsonNode> object(byte[] bytes, Map<String, JsonNodeType> members) {
    Parsed<JsonNode> read = tree(bytes);
    return read instanceof Parsed.Accepted<JsonNode>(JsonNode node) ? object(node, members) : read;
  }

  private static Parsed<JsonNode> object(JsonNode node, Map<String, JsonNodeType> members) {
    if (!node.isObject()) {
      return new Parsed.Rejected<>(
          Rejection.of(
              ErrorCode.INVALID_JSON, "expected an object, found " + type(node.getNodeType())));
    }
    return members.entrySet().stream()
        .filter(member -> node.path(member.getKey()).getNodeType() != member.getValue())
        .min(Map.Entry.comparingByKey())
        .<Parsed<JsonNode>>map(
            member -> new Parsed.Rejected<>(mismatch(node, member.getKey(), member.getValue())))
        .orElse(new Parsed.Accepted<>(node));
  }

  /**
   * The elements of a list in an answer, or why they are none: a client's look at them before it
   * takes them for what it asked for.
   *
   * @param answer an object
   * @param list the member that holds the list
   * @param members what each element, an object, must have at least, with their types
   */
  public static Parsed<List<JsonNode>> objects(
      JsonNode answer, String list, Map<String, JsonNodeType> members) {
    if (!answer.path(list).isArray()) {
      return new Parsed.Rejected<>(mismatch(answer, list, JsonNodeType.ARRAY));
    }
    List<JsonNode> elements = new ArrayList<>();
    for (JsonNode element : answer.path(list)) {
      switch (object(element, members)) {
        case Parsed.Accepted<JsonNode>(JsonNode node) -> elements.add(node);
        case Parsed.Rejected<JsonNode>(Rejection rejection) -> {
          String place = list + "[" + elements.size() + "]";
          return new Parsed.Rejected<>(
              new Rejection(rejection.code(), rejection.detail() + ", in " + place, place));
        }
      }
    }
    return new Parsed.Accepted<>(elements);
  }

  private static Rejection mismatch(JsonNode node, String name, JsonNodeType wanted) {
    return new Rejection(
        ErrorCode.INVALID_FIELD,
        "expected member "
            + Require.quoted(name)
            + " of type "
            + type(wanted)
            + ", found "
            + type(node.path(name).getNodeType()),
        name);
  }

  private static String type(JsonNodeType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  /** Refuses what the parser would read leniently; a replacement character may be meant. */
  private static void requireUtf8(byte[] bytes) throws CharacterCodingException {
    if (new String(bytes, StandardCharsets.UTF_8).indexOf(REPLACEMENT) >= 0) {
      var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    }
  }

  /** {@code value} as a JSON tree; null members are left out. */
  public static JsonNode toTree(Object value) {
    return JsonTrees.of(value, MAPPER);
  }

  /** {@code value} as JSON bytes for people and clients; not canonical. */
  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code value} as RFC 8785 canonical bytes. */
  public static byte[] canonical(Object value) {
    return CanonicalJson.bytes(toTree(value));
  }

  /**
   * The id of something by its content: the same content of the same kind has the same id.
   *
   * @param kind keeps ids of unlike things apart
   * @return SHA-256 of {@code kind}, a colon and the hex SHA-256 of the canonical JSON of {@code
   *     content}
   */
  public static String contentId(String kind, Object content) {
    return Digests.sha256Hex(kind + ":" + Digests.sha256Hex(canonical(content)));
  }

  private static Rejection rejection(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof RejectedException rejected) {
        return rejected.rejection();
      }
    }
    IOException fault =
        e instanceof JsonMappingException && e.getCause() instanceof StreamReadException inside
            ? inside
            : e;
    return switch (fault) {
      case UnrecognizedPropertyException unknown ->
          new Rejection(
              ErrorCode.UNKNOWN_FIELD,
              "expected no member " + Require.quoted(unknown.getPropertyName()) + "; remove it",
              path(unknown));
      case InputCoercionException _ when e instanceof JsonMappingException beyond ->
          new Rejection(
              ErrorCode.INVALID_FIELD,
              "expected a number within the range of " + path(beyond) + ", found one beyond it",
              path(beyond));
      case MismatchedInputException absent when absentNumber(absent) ->
          new Rejection(
              ErrorCode.MISSING_FIELD,
              "expected member " + path(absent) + ", found none",
              path(absent));
      case MismatchedInputException mismatch when !mismatch.getPath().isEmpty() ->
          new Rejection(
              ErrorCode.INVALID_FIELD,
              "expected "
                  + kind(mismatch.getTargetType())
                  + " at "
                  + path(mismatch)
                  + ", found another "
                  + (mismatch.getTargetType().isEnum() ? "value" : "type of value"),
              path(mismatch));
      case JsonMappingException refused
          when refused.getPath().isEmpty()
              && refused.getCause() instanceof RuntimeException thrown
              && (thrown instanceof IllegalArgumentException
                  || thrown instanceof ConfigException) ->
          Rejection.of(ErrorCode.INVALID_FIELD, String.valueOf(thrown.getMessage()));
      case JsonMappingException whole when whole.getPath().isEmpty() ->
          Rejection.of(
              ErrorCode.INVALID_JSON,
              "expected one JSON document of the right type, found another value, nothing, or more"
                  + " text after it");
      case JsonMappingException mapped when mapped.getCause() instanceof RuntimeException thrown ->
          new Rejection(ErrorCode.INVALID_FIELD, String.valueOf(thrown.getMessage()), path(mapped));
      case JsonProcessingException broken ->
          Rejection.of(
              ErrorCode.INVALID_JSON,
              "expected well-formed JSON without repeated members, found a fault at byte "
                  + (broken.getLocation() == null ? 0 : broken.getLocation().getByteOffset()));
      default ->
          Rejection.of(
              ErrorCode.INVALID_JSON, "expected readable JSON in UTF-8, found other bytes");
    };
  }

  /** Whether {@code e} tells of a number that is absent or null, which no constructor sees. */
  private static boolean absentNumber(MismatchedInputException e) {
    return !e.getPath().isEmpty() && e.getOriginalMessage().startsWith("Cannot map `null` into");
  }

  /** A value of {@code type} as its JSON. */
  private static String kind(Class<?> type) {
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return "a number";
    }
    if (CharSequence.class.isAssignableFrom(type)) {
      return "a string";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(each -> toTree(each).asText())
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    return Collection.class.isAssignableFrom(type)
        ? "an array"
        : type.isRecord() || Map.class.isAssignableFrom(type) ? "an object" : "another value";
  }

  private static String path(JsonMappingException e) {
    return e.getPath().stream()
        .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : r.getFieldName())
        .limit(8)
        .map(name -> name.length() > 64 ? name.substring(0, 64) : name)
        .collect(Collectors.joining("."));
  }
}
