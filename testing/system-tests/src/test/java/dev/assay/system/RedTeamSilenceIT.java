package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Ways to have an accepted event end in silence. Accepted means decided, or refused so that the
 * sender can read it.
 */
class RedTeamSilenceIT {

  private static final String WAIT = "?wait=100";

  /** Executions that one work item may have. */
  private static final int EXECUTIONS_MAX = 128;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    system = SharedUp.system();
  }

  @Test
  void theSameEventAtAnotherTimeGetsTheSameDecision() throws Exception {
    ObjectNode event = event("time-1", "silence/time", "silence.Time");
    String first = decision(post(event.put("time", "2026-11-21T10:00:00Z")));

    assertThat(decision(post(event.put("time", "2026-11-22T23:59:59+01:00")))).isEqualTo(first);
    event.remove("time");
    assertThat(decision(post(event))).isEqualTo(first);
    assertThat(item("silence/time").path("refusals")).isEmpty();
  }

  @Test
  void theSameEventUnderAnotherTraceAndOtherAttributesGetsTheSameDecision() throws Exception {
    ObjectNode event = event("trace-1", "silence/trace", "silence.Trace");
    String first = decision(post(event));

    event.put("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    event.put("subject", "another").put("dataschema", "https://agents.example/v2");
    event.put("partitionkey", "7");

    assertThat(decision(post(event))).isEqualTo(first);
  }

  @Test
  void theSameEventInOtherWordsGetsTheSameDecision() throws Exception {
    ObjectNode event = event("words-1", "silence/words", "silence.Words");
    String first = decision(post(event));
    ObjectNode turned = event.deepCopy();
    ObjectNode data = (ObjectNode) turned.remove("data");
    ObjectNode reversed = data.objectNode();
    List<String> names = new ArrayList<>();
    data.fieldNames().forEachRemaining(names::add);
    names.reversed().forEach(name -> reversed.set(name, data.get(name)));
    turned.set("data", reversed);

    Api.Answer spaced = system.api().post(Api.EVENT, turned.toPrettyString(), WAIT);

    assertThat(decision(spaced)).isEqualTo(first);
  }

  @Test
  void theSameEventInAvroOnTheTopicIsAnsweredAsTheFirst() throws Exception {
    ObjectNode event = event("avro-1", "silence/avro", "silence.Avro");
    var _ = decision(post(event));
    ExecutionEvent read = read(event);
    ExecutionEvent later =
        new ExecutionEvent(
            read.source(), read.id(), "2026-11-23T01:02:03.000Z", "00-ab-cd-00", read.data());

    system
        .records()
        .write(Topic.EXECUTIONS, "silence/avro", Topic.EXECUTIONS.codec().encode(later), Map.of());
    var _ = decision(post(event("avro-2", "silence/avro", "silence.Avro")));

    assertThat(item("silence/avro").path("refused").asInt()).isZero();
    assertThat(item("silence/avro").path("decisions")).hasSize(2);
  }

  @Test
  void otherDataUnderTheSameIdIsAConflictThatTheSenderSees() throws Exception {
    var _ = decision(post(event("silence-twice-1", "silence/twice", "silence.Twice")));

    Api.Answer otherReport = post(event("silence-twice-1", "silence/twice", "silence.Other"));
    Api.Answer otherItem = post(event("silence-twice-1", "silence/elsewhere", "silence.Twice"));

    assertThat(otherReport.status()).isEqualTo(409);
    assertThat(otherReport.code()).isEqualTo("EVENT_CONFLICT");
    assertThat(otherItem.status()).isEqualTo(409);
    assertThat(otherItem.code()).isEqualTo("EVENT_CONFLICT");
  }

  @Test
  void otherDataPublishedPastIngestShowsOnTheWorkItem() throws Exception {
    var _ = decision(post(event("past-1", "silence/past", "silence.Past")));
    ExecutionEvent other = read(event("past-1", "silence/past", "silence.PastOther"));

    system
        .records()
        .write(Topic.EXECUTIONS, "silence/past", Topic.EXECUTIONS.codec().encode(other), Map.of());

    JsonNode refusal =
        Await.value(
            "the work item shows the conflict",
            () -> item("silence/past").path("refusals").valueStream().findFirst());
    assertThat(refusal.path("code").asText()).isEqualTo("EVENT_CONFLICT");
    assertThat(refusal.path("eventId").asText()).isEqualTo("past-1");
    assertThat(refusal.path("eventKey").asText()).isEqualTo(other.eventKey());
    assertThat(refusal.path("input").asText()).isEqualTo(other.contentDigest());
    assertThat(item("silence/past").path("controlState").has("refusals")).isFalse();
    assertThat(system.command("work-items", "silence/past").output())
        .contains("EVENT_CONFLICT  event past-1");
  }

  @Test
  void theExecutionAboveAWorkItemsBoundEndsItsSendersWait() throws Exception {
    String item = "silence/full";
    String report = Samples.passing("silence.Full");
    assertThat(system.api().put(report, "application/xml").status()).isEqualTo(201);
    List<JsonNode> events = new ArrayList<>();
    for (int i = 0; i < EXECUTIONS_MAX; i++) {
      events.add(Samples.event("full-" + i, Samples.dataOf(item, report)));
    }
    Api.Answer full = system.api().post(Api.BATCH, events.toString(), "?wait=300");
    assertThat(full.json()).hasSize(EXECUTIONS_MAX).allMatch(answer -> answer.has("decision"));

    Api.Answer tooMany = post(event("full-more", item, "silence.Full"));
    Api.Answer again = post(event("full-more", item, "silence.Full"));

    assertThat(tooMany.status()).isEqualTo(422);
    assertThat(tooMany.code()).isEqualTo("LIMIT_EXCEEDED");
    assertThat(again.code()).isEqualTo("LIMIT_EXCEEDED");
    JsonNode shown = item(item);
    assertThat(shown.path("refusals")).hasSize(1);
    assertThat(shown.path("refused").asInt()).isEqualTo(1);
    assertThat(shown.path("status").asText()).isNotEqualTo("verifying");
  }

  @Test
  void aFailureInTheControlStateIsFoundAmongTheAttestations() throws Exception {
    Api.Answer failed = post(eventOf("found-1", "silence/found", Samples.failing("silence.Found")));
    assertThat(failed.json().path("decision").path("kind").asText()).isEqualTo("RETRY");

    JsonNode signature =
        item("silence/found")
            .path("controlState")
            .path("hypothesize")
            .path(0)
            .path("signatures")
            .path(0);

    String attestation = failed.json().path("decision").path("attestations").path(0).asText();
    JsonNode stated =
        system.statement(attestation).path("predicate").path("failureSignatures").path(0);
    assertThat(signature.asText()).matches("[0-9a-f]{32}").isEqualTo(stated.path("id").asText());
    for (String id : List.of(signature.asText(), stated.path("variant").asText())) {
      assertThat(
              system
                  .api()
                  .json("/v1/attestations?signature=" + id)
                  .path("items")
                  .valueStream()
                  .map(listed -> listed.path("workItem").asText()))
          .contains("silence/found");
    }
  }

  private static ObjectNode event(String id, String workItem, String report) throws Exception {
    return eventOf(id, workItem, Samples.passing(report));
  }

  /** An event about a report that is stored. */
  private static ObjectNode eventOf(String id, String workItem, String report) throws Exception {
    assertThat(system.api().put(report, "application/xml").status()).isIn(200, 201);
    return Samples.event(id, Samples.dataOf(workItem, report));
  }

  private static Api.Answer post(JsonNode event) throws Exception {
    return system.api().post(Api.EVENT, event.toString(), WAIT);
  }

  /** The id of the decision in an answer, which must have one. */
  private static String decision(Api.Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().path("decision").path("id").asText();
  }

  private static JsonNode item(String workItem) throws Exception {
    return system.api().json("/v1/work-items/" + workItem);
  }

  private static ExecutionEvent read(ObjectNode event) {
    return switch (CloudEvents.structured(event.toString().getBytes(StandardCharsets.UTF_8))) {
      case Parsed.Accepted<ExecutionEvent>(ExecutionEvent read) -> read;
      case Parsed.Rejected<ExecutionEvent>(var rejection) -> throw rejection.asException();
    };
  }
}
