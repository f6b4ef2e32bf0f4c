package dev.assay.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no value of the member it stands at. */
class JsonTest {

  /** A kind of something. */
  enum Kind {
    ONE,
    TWO
  }

  /** A member of each type. */
  record Members(
      @Nullable Integer number,
      @Nullable Long large,
      @Nullable Double share,
      @Nullable Boolean flag,
      @Nullable Kind kind,
      @Nullable List<String> list,
      @Nullable Map<String, String> map,
      @Nullable Inner inner) {}

  /** An object. */
  record Inner(@Nullable String text) {}

  private static Rejection rejection(String json) {
    return switch (Json.parse(json.getBytes(StandardCharsets.UTF_8), Members.class)) {
      case Parsed.Accepted<Members>(Members read) -> throw new AssertionError("read " + read);
      case Parsed.Rejected<Members>(Rejection rejection) -> rejection;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"number", "large", "share", "flag", "kind", "list", "map", "inner"})
  void textWithoutAnySignIsNoValueOfAnotherType(String member) {
    for (String text : List.of("", " ", "\\u0000", "\\t \\n")) {
      Rejection rejection = rejection("{\"" + member + "\":\"" + text + "\"}");

      assertThat(rejection.code()).as("'%s'", text).isEqualTo(ErrorCode.INVALID_FIELD);
      assertThat(rejection.field()).isEqualTo(member);
    }
  }

  @ParameterizedTest
  @CsvSource({"'\"THREE\"'", "'\"one\"'", "'\"\"'", "0"})
  void anotherWordThanThoseOfAListIsToldThem(String value) {
    assertThat(rejection("{\"kind\":" + value + "}").detail())
        .isEqualTo("expected one of ONE, TWO at kind, found another value");
  }
}
