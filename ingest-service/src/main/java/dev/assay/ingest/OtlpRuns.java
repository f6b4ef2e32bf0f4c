package dev.assay.ingest;

import dev.assay.artifact.ArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.http.Principal;
import dev.assay.ingest.OtlpJournal.Line;
import dev.assay.ingest.OtlpSplit.Part;
import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of which records come in over OTLP. Bodies lie in the artifact store; in memory a run is
 * its name and the digests of its bodies. A run that is over becomes an execution with one artifact
 * of role {@code tool-trace}: a line of OTLP JSON for each body, which holds the run's part of it
 * and the digest of what was received.
 */
final class OtlpRuns implements AutoCloseable {

  /** The media type under which the verifier {@code quick} reads envelopes. */
  static final String MEDIA_TYPE = "application/vnd.assay.envelopes";

  private static final Logger LOG = LoggerFactory.getLogger(OtlpRuns.class);
  private static final String SOURCE = "urn:assay:otlp";
  private static final long LINES_SPARE = 10_000;

  private final ArtifactStore store;
  private final OtlpDocuments documents;
  private final Intake intake;
  private final Holdings holdings;
  private final OtlpJournal journal;
  private final Path directory;
  private final long artifactBytesMax;
  private final LongSupplier nanoTime;
  private final Map<Owned, Run> open = new LinkedHashMap<>();
  private int bodies;

  /**
   * A body as it was received.
   *
   * @param fleetOtherwise the fleet of what names none
   */
  record Body(String sha256, Signal signal, boolean protobuf, String fleetOtherwise) {}

  /** A run of a principal. */
  private record Owned(String principal, RunKey key) {}

  private static final class Run {
    private final Set<Body> bodies = new LinkedHashSet<>();
    private long lastNanos;
    private boolean rootEnded;
    private boolean ending;
  }

  /** The runs that {@code directory} remembers; they count as quiet from now on. */
  OtlpRuns(
      ArtifactStore store,
      OtlpDocuments documents,
      Intake intake,
      Holdings holdings,
      Path directory,
      long artifactBytesMax,
      LongSupplier nanoTime)
      throws IOException {
    this.store = store;
    this.documents = documents;
    this.intake = intake;
    this.holdings = holdings;
    this.directory = directory;
    this.artifactBytesMax = artifactBytesMax;
    this.nanoTime = nanoTime;
    this.journal = new OtlpJournal(directory);
    journal.read().forEach(this::remember);
    journal.rewrite(lines());
  }

  private void remember(Line line) {
    Owned owned = new Owned(line.principal(), line.key());
    if (line.body() != null) {
      add(owned, line.body(), line.rootEnded());
    } else {
      forget(owned);
    }
  }

  private void add(Owned owned, Body body, boolean rootEnded) {
    Run run = open.computeIfAbsent(owned, _ -> new Run());
    bodies += run.bodies.add(body) ? 1 : 0;
    run.rootEnded |= rootEnded;
    run.ending |= run.bodies.size() >= IngestLimits.OTLP_BODIES_MAX;
    run.lastNanos = nanoTime.getAsLong();
  }

