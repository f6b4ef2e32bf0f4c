package dev.assay.schemas.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictReadingTest {

  private static final String GOOD =
      """
      {"workItem":"w-1","run":"r-1","attempt":1,"agent":{"fleet":"f","id":"a"},
       "artifacts":[{"role":"test-report",
         "sha256":"0000000000000000000000000000000000000000000000000000000000000000",
         "size":3,"mediaType":"application/xml"}]}
      """;

  @Test
  void theSmallestEventIsAccepted() {
    assertThat(parse(GOOD)).isInstanceOf(Parsed.Accepted.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "run":"r-1"          | "run":"r-1","extra":1       | UNKNOWN_FIELD
          "id":"a"             | "id":"a","extra":1          | UNKNOWN_FIELD
          "workItem":"w-1",    |                             | MISSING_FIELD
          "w-1"                | "../w"                      | INVALID_ID
          "w-1"                | "w//1"                      | INVALID_ID
          "w-1"                | "w/"                        | INVALID_ID
          "w-1"                | "assay.canary/w"            | RESERVED_ID
          "w-1"                | "assay.manifest/decisions/0" | RESERVED_ID
          "w-1"                | 7                           | INVALID_FIELD
          "attempt":1          | "attempt":0                 | INVALID_FIELD
          "attempt":1          | "attempt":1.5               | INVALID_FIELD
          "attempt":1          | "attempt":"1"               | INVALID_FIELD
          "attempt":1          | "attempt":2147483648        | INVALID_FIELD
          "size":3             | "size":9223372036854775808  | INVALID_FIELD
          "size":3             | "size":3e400                | INVALID_FIELD
          "artifacts":[        | "claims":[],"artifacts":[}  | INVALID_JSON
          "test-report"        | "report"                    | INVALID_FIELD
          0000000000"          | 000000000Z"                 | INVALID_DIGEST
          "size":3             | "size":-1                   | INVALID_FIELD
          "run":"r-1"          | "run":"r-1","run":"r-2"     | INVALID_JSON
          "run":"r-1"          | "run":"r-1","claims":[null] | INVALID_FIELD
          "run":"r-1"          | "run":"r-1","risk":"huge"   | INVALID_FIELD
          """)
  void aFaultIsRejectedWithItsCode(String good, String bad, ErrorCode code) {
    String text = GOOD.replace(good, bad == null ? "" : bad);

    assertThat(parse(text))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class, r -> assertThat(r.rejection().code()).isEqualTo(code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "[]", "null", "7"})
  void whatIsNoEventAtAllIsNoJsonOfOurs(String text) {
    assertThat(parse(text))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            r -> assertThat(r.rejection().code()).isEqualTo(ErrorCode.INVALID_JSON));
  }

  @Test
  void textAfterTheDocumentIsRejected() {
    assertThat(parse(GOOD + " {}"))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            r -> assertThat(r.rejection().code()).isEqualTo(ErrorCode.INVALID_JSON));
  }

  @Test
  void anEventWithoutArtifactsSaysSoWithAnEmptyList() {
    String list = GOOD.substring(GOOD.indexOf(",\n \"artifacts\""), GOOD.lastIndexOf('}'));

    assertThat(parse(GOOD.replace(list, ",\"artifacts\":[]"))).isInstanceOf(Parsed.Accepted.class);
    for (String none : new String[] {"", ",\"artifacts\":null"}) {
      assertThat(parse(GOOD.replace(list, none)))
          .isInstanceOfSatisfying(
              Parsed.Rejected.class,
              r -> {
                assertThat(r.rejection().code()).isEqualTo(ErrorCode.MISSING_FIELD);
                assertThat(r.rejection().field()).isEqualTo("artifacts");
              });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32"})
  void anotherEncodingThanUtf8IsRejected(String charset) {
    assertThat(Json.parse(GOOD.getBytes(Charset.forName(charset)), ExecutionData.class))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            r -> assertThat(r.rejection().code()).isEqualTo(ErrorCode.INVALID_JSON));
  }

  @Test
  void bytesThatAreNoUtf8AreRejectedAndAReplacementCharacterIsNot() {
    String claim = GOOD.replace("\"run\"", "\"claims\":[\"a??b\"],\"run\"");
    byte[] overlong = claim.getBytes(StandardCharsets.ISO_8859_1);
    int at = claim.indexOf("??");
    overlong[at] = (byte) 0xC0;
    overlong[at + 1] = (byte) 0xAF;

    assertThat(Json.parse(overlong, ExecutionData.class))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            r -> assertThat(r.rejection().code()).isEqualTo(ErrorCode.INVALID_JSON));
    assertThat(parse(claim.replace("??", "\uFFFD"))).isInstanceOf(Parsed.Accepted.class);
  }

  @Test
  void overABoundIsARejectionNeverACut() {
    String claims = "\"" + "x".repeat(501) + "\"";

    assertThat(parse(GOOD.replace("\"run\"", "\"claims\":[" + claims + "],\"run\"")))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            r -> assertThat(r.rejection().code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  @Test
  void boundsOfTextCountCharactersNotTheHalvesOfThem() {
    String claim = "\"" + "\uD83D\uDE00".repeat(500) + "\"";

    assertThat(parse(GOOD.replace("\"run\"", "\"claims\":[" + claim + "],\"run\"")))
        .isInstanceOf(Parsed.Accepted.class);
  }

  @Test
  void deepNestingIsRejectedWithoutRecursion() {
    String deep = "[".repeat(100_000);

    assertThat(parse(deep))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            r ->
                assertThat(r.rejection().code())
                    .isIn(ErrorCode.INVALID_JSON, ErrorCode.INVALID_FIELD));
  }

  private static Parsed<ExecutionData> parse(String text) {
    return Json.parse(text.getBytes(StandardCharsets.UTF_8), ExecutionData.class);
  }
}
