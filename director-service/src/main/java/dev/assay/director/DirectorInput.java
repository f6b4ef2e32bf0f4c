package dev.assay.director;

import dev.assay.runtime.kafka.ExecutionRecords;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** What a record of one of the director's topics says. */
public sealed interface DirectorInput {

  /** The work item it is about; empty when it is unusable. */
  String workItem();

  /** Of the topic executions. */
  record Execution(ExecutionEvent event) implements DirectorInput {
    @Override
    public String workItem() {
      return event.data().workItem();
    }
  }

  /** Of the topic reports. */
  record Report(ReportMessage message) implements DirectorInput {
    @Override
    public String workItem() {
      return message.workItem();
    }
  }

  /** A report on a canary, about which nothing is decided. */
  record Canary(String workItem) implements DirectorInput {}

  /** Of the topic governance. */
  record Governance(GovernanceFact fact) implements DirectorInput {
    @Override
    public String workItem() {
      return fact.workItem();
    }
  }

  /** Bytes that say nothing. */
  record Unusable(Rejection rejection) implements DirectorInput {
    @Override
    public String workItem() {
      return "";
    }
  }

  /**
   * Reads a record of {@code topic}: executions, reports or governance.
   *
   * @throws IllegalArgumentException for another topic
   */
  static DirectorInput read(Topic<?> topic, byte @Nullable [] value, Headers headers) {
    if (topic.equals(Topic.EXECUTIONS)) {
      return switch (ExecutionRecords.read(value, headers)) {
        case Parsed.Accepted<ExecutionEvent>(ExecutionEvent event) -> new Execution(event);
        case Parsed.Rejected<ExecutionEvent>(Rejection rejection) -> new Unusable(rejection);
      };
    }
    if (topic.equals(Topic.REPORTS)) {
      return switch (Topic.REPORTS.codec().decode(value)) {
        case Parsed.Accepted<ReportMessage>(ReportMessage message) ->
            ReservedIds.isCanary(message.workItem())
                ? new Canary(message.workItem())
                : new Report(message);
        case Parsed.Rejected<ReportMessage>(Rejection rejection) -> new Unusable(rejection);
      };
    }
    if (topic.equals(Topic.GOVERNANCE)) {
      return switch (Topic.GOVERNANCE.codec().decode(value)) {
        case Parsed.Accepted<GovernanceFact>(GovernanceFact fact) -> new Governance(fact);
        case Parsed.Rejected<GovernanceFact>(Rejection rejection) -> new Unusable(rejection);
      };
    }
    throw new IllegalArgumentException("expected a topic that the director reads, found " + topic);
  }

  /** The partition on which everything about {@code workItem} stands. */
  static int home(String workItem, int partitions) {
    return Utils.toPositive(Utils.murmur2(workItem.getBytes(StandardCharsets.UTF_8))) % partitions;
  }

  /** Whether an execution stands where its work item's key puts it, under that key. */
  static boolean atHome(String workItem, byte @Nullable [] key, int partition, int partitions) {
    return partition == home(workItem, partitions)
        && Arrays.equals(workItem.getBytes(StandardCharsets.UTF_8), key);
  }

  /**
   * Why a report or a fact that stands on {@code partition} is not taken: its work item's state is
   * kept on another one, where every service writes what is about it. An execution is sent there,
   * since its publisher may place records in another way.
   */
  default Optional<Rejection> misplaced(int partition, int partitions) {
    int home = home(workItem(), partitions);
    return partition == home
        ? Optional.empty()
        : Optional.of(
            Rejection.of(
                ErrorCode.UNKNOWN_REQUEST,
                "expected what is about this work item on partition "
                    + home
                    + ", where its key puts it, found it on "
                    + partition));
  }
}
