package dev.assay.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trees of maps and lists are those that Jackson makes. */
class JsonTreesTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A kind of something. */
  enum Kind {
    ONE
  }

  /** An object. */
  record Inner(String text, @Nullable List<Integer> numbers) {}

  static Stream<Object> values() {
    Map<String, Object> nested = new LinkedHashMap<>();
    nested.put("z", List.of(1, 2L, -3, Long.MAX_VALUE));
    nested.put("a", Map.of("inner", new Inner("text", List.of(1))));
    nested.put("nothing", null);
    nested.put("flag", true);
    nested.put("share", 0.25);
    nested.put("large", new BigDecimal("12345678901234567890.5"));
    nested.put("kind", Kind.ONE);
    nested.put("set", Set.of("only"));
    nested.put("node", MAPPER.createObjectNode().put("x", 1));
    nested.put("bytes", new byte[] {1, 2, 3});
    nested.put("array", new int[] {1, 2});
    nested.put("list", new ArrayList<>(Arrays.asList("a", null, List.of(List.of()))));
    nested.put("sorted", new TreeMap<>(Map.of("b", 1, "a", "?\"\\")));
    nested.put("empty", Map.of());
    return Stream.of(
        nested,
        Map.of(1, "by number"),
        Map.of(Kind.ONE, List.of()),
        List.of(),
        "text",
        7,
        7L,
        false,
        Kind.ONE,
        new Inner("text", List.of()));
  }

  @ParameterizedTest
  @MethodSource("values")
  void aTreeIsTheOneOfAMapper(Object value) {
    JsonNode expected = MAPPER.valueToTree(value);

    assertThat(Json.toTree(value)).isEqualTo(expected);
    assertThat(Json.toTree(value).toString()).isEqualTo(expected.toString());
  }

  @Test
  void aMemberThatARecordLacksIsLeftOutAndOneOfAMapIsNull() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("absent", null);
    map.put("inner", new Inner("text", null));

    assertThat(Json.toTree(map)).hasToString("{\"absent\":null,\"inner\":{\"text\":\"text\"}}");
  }

  @Test
  void whatIsNestedDeeperThanAnyDocumentIsRefused() {
    Object nested = "text";
    for (int depth = 0; depth < 100_000; depth++) {
      nested = depth % 2 == 0 ? List.of(nested) : Map.of("member", nested);
    }
    Object tooDeep = nested;

    assertThatIllegalArgumentException().isThrownBy(() -> Json.toTree(tooDeep));
  }

  @Test
  void aTreeThatIsChangedChangesNoneThatItWasMadeOf() {
    ObjectNode node = MAPPER.createObjectNode().put("x", 1);

    ((ObjectNode) Json.toTree(Map.of("node", node)).get("node")).put("x", 2);

    assertThat(node.get("x").intValue()).isOne();
  }
}
