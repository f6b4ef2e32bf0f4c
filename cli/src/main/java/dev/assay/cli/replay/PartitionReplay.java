package dev.assay.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.replay.Difference.Code;
import dev.assay.cli.replay.TopicRecords.Extent;
import dev.assay.core.director.Emission;
import dev.assay.core.director.FactRights;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.Statement;
import dev.assay.director.DirectorInput;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Replays the work items of some partitions. */
final class PartitionReplay {

  /** The records of one work item that stand on one partition have one state. */
  private record Group(int partition, String workItem) {}

  private final History history;
  private final List<Integer> partitions;
  private final Editions editions;
  private final PublishedOutputs found;
  private final Differences differences;
  private final Counts counts;
  private final LogReplay log;
  private final ManifestedRecords manifested;
  private final Set<String> told;
  private final ReportChecks reports;
  private final int home;
  private final Set<Integer> withRoles = new HashSet<>();
  private final Map<Group, List<List<ItemReplay.Input>>> inputs = new LinkedHashMap<>();
  private final Map<String, PublishedOutputs.OfItem> outputs = new LinkedHashMap<>();
  private final List<OutputRecord> taken = new ArrayList<>();
  private final Set<String> rebuiltIds = new HashSet<>();

  PartitionReplay(
      History history,
      List<Integer> partitions,
      Editions editions,
      PublishedOutputs found,
      Differences differences,
      Counts counts,
      LogReplay log,
      ManifestedRecords manifested,
      Set<String> told,
      ReportChecks reports) {
    this.history = history;
    this.partitions = partitions;
    this.editions = editions;
    this.found = found;
    this.differences = differences;
    this.counts = counts;
    this.log = log;
    this.manifested = manifested;
    this.told = told;
    this.reports = reports;
    this.home = history.records().extents(Topic.EXECUTIONS).size();
  }

  void replay(Progress progress) throws IOException, InterruptedException {
    List<Topic<?>> topics = KafkaRecords.INPUTS;
    for (int rank = 0; rank < topics.size(); rank++) {
      readInputs(topics.get(rank), rank);
    }
    readOutputs();
    long done = 0;
    for (Map.Entry<Group, List<List<ItemReplay.Input>>> entry : inputs.entrySet()) {
      progress.at("work item", done++, inputs.size());
      Group group = entry.getKey();
      boolean atHome = group.partition() == DirectorInput.home(group.workItem(), home);
      PublishedOutputs.OfItem there = atHome ? outputs.remove(group.workItem()) : null;
      replay(
          group.workItem(),
          entry.getValue(),
          there == null ? new PublishedOutputs.OfItem() : there);
    }
    outputs.forEach((workItem, there) ->
        new ItemComparison(workItem, found, there, differences).compare(List.of()));
    taken.stream().filter(output -> rebuiltIds.contains(output.id())).forEach(log::taken);
  }

  private void replay(
      String workItem, List<List<ItemReplay.Input>> topics, PublishedOutputs.OfItem there)
      throws IOException, InterruptedException {
    counts.workItems++;
    long searchMax =
        Math.min(
            ReplayLimits.SEARCH_STEPS_MAX, ReplayLimits.SEARCH_STEPS_ALL_MAX - counts.searched);
    ItemReplay.Result result = editions.replay(topics, found, there, Math.max(0, searchMax));
    counts.searched += result.searched();
    if (!result.explained()) {
      counts.searchStopped += result.exhausted() ? 1 : 0;
      new ItemComparison(workItem, found, there, differences).compare(result.steps());
    } else if (!result.byTime()) {
      counts.reordered++;
    }
    for (ItemReplay.Step step : result.steps()) {
      count(step);
      reports.check(step);
    }
    reports.finishItem();
  }

