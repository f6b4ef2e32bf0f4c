package dev.assay.schemas.cloudevents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ExecutionEvent;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CloudEventsTest {

  private static final String DATA =
      """
      {"workItem":"shop/cart","run":"r-1","agent":{"fleet":"f","id":"a"},
       "artifacts":[{"role":"test-report",
         "sha256":"0000000000000000000000000000000000000000000000000000000000000000",
         "size":3,"mediaType":"application/xml"}]}\
      """;

  private static final String GOOD =
      """
      {"specversion":"1.0","type":"dev.assay.execution.v1","source":"https://agents.example/f",
       "id":"e-1","time":"2026-11-21T11:00:00+01:00","datacontenttype":"application/json",
       "traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
       "sequence":7,"data":%s}\
      """
          .formatted(DATA);

  @Test
  void aStructuredEventKeepsItsIdentityTimeAndTrace() {
    ExecutionEvent event = accepted(CloudEvents.structured(bytes(GOOD)));

    assertThat(event.source()).isEqualTo("https://agents.example/f");
    assertThat(event.id()).isEqualTo("e-1");
    assertThat(event.time()).isEqualTo("2026-11-21T10:00:00.000Z");
    assertThat(event.traceparent()).startsWith("00-4bf92f");
    assertThat(event.data().workItem()).isEqualTo("shop/cart");
  }

  @Test
  void dataInBase64IsTheSameEvent() {
    String base64 = Base64.getEncoder().encodeToString(bytes(DATA));
    String document = GOOD.replace("\"data\":" + DATA, "\"data_base64\":\"" + base64 + "\"");

    assertThat(accepted(CloudEvents.structured(bytes(document))))
        .isEqualTo(accepted(CloudEvents.structured(bytes(GOOD))));
  }

  @Test
  void binaryModeIsTheSameEvent() {
    assertThat(accepted(CloudEvents.binary(attributes(), bytes(DATA))))
        .isEqualTo(accepted(CloudEvents.structured(bytes(GOOD))));
  }

  @Test
  void aDocumentThatIsMadeIsReadAsTheSameEvent() {
    ExecutionEvent event = accepted(CloudEvents.structured(bytes(GOOD)));
    ObjectNode document =
        CloudEvents.document(event.source(), event.id(), Json.toTree(event.data()));
    document.put("time", event.time()).put("traceparent", event.traceparent());

    assertThat(accepted(CloudEvents.structured(Json.write(document)))).isEqualTo(event);
  }

  @Test
  void anAttributeThatIsNullCountsAsUnset() {
    String document = GOOD.replace("\"sequence\":7", "\"subject\":null,\"dataschema\":null");

    assertThat(CloudEvents.structured(bytes(document))).isInstanceOf(Parsed.Accepted.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "specversion":"1.0",            |                               | INVALID_CLOUDEVENT
          "specversion":"1.0"             | "specversion":"0.3"           | INVALID_CLOUDEVENT
          "specversion":"1.0"             | "specversion":1               | INVALID_CLOUDEVENT
          "id":"e-1",                     |                               | INVALID_CLOUDEVENT
          "id":"e-1"                      | "id":""                       | INVALID_CLOUDEVENT
          "id":"e-1"                      | "id":"../etc"                 | INVALID_ID
          "id":"e-1"                      | "id":17                       | INVALID_CLOUDEVENT
          "https://agents.example/f"      | "not a uri"                   | INVALID_CLOUDEVENT
          "dev.assay.execution.v1"        | "dev.assay.execution.v2"      | UNSUPPORTED_EVENT_TYPE
          "application/json"              | "application/xml"             | UNSUPPORTED_MEDIA_TYPE
          "application/json"              | "application/json; charset=latin1" | UNSUPPORTED_MEDIA_TYPE
          2026-11-21T11:00:00+01:00       | yesterday                     | INVALID_CLOUDEVENT
          "sequence":7                    | "Sequence":7                  | INVALID_CLOUDEVENT
          "sequence":7                    | "sequence":{}                 | INVALID_CLOUDEVENT
          "sequence":7                    | "sequence":1.5                | INVALID_CLOUDEVENT
          "sequence":7                    | "data_base64":"e30="          | INVALID_CLOUDEVENT
          "run":"r-1"                     | "run":"r-1","verdict":"PASS"  | UNKNOWN_FIELD
          "run":"r-1",                    |                               | MISSING_FIELD
          "id":"e-1"                      | "id":"e-1","id":"e-2"         | INVALID_JSON
          """)
  void aFaultIsRejectedWithItsCode(String good, String bad, ErrorCode code) {
    String document = GOOD.replace(good, bad == null ? "" : bad);

    assertThat(document).isNotEqualTo(GOOD);
    assertThat(rejected(CloudEvents.structured(bytes(document))).code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [1]        | INVALID_CLOUDEVENT
          "text"     | INVALID_CLOUDEVENT
          {}         | INVALID_CLOUDEVENT
          {          | INVALID_JSON
          {"a":1     | INVALID_JSON
          """)
  void whatIsNoEventIsRejected(String document, ErrorCode code) {
    assertThat(rejected(CloudEvents.structured(bytes(document))).code()).isEqualTo(code);
  }

  @Test
  void anEventWithoutDataIsMissingItsData() {
    String document = GOOD.replace(",\"data\":" + DATA, "");

    Rejection rejection = rejected(CloudEvents.structured(bytes(document)));

    assertThat(rejection.code()).isEqualTo(ErrorCode.MISSING_FIELD);
    assertThat(rejection.field()).isEqualTo("data");
  }

  @Test
  void anEventOverTheBoundIsNotRead() {
    String document = GOOD + " ".repeat(Limits.EVENT_BYTES_MAX);

    assertThat(rejected(CloudEvents.structured(bytes(document))).code())
        .isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
  }

  @Test
  void aBatchKeepsItsOrderAndJudgesEachEventByItself() {
    String document = "[" + GOOD + "," + GOOD.replace("e-1", "../2") + "," + GOOD + "]";

    List<Parsed<ExecutionEvent>> events = accepted(CloudEvents.batch(bytes(document)));

    assertThat(events).hasSize(3);
    assertThat(events.get(0)).isEqualTo(events.get(2)).isInstanceOf(Parsed.Accepted.class);
    assertThat(rejected(events.get(1)).code()).isEqualTo(ErrorCode.INVALID_ID);
  }

  @Test
  void anEventOverTheBoundInABatchIsRejectedAlone() {
    String large = GOOD.replace("\"sequence\":7", "\"claims\":[" + blank() + "]");

    List<Parsed<ExecutionEvent>> events =
        accepted(CloudEvents.batch(bytes("[" + GOOD + "," + large + "]")));

    assertThat(events.get(0)).isInstanceOf(Parsed.Accepted.class);
    assertThat(rejected(events.get(1)).code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
  }

  @Test
  void anEmptyBatchAndOneBeyondTheBoundAreRejected() {
    String beyond = "[" + "{},".repeat(Limits.BATCH_EVENTS_MAX) + "{}]";

    assertThat(rejected(CloudEvents.batch(bytes("[]"))).code())
        .isEqualTo(ErrorCode.INVALID_CLOUDEVENT);
    assertThat(rejected(CloudEvents.batch(bytes(beyond))).code())
        .isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(rejected(CloudEvents.batch(bytes(GOOD))).code())
        .isEqualTo(ErrorCode.INVALID_CLOUDEVENT);
  }

  @Test
  void binaryModeWithAForeignAttributeNameIsRejected() {
    Map<String, String> attributes = attributes();
    attributes.put("not-a-name", "x");

    assertThat(rejected(CloudEvents.binary(attributes, bytes(DATA))).code())
        .isEqualTo(ErrorCode.INVALID_CLOUDEVENT);
  }

  private static String blank() {
    return "\"" + "x".repeat(Limits.EVENT_BYTES_MAX) + "\"";
  }

  private static Map<String, String> attributes() {
    return new HashMap<>(
        Map.of(
            "specversion",
            "1.0",
            "type",
            "dev.assay.execution.v1",
            "source",
            "https://agents.example/f",
            "id",
            "e-1",
            "time",
            "2026-11-21T11:00:00+01:00",
            "datacontenttype",
            "application/json; charset=UTF-8",
            "traceparent",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
  }

  private static <T> T accepted(Parsed<T> parsed) {
    return switch (parsed) {
      case Parsed.Accepted<T>(T value) -> value;
      case Parsed.Rejected<T>(Rejection rejection) -> throw new AssertionError(rejection);
    };
  }

  private static Rejection rejected(Parsed<?> parsed) {
    return switch (parsed) {
      case Parsed.Accepted<?> accepted -> throw new AssertionError(accepted);
      case Parsed.Rejected<?>(Rejection rejection) -> rejection;
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
