package dev.assay.core.director;

import dev.assay.core.director.ItemValue.Accepted;
import dev.assay.core.director.ItemValue.Answer;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An execution of a work item with the answers to its requests; its reports stay in the store. */
final class Execution {

  private final int index;
  private final String eventKey;
  private final Accepted accepted;
  private final @Nullable Plan plan;
  private final List<Answer> answers;
  private final Map<String, Answer> byRequest = new HashMap<>();

  /**
   * An execution.
   *
   * @param index its place among the accepted ones
   * @param plan as it was made when its turn came, or null before
   * @param answers in the order they came
   */
  Execution(
      int index, String eventKey, Accepted accepted, @Nullable Plan plan, List<Answer> answers) {
    this.index = index;
    this.eventKey = eventKey;
    this.accepted = accepted;
    this.plan = plan;
    this.answers = answers;
    answers.forEach(answer -> byRequest.put(answer.requestId(), answer));
  }

  int index() {
    return index;
  }

  String eventKey() {
    return eventKey;
  }

  ExecutionEvent event() {
    return accepted.event();
  }

  /** RFC 3339 time of its record. */
  String time() {
    return accepted.time();
  }

  @Nullable Plan plan() {
    return plan;
  }

  /** The plan of an execution that has one. */
  Plan planned() {
    return Objects.requireNonNull(plan, "expected an execution that is planned");
  }

  List<Answer> answers() {
    return answers;
  }

  /** The answer to a request, or null. */
  @Nullable Answer answer(String requestId) {
    return byRequest.get(requestId);
  }

  /** The role of the artifact that an item of its plan judges. */
  ArtifactRole role(Plan.Item item) {
    return artifact(item).role();
  }

  /** The artifact that an item of its plan judges. */
  ArtifactRef artifact(Plan.Item item) {
    return Plan.artifacts(event().data(), item).getFirst();
  }

  /** As it was with the first {@code count} answers. */
  Execution upTo(int count) {
    return new Execution(index, eventKey, accepted, plan, answers.subList(0, count));
  }

  /** The requests that have to be answered, in order; none before it is planned. */
  List<Plan.Item> due() {
    return plan == null ? List.of() : NestedVerification.due(plan, this);
  }

  /** Whether a report answers one of {@code due}, and says about the very thing it asks for. */
  boolean asks(List<Plan.Item> due, ReportMessage message) {
    return plan != null && due.stream().anyMatch(item -> plan.matches(event(), item, message));
  }
}