  private void count(ItemReplay.Step step) {
    counts.pending += step.input().settled() ? 0 : 1;
    for (Emission emission : step.emissions()) {
      switch (emission) {
        case Emission.Attest attest -> {
          rebuiltIds.add(attest.statement().id());
          log.rebuilt(
              attest.statement().id(), attest.statement().text().getBytes(StandardCharsets.UTF_8));
        }
        case Emission.Decide decide -> counts.rebuiltDecision(decide.decision().id());
        case Emission.NotifyWorkItem(var fact) -> told.add(fact.id());
        case Emission.Refuse _ -> counts.refused++;
        case Emission.RequestVerification _, Emission.PublishWorkItem _ -> {}
      }
    }
  }

  /** What is done with a record of these partitions. */
  @FunctionalInterface
  private interface Taker {
    void take(Entry entry, boolean settled);
  }

  private void read(Topic<?> topic, Taker taker) throws IOException, InterruptedException {
    for (Extent extent : history.records().extents(topic)) {
      if (partitions.contains(extent.partition())) {
        history
            .records()
            .read(
                topic,
                extent,
                entry -> taker.take(entry, entry.place().offset() < extent.settled()),
                damage -> differences.add(damage.difference()));
      }
    }
  }

  private void readInputs(Topic<?> topic, int rank) throws IOException, InterruptedException {
    Map<Integer, Long> newest = new HashMap<>();
    read(
        topic,
        (entry, settled) -> {
          counts.record(topic.name());
          int partition = entry.place().partition();
          long given = entry.timestampMillis();
          long time = given >= 0 ? given : newest.getOrDefault(partition, 0L);
          newest.merge(partition, time, Math::max);
          input(topic, rank, entry, time, settled);
        });
  }

