package dev.assay.cli.replay;

import dev.assay.cli.replay.Difference.Code;
import dev.assay.cli.replay.TopicRecords.Extent;
import dev.assay.core.merkle.Hash;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Feeds everything that the director read to the pure step again and compares what comes out with
 * what is on the topics, in the log and in the object store.
 */
final class Replay {

  /** A fact about a split that stands on the topic. */
  private record Told(RecordPosition place, long timeMillis, String workItem) {}

  private final History history;
  private final Progress progress;
  private final @Nullable Hash expectedRoot;
  private final @Nullable Reverification reverification;
  private final Differences differences = new Differences();
  private final Counts counts = new Counts();
  private final PublishedOutputs found = new PublishedOutputs();
  private final LogReplay log = new LogReplay();
  private final ManifestedRecords manifested = new ManifestedRecords();
  private final Map<String, Told> foundTold = new HashMap<>();
  private final Set<String> rebuiltTold = new HashSet<>();

  Replay(
      History history,
      @Nullable Hash expectedRoot,
      @Nullable Reverification reverification,
      Progress progress) {
    this.history = history;
    this.expectedRoot = expectedRoot;
    this.reverification = reverification;
    this.progress = progress;
  }

  /** Does all of it. */
  ReplayReport run() throws IOException, InterruptedException {
    checkHistory();
    progress.stage("reading requests, dead letters and facts");
    readAround();
    Editions editions = new Editions(history.policies());
    ReportChecks reports =
        new ReportChecks(
            history.artifacts(), history.expiry(), reverification, differences, counts, progress);
    List<List<Integer>> slices = slices();
    for (List<Integer> partitions : slices) {
      progress.stage("replaying partition " + partitions + " of " + slices.size());
      new PartitionReplay(
              history,
              partitions,
              editions,
              found,
              differences,
              counts,
              log,
              manifested,
              rebuiltTold,
              reports)
          .replay(progress);
    }
    progress.stage("comparing executions and dead letters with their manifests");
    manifested.compare(history.records(), differences);
    foundTold.forEach((id, told) -> {
      if (!rebuiltTold.contains(id)) {
        differences.add(
            new Difference(
                Code.FACT_INVENTED,
                told.timeMillis(),
                told.place(),
                null,
                told.workItem(),
                "none",
                id));
      }
    });
    counts.policyDigests.forEach((digest, count) -> {
      if (!editions.has(digest)) {
        differences.add(
            new Difference(
                Code.POLICY_UNKNOWN,
                0,
                null,
                null,
                null,
                "summaries that cite one of the policies " + editions.digests(),
                count + " that cite the policy " + digest));
      }
    });
    LogView view = history.log();
    LogReplay.Result logged = null;
    if (view != null) {
      progress.stage("rebuilding the log's tree");
      logged = log.compare(view, expectedRoot, differences, progress);
    }
    return new ReplayReport(
        history, differences, counts, log.rebuiltCount(), logged, expectedRoot, reverification);
  }

  private void checkHistory() {
    for (Topic<?> topic : KafkaRecords.ALL) {
      history.records().extents(topic).forEach(extent -> checkExtent(topic, extent));
    }
  }

  private void checkExtent(Topic<?> topic, Extent extent) {
    String name = history.records().name(topic);
    if (extent.first() > 0) {
      removed(
          new RecordPosition(name, extent.partition(), 0),
          "the first record",
          "none below " + extent.first());
    }
    if (extent.settled() > extent.end()) {
      removed(
          new RecordPosition(name, extent.partition(), extent.end()),
          "records up to " + extent.settled() + ", which were read before",
          "an end at " + extent.end());
    }
  }

  private void removed(RecordPosition place, String expected, String there) {
    differences.add(new Difference(Code.HISTORY_MISSING, 0, place, null, null, expected, there));
  }

  /** Partitions that belong together: a work item's records stand on one number in every topic. */
  private List<List<Integer>> slices() {
    List<Topic<?>> keyed = new ArrayList<>(KafkaRecords.INPUTS);
    keyed.add(Topic.ATTESTATIONS);
    keyed.add(Topic.DECISIONS);
    Set<List<Integer>> shapes = new HashSet<>();
    Set<Integer> all = new java.util.TreeSet<>();
    for (Topic<?> topic : keyed) {
      List<Integer> shape =
          history.records().extents(topic).stream().map(Extent::partition).toList();
      shapes.add(shape);
      all.addAll(shape);
    }
    return shapes.size() == 1 ? all.stream().map(List::of).toList() : List.of(List.copyOf(all));
  }

  private void readAround() throws IOException, InterruptedException {
    for (Topic<VerificationRequest> topic :
        List.of(Topic.VERIFICATIONS, Topic.VERIFICATIONS_LONG)) {
      each(
          topic,
          entry -> {
            if (topic.codec().decode(entry.value())
                instanceof Parsed.Accepted<VerificationRequest>(VerificationRequest request)) {
              found.request(request, entry.place());
            }
          });
    }
    each(
        Topic.DEAD_LETTERS,
        entry -> {
          if (Topic.DEAD_LETTERS.codec().decode(entry.value())
              instanceof Parsed.Accepted<DeadLetter>(DeadLetter letter)) {
            found.deadLetter(
                new RecordPosition(letter.topic(), letter.partition(), letter.offset()));
          }
        });
    each(
        Topic.GOVERNANCE,
        entry -> {
          if (Topic.GOVERNANCE.codec().decode(entry.value())
              instanceof Parsed.Accepted<GovernanceFact>(GovernanceFact fact)) {
            found.fact(fact.id());
            if (fact.kind() == GovernanceKind.CHILD_OPENED
                || fact.kind() == GovernanceKind.CHILD_SETTLED) {
              foundTold.putIfAbsent(
                  fact.id(), new Told(entry.place(), entry.timestampMillis(), fact.workItem()));
            }
          }
        });
  }

  private void each(Topic<?> topic, TopicRecords.Visitor visitor)
      throws IOException, InterruptedException {
    for (Extent extent : history.records().extents(topic)) {
      history
          .records()
          .read(
              topic,
              extent,
              visitor,
              damage -> {
                if (!topic.equals(Topic.GOVERNANCE)) {
                  differences.add(damage.difference());
                }
              });
    }
  }
}