  private void forget(Owned owned) {
    Run run = open.remove(owned);
    bodies -= run == null ? 0 : run.bodies.size();
  }

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    open.forEach((owned, run) ->
        run.bodies.forEach(
            body -> lines.add(new Line(owned.principal(), owned.key(), body, run.rootEnded))));
    return lines;
  }

  /** Whether {@code principal} has that run open. */
  synchronized boolean isOpen(String principal, RunKey key) {
    return open.containsKey(new Owned(principal, key));
  }

  /** Runs that are open. */
  synchronized int size() {
    return open.size();
  }

  /** Takes {@code body} for the runs that it has parts of, or says why there is no room for it. */
  synchronized Optional<Rejection> received(
      Principal sender, List<Map.Entry<RunKey, Part>> parts, Body body) throws IOException {
    Set<Owned> fresh = new HashSet<>();
    for (Map.Entry<RunKey, Part> part : parts) {
      Owned owned = new Owned(sender.id(), part.getKey());
      if (!open.containsKey(owned)) {
        fresh.add(owned);
      }
    }
    if (open.size() + fresh.size() > IngestLimits.OTLP_RUNS_MAX
        || bodies + parts.size() > IngestLimits.OTLP_BODIES_ALL_MAX) {
      return Optional.of(
          Rejection.of(
              ErrorCode.OVERLOADED,
              "expected room for another run or request, found too many open runs; close some or"
                  + " send it again later"));
    }
    List<Line> lines = new ArrayList<>(parts.size());
    for (Map.Entry<RunKey, Part> part : parts) {
      lines.add(new Line(sender.id(), part.getKey(), body, part.getValue().rootEnded()));
    }
    journal.append(lines);
    lines.forEach(this::remember);
    return Optional.empty();
  }

  /**
   * Ends the runs of {@code principal} for {@code workItem}, at the next {@link #closeDue}.
   *
   * @param run one of them, empty for all
   * @return how many
   */
  synchronized int end(String principal, String workItem, String run) {
    int ended = 0;
    for (Map.Entry<Owned, Run> entry : open.entrySet()) {
      RunKey key = entry.getKey().key();
      if (entry.getKey().principal().equals(principal)
          && key.workItem().equals(workItem)
          && (run.isEmpty() || key.run().equals(run))) {
        entry.getValue().ending = true;
        ended++;
      }
    }
    return ended;
  }

  /** Hands in every run that is over. Called by one thread. */
  void closeDue() throws InterruptedException {
    for (Map.Entry<Owned, Set<Body>> due : due().entrySet()) {
      try {
        if (submitted(due.getKey(), due.getValue())) {
          closed(due.getKey(), due.getValue());
        }
      } catch (IOException | RuntimeException e) {
        LOG.atWarn()
            .addKeyValue("work_item", due.getKey().key().workItem())
            .setCause(e)
            .log("a run was not handed in; it is tried again");
      }
    }
  }

  private synchronized Map<Owned, Set<Body>> due() {
    long now = nanoTime.getAsLong();
    Map<Owned, Set<Body>> due = new LinkedHashMap<>();
    open.forEach((owned, run) -> {
      long quiet = TimeUnit.NANOSECONDS.toSeconds(now - run.lastNanos);
      if (run.ending
          || quiet >= IngestLimits.OTLP_IDLE_SECONDS
          || run.rootEnded && quiet >= IngestLimits.OTLP_QUIET_SECONDS) {
        due.put(owned, new LinkedHashSet<>(run.bodies));
      }
    });
    return due;
  }

  /** Whether the run is done with: accepted, or refused for good. */
  private boolean submitted(Owned owned, Set<Body> received)
      throws IOException, InterruptedException {
    Path trace = Files.createTempFile(directory, "trace", ".ndjson");
    try {
      write(trace, owned, received);
      StoredArtifact stored;
      try (InputStream in = Files.newInputStream(trace)) {
        stored = store.put(in, MEDIA_TYPE, null, artifactBytesMax);
      }
      ArtifactRef artifact =
          new ArtifactRef(
              ArtifactRole.TOOL_TRACE, stored.sha256(), stored.size(), MEDIA_TYPE, null);
      String id =
          Json.contentId("otlp-run", List.of(owned.principal(), owned.key(), stored.sha256()));
      ExecutionEvent event = event(owned.key(), id, List.of(artifact)).by(owned.principal());
      holdings.made(event.data().agent().fleet(), stored.sha256());
      return switch (intake.take(event)) {
        case Acceptance.Accepted _ -> {
          holdings.accepted(event);
          yield true;
        }
        case Acceptance.Refused(Rejection rejection) -> {
          boolean passing =
              rejection.code().httpStatus() == 429 || rejection.code().httpStatus() == 503;
          LOG.atWarn()
              .addKeyValue("work_item", owned.key().workItem())
              .addKeyValue("code", rejection.code())
              .log(passing ? "a run is handed in again later" : "a run was refused");
          yield !passing;
        }
      };
    } catch (ArtifactException e) {
      if (e.code() != ErrorCode.ARTIFACT_TOO_LARGE && e.code() != ErrorCode.ARTIFACT_MISSING) {
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("work_item", owned.key().workItem())
          .addKeyValue("code", e.code())
          .log("a run was refused");
      return true;
    } finally {
      Files.delete(trace);
    }
  }

  private void write(Path trace, Owned owned, Set<Body> received)
      throws IOException, InterruptedException {
    try (BufferedWriter out = Files.newBufferedWriter(trace, StandardCharsets.UTF_8)) {
      for (Body body : received) {
        byte[] bytes;
        try (InputStream in = store.open(body.sha256())) {
          bytes = in.readAllBytes();
        }
        String line =
            documents.read(
                body.signal(),
                body.protobuf(),
                bytes,
                tree ->
                    line(
                        OtlpSplit.of(body.signal(), tree, body.fleetOtherwise()),
                        owned.key(),
                        body));
        out.write(line);
      }
    }
  }

  private static String line(OtlpSplit split, RunKey key, Body body) {
    @Nullable JsonObject part = split.request(key);
    return part == null
        ? ""
        : JsonText.asWritten(part.with("receivedSha256", new Scalar.Text(body.sha256()))) + "\n";
  }

  private synchronized void closed(Owned owned, Set<Body> handedIn) throws IOException {
    Run run = open.get(owned);
    Set<Body> later = run == null ? Set.of() : new LinkedHashSet<>(run.bodies);
    later.removeAll(handedIn);
    List<Line> lines = new ArrayList<>();
    lines.add(new Line(owned.principal(), owned.key(), null, false));
    for (Body body : later) {
      lines.add(new Line(owned.principal(), owned.key(), body, false));
    }
    journal.append(lines);
    lines.forEach(this::remember);
    if (journal.lines() > 2L * bodies + LINES_SPARE) {
      journal.rewrite(lines());
    }
  }

  /** The execution of a run. */
  static ExecutionEvent event(RunKey key, String id, List<ArtifactRef> artifacts) {
    return new ExecutionEvent(
        SOURCE,
        id,
        null,
        null,
        new ExecutionData(
            key.workItem(),
            key.run(),
            key.attempt(),
            OtlpSplit.agent(key),
            null,
            List.of(),
            artifacts,
            List.of(),
            List.of(),
            key.groundTruth(),
            null,
            null,
            List.of()));
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }
}