  private void input(Topic<?> topic, int rank, Entry entry, long time, boolean settled) {
    DirectorInput content = DirectorInput.read(topic, entry.value(), entry.headers());
    switch (content) {
      case DirectorInput.Unusable(var rejection) -> {
        counts.refused++;
        if (settled && !found.holdsRefusal(entry.place())) {
          differences.add(
              new Difference(
                  Code.INPUT_CHANGED,
                  time,
                  entry.place(),
                  null,
                  null,
                  "a record that the director can read, or its dead letter",
                  rejection.code() + ": " + SafeText.text(rejection.detail())));
        }
      }
      case DirectorInput.Canary _ -> counts.canaries++;
      case DirectorInput.Execution _
          when !DirectorInput.atHome(
              content.workItem(), entry.key(), entry.place().partition(), home) ->
          counts.rerouted++;
      case DirectorInput.Report _, DirectorInput.Governance _
          when content.misplaced(entry.place().partition(), home).isPresent() ->
          counts.refused++;
      case DirectorInput.Execution _, DirectorInput.Report _, DirectorInput.Governance _ ->
          inputs
              .computeIfAbsent(
                  new Group(entry.place().partition(), content.workItem()),
                  _ -> List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()))
              .get(rank)
              .add(
                  new ItemReplay.Input(
                      entry, time, content, settled, roleless(content, entry.place().partition())));
    }
  }

  /** Whether it needs a role and has none, although facts of its partition had roles before it. */
  private boolean roleless(DirectorInput content, int partition) {
    if (!(content instanceof DirectorInput.Governance(GovernanceFact fact))) {
      return false;
    }
    if (fact.role() != null) {
      withRoles.add(partition);
      return false;
    }
    return withRoles.contains(partition) && !FactRights.roles(fact.kind()).isEmpty();
  }

  private void readOutputs() throws IOException, InterruptedException {
    read(Topic.ATTESTATIONS, this::attestation);
    read(Topic.DECISIONS, (entry, _) -> decision(entry));
  }

  private void attestation(Entry entry, boolean settled) {
    counts.record(Topic.ATTESTATIONS.name());
    switch (Topic.ATTESTATIONS.codec().decode(entry.value())) {
      case Parsed.Rejected<AttestationMessage>(var rejection) ->
          unreadable(Code.ATTESTATION_INVENTED, entry, rejection.detail());
      case Parsed.Accepted<AttestationMessage>(AttestationMessage message) -> {
        String id = Digests.sha256Hex(message.statement());
        if (!id.equals(message.id())) {
          differs(Code.ATTESTATION_DIFFERS, entry, message.workItem(), message.id(), id);
        }
        signature(entry, message);
        OutputRecord output = OutputRecord.of(message, entry.place(), entry.timestampMillis());
        if (isManifest(message)) {
          manifest(message);
        } else {
          policy(message);
          item(message.workItem()).add(output);
        }
        if (settled) {
          taken.add(output);
        }
      }
    }
  }

  private static boolean isManifest(AttestationMessage message) {
    return ReservedIds.isManifest(message.workItem())
        && message.statement().contains("\"predicateType\":\"" + Statement.MANIFEST + "\"");
  }

  /** No input leads to a manifest: it is what the director read, and is taken as it stands. */
  private void manifest(AttestationMessage message) {
    rebuiltIds.add(message.id());
    byte[] statement = message.statement().getBytes(StandardCharsets.UTF_8);
    if (log.manifest(message.id(), statement)) {
      counts.manifests++;
      if (Json.tree(statement) instanceof Parsed.Accepted<JsonNode>(JsonNode tree)
          && Manifest.read(tree) instanceof Parsed.Accepted<Manifest>(Manifest manifest)) {
        manifested.add(manifest);
      }
    }
  }

  private void decision(Entry entry) {
    counts.record(Topic.DECISIONS.name());
    switch (Topic.DECISIONS.codec().decode(entry.value())) {
      case Parsed.Rejected<Decision>(var rejection) ->
          unreadable(Code.DECISION_INVENTED, entry, rejection.detail());
      case Parsed.Accepted<Decision>(Decision decision) ->
          item(decision.workItem())
              .add(OutputRecord.of(decision, entry.place(), entry.timestampMillis()));
    }
  }

  private PublishedOutputs.OfItem item(String workItem) {
    return outputs.computeIfAbsent(workItem, _ -> new PublishedOutputs.OfItem());
  }

  /** Notes the policy that a summary cites; its members stand in the order of canonical JSON. */
  private void policy(AttestationMessage message) {
    String statement = message.statement();
    String before = "\"policy\":{\"digest\":{\"sha256\":\"";
    int from = statement.indexOf(before);
    if (from >= 0 && statement.contains("\"" + Statement.VERIFICATION_SUMMARY + "\"")) {
      int start = from + before.length();
      int end = Math.min(statement.length(), start + Digests.HEX_CHARS);
      counts.policyDigests.merge(statement.substring(start, end), 1L, Long::sum);
    }
  }

  private void signature(Entry entry, AttestationMessage message) {
    List<Ed25519PublicKey> keys = history.keys();
    if (keys.stream().noneMatch(key -> key.keyId().equals(message.keyId()))) {
      counts.signaturesOfUnknownKeys++;
      return;
    }
    counts.signaturesChecked++;
    Envelope envelope =
        Envelope.of(
            Statement.PAYLOAD_TYPE,
            message.statement().getBytes(StandardCharsets.UTF_8),
            List.of(new EnvelopeSignature(message.keyId(), decoded(message.signature()))));
    if (envelope.verifiedBy(keys).isEmpty()) {
      differs(
          Code.ATTESTATION_SIGNATURE,
          entry,
          message.workItem(),
          "a signature by the key " + message.keyId(),
          "one that it did not make, on attestation " + message.id());
    }
  }

  /** The bytes of a signature; none when the text is not base64, which no key signed. */
  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException _) {
      return new byte[0];
    }
  }

  private void unreadable(Code code, Entry entry, String detail) {
    differs(code, entry, null, "none", "a record that cannot be read: " + SafeText.text(detail));
  }

  private void differs(
      Code code, Entry entry, @Nullable String workItem, String expected, String there) {
    differences.add(
        new Difference(
            code, entry.timestampMillis(), entry.place(), null, workItem, expected, there));
  }
}
