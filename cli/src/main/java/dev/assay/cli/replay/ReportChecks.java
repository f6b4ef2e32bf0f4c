package dev.assay.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DigestMismatchException;
import dev.assay.cli.replay.Difference.Code;
import dev.assay.core.director.Emission;
import dev.assay.director.DirectorInput;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.worker.Rerun;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks what attested reports rest on: that the record holds the report of its digest, that the
 * stored report is whole, and on request that the artifacts are and give the same report again.
 */
final class ReportChecks {

  private final @Nullable ArtifactStore artifacts;
  private final History.Expiry expiry;
  private final @Nullable Reverification reverification;
  private final Differences differences;
  private final Counts counts;
  private final Progress progress;
  private final Map<String, Look> looked = new HashMap<>();
  private final Set<String> told = new HashSet<>();
  private final Map<String, VerificationRequest> requests = new HashMap<>();
  private final List<ItemReplay.Input> reports = new ArrayList<>();
  private final Set<Attested> attested = new HashSet<>();

  ReportChecks(
      @Nullable ArtifactStore artifacts,
      History.Expiry expiry,
      @Nullable Reverification reverification,
      Differences differences,
      Counts counts,
      Progress progress) {
    this.artifacts = artifacts;
    this.expiry = expiry;
    this.reverification = reverification;
    this.differences = differences;
    this.counts = counts;
    this.progress = progress;
  }

  /** Takes note of a step of the work item that is replayed now. */
  void check(ItemReplay.Step step) {
    if (step.input().content() instanceof DirectorInput.Report) {
      reports.add(step.input());
    }
    for (Emission emission : step.emissions()) {
      switch (emission) {
        case Emission.RequestVerification(var request, _) ->
            requests.putIfAbsent(request.requestId(), request);
        case Emission.Attest attest -> tells(attest.statement().text()).ifPresent(attested::add);
        case Emission.Decide _,
            Emission.NotifyWorkItem _,
            Emission.Refuse _,
            Emission.PublishWorkItem _ -> {}
      }
    }
  }

  /** The work item is replayed: checks the reports that were attested. */
  void finishItem() throws IOException, InterruptedException {
    for (ItemReplay.Input input : reports) {
      if (input.content() instanceof DirectorInput.Report(ReportMessage message)) {
        if (attested.remove(new Attested(message.requestId(), message.reportDigest()))) {
          checkReport(message, input);
        }
      }
    }
    requests.clear();
    reports.clear();
    attested.clear();
  }

  /** Which report on which request an attestation is about. */
  private record Attested(String requestId, String reportDigest) {}

  /** Of a verification attestation; others are about no report. */
  private static Optional<Attested> tells(String statement) {
    return Json.tree(statement.getBytes(StandardCharsets.UTF_8))
                instanceof Parsed.Accepted<JsonNode>(JsonNode node)
            && node.path("predicate").path("requestId").isTextual()
        ? Optional.of(
            new Attested(
                node.path("predicate").path("requestId").asText(),
                node.path("predicate").path("reportDigest").asText()))
        : Optional.empty();
  }

  private void checkReport(ReportMessage message, ItemReplay.Input input)
      throws IOException, InterruptedException {
    String digest = Digests.sha256Hex(Json.canonical(message.report()));
    if (!digest.equals(message.reportDigest())) {
      add(
          Code.REPORT_CHANGED,
          message,
          input,
          "a report with the SHA-256 " + message.reportDigest(),
          "one with " + digest);
    }
    ArtifactStore store = artifacts;
    if (store == null) {
      return;
    }
    counts.documentsChecked++;
    switch (look(store, message.reportDigest())) {
      case WHOLE -> {}
      case MISSING -> counts.documentsMissing++;
      case CHANGED ->
          add(
              Code.DOCUMENT_CHANGED,
              message,
              input,
              "the stored report " + message.reportDigest(),
              "other bytes");
    }
    Reverification again = reverification;
    VerificationRequest request = requests.get(message.requestId());
    if (again != null && request != null) {
      progress.at("verifications run again", again.runs(), counts.documentsChecked);
      reverify(store, again, request, message, input);
    }
  }

  private void reverify(
      ArtifactStore store,
      Reverification again,
      VerificationRequest request,
      ReportMessage message,
      ItemReplay.Input input)
      throws IOException, InterruptedException {
    boolean whole = true;
    List<ArtifactRef> judged =
        Rerun.aboutTheRun(message.report()) ? List.of() : message.artifacts();
    for (ArtifactRef artifact : judged) {
      Look known = looked.get(artifact.sha256());
      Look look = known == null ? look(store, artifact.sha256()) : known;
      looked.put(artifact.sha256(), look);
      whole &= look == Look.WHOLE;
      boolean expired =
          look == Look.MISSING
              && expiry.expired(artifact.sha256(), Instant.ofEpochMilli(input.timeMillis()));
      if (look != Look.WHOLE && !expired && told.add(artifact.sha256())) {
        add(
            look == Look.CHANGED ? Code.ARTIFACT_CHANGED : Code.ARTIFACT_MISSING,
            message,
            input,
            "the artifact " + artifact.sha256(),
            look == Look.CHANGED ? "other bytes" : "none");
      }
    }
    String other = again.differing(request, message);
    if (other != null && whole) {
      add(
          Code.REPORT_NOT_REPRODUCED,
          message,
          input,
          "the report " + message.reportDigest() + " of " + request.verifierType(),
          "the report " + other);
    }
  }

  private enum Look {
    WHOLE,
    CHANGED,
    MISSING
  }

  private static Look look(ArtifactStore store, String sha256) throws IOException {
    try (InputStream in = store.open(sha256)) {
      in.transferTo(OutputStream.nullOutputStream());
      return Look.WHOLE;
    } catch (NoSuchArtifactException _) {
      return Look.MISSING;
    } catch (DigestMismatchException _) {
      return Look.CHANGED;
    }
  }

  private void add(
      Code code, ReportMessage message, ItemReplay.Input input, String expected, String there) {
    differences.add(
        new Difference(
            code,
            input.timeMillis(),
            input.entry().place(),
            null,
            message.workItem(),
            expected,
            there));
  }
}
