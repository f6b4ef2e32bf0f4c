package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.ingest.OtlpJournal.Line;
import dev.assay.ingest.OtlpRun.Share;
import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.ingest.OtlpSplit.Signal;
import dev.assay.ingest.OtlpSpool.Segment;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of which records come in over OTLP. Bodies lie in the artifact store; in memory a run is
 * its name, the digests of its bodies and where its part of each lies ready. Nobody can take all
 * places: a principal may have as many as are free.
 */
final class OtlpRuns implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpRuns.class);
  private static final long LINES_SPARE = 10_000;

  private final OtlpJournal journal;
  private final OtlpSpool spool;
  private final LongSupplier nanoTime;
  private final Bounds bounds;
  private final Map<Owned, OtlpRun> open = new LinkedHashMap<>();
  private final Map<String, Share> shares = new HashMap<>();
  private int bodies;

  /**
   * A body as it was received.
   *
   * @param fleetOtherwise the fleet of what names none
   */
  record Body(String sha256, Signal signal, boolean protobuf, String fleetOtherwise) {}

  /** A run of a principal. */
  record Owned(String principal, RunKey key) {}

  /**
   * A run's part of a body.
   *
   * @param bytes of its lines; 0 when that is not known
   * @param segments where the lines lie ready; empty when they are to be made again
   */
  record Held(int bytes, List<Segment> segments) {

    boolean ready() {
      return !segments.isEmpty();
    }
  }

  /** Bounds of what is open: runs at once, and bytes of one as JSON. */
  record Bounds(int runsMax, long runBytesMax) {}

  /** The runs that {@code directory} remembers; they count as quiet from now on. */
  OtlpRuns(Path directory, LongSupplier nanoTime) throws IOException {
    this(
        directory,
        nanoTime,
        new Bounds(IngestLimits.OTLP_RUNS_MAX, IngestLimits.OTLP_RUN_BYTES_MAX));
  }

  OtlpRuns(Path directory, LongSupplier nanoTime, Bounds bounds) throws IOException {
    this.nanoTime = nanoTime;
    this.bounds = bounds;
    this.journal = new OtlpJournal(directory);
    this.spool = new OtlpSpool(directory);
    journal.read(line -> apply(line, List.of()));
    journal.rewrite(lines());
  }

  private void apply(Line line, List<Segment> segments) {
    Owned owned = new Owned(line.principal(), line.key());
    switch (line) {
      case Line.Taken taken -> {
        OtlpRun run = open.get(owned);
        if (run == null) {
          run = opened(owned);
        }
        add(owned, run, taken.body(), new Held(taken.bytes(), segments));
        run.root = run.root.and(taken.root());
        run.lastNanos = nanoTime.getAsLong();
      }
      case Line.Ending _ -> {
        OtlpRun run = open.get(owned);
        if (run != null) {
          run.ending = true;
        }
      }
      case Line.Closed(var _, var _, var later) -> {
        OtlpRun run = open.get(owned);
        if (run != null) {
          close(owned, run, later);
        }
      }
    }
  }

  private OtlpRun opened(Owned owned) {
    OtlpRun run = new OtlpRun();
    open.put(owned, run);
    share(owned.principal()).runs++;
    return run;
  }

  private void add(Owned owned, OtlpRun run, Body body, Held held) {
    @Nullable Held known = run.bodies.get(body);
    if (known != null && known.ready()) {
      release(held);
      return;
    }
    run.bodies.put(body, held);
    if (known == null) {
      run.bytes += held.bytes();
      bodies++;
      share(owned.principal()).bodies++;
    }
  }

  private void close(Owned owned, OtlpRun run, int later) {
    open.remove(owned);
    Share share = share(owned.principal());
    share.runs--;
    share.bodies -= run.bodies.size();
    bodies -= run.bodies.size();
    if (share.runs == 0) {
      shares.remove(owned.principal());
    }
    int done = run.bodies.size() - later;
    OtlpRun rest = later > 0 ? opened(owned) : null;
    for (Map.Entry<Body, Held> each : run.bodies.entrySet()) {
      if (done-- > 0 || rest == null) {
        release(each.getValue());
      } else {
        add(owned, rest, each.getKey(), each.getValue());
        rest.lastNanos = nanoTime.getAsLong();
      }
    }
  }

  private Share share(String principal) {
    return shares.computeIfAbsent(principal, _ -> new Share());
  }

  private void release(Held held) {
    held.segments().forEach(spool::release);
  }

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    open.forEach((owned, run) -> lines.addAll(run.lines(owned)));
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

  /** Why there is no room for another request of {@code principal}; empty when there is. */
  synchronized Optional<Rejection> refusal(String principal, Collection<RunKey> keys) {
    int fresh = 0;
    for (RunKey key : keys) {
      @Nullable OtlpRun run = open.get(new Owned(principal, key));
      fresh += run == null ? 1 : 0;
      if (run != null && run.full(bounds)) {
        return overloaded("a run with room for another request, found one that is being closed");
      }
    }
    Share share = shares.getOrDefault(principal, new Share());
    boolean room =
        share.runs + fresh <= bounds.runsMax() - open.size()
            && share.bodies + keys.size() <= IngestLimits.OTLP_BODIES_ALL_MAX - bodies;
    return room
        ? Optional.empty()
        : overloaded(
            "room for another run or request of "
                + principal
                + ", found too many open runs; close some");
  }

  private static Optional<Rejection> overloaded(String expected) {
    return Optional.of(
        Rejection.of(ErrorCode.OVERLOADED, "expected " + expected + "; send it again later"));
  }

  /** Lines for a request, which are kept by {@link #received} or released. */
  OtlpLines fresh() {
    return new OtlpLines(spool);
  }

  /**
   * Takes {@code body} for the runs of its {@code lines}.
   *
   * @throws ProblemException with OVERLOADED when there is no room for it
   */
  synchronized void received(String principal, Body body, OtlpLines lines) throws IOException {
    Map<Line.Taken, Held> taken = new LinkedHashMap<>();
    List<RunKey> keys = new ArrayList<>();
    for (RunKey key : lines.keys()) {
      Held held = lines.held(key);
      keys.add(key);
      taken.put(new Line.Taken(principal, key, body, lines.root(key), held.bytes()), held);
    }
    Optional<Rejection> refusal = refusal(principal, keys);
    if (refusal.isPresent()) {
      throw new ProblemException(refusal.get());
    }
    journal.append(List.copyOf(taken.keySet()));
    taken.forEach((line, held) -> apply(line, held.segments()));
    shorten();
  }

  /**
   * Ends the runs of {@code principal} for {@code workItem}: they are due from now on.
   *
   * @param run one of them, empty for all
   * @return how many
   */
  synchronized int end(String principal, String workItem, String run) throws IOException {
    List<Line> ending = new ArrayList<>();
    for (Owned owned : open.keySet()) {
      if (owned.principal().equals(principal)
          && owned.key().workItem().equals(workItem)
          && (run.isEmpty() || owned.key().run().equals(run))) {
        ending.add(new Line.Ending(principal, owned.key()));
      }
    }
    journal.append(ending);
    ending.forEach(line -> apply(line, List.of()));
    return ending.size();
  }

  /** The runs that are over. */
  synchronized List<Owned> due() {
    long now = nanoTime.getAsLong();
    List<Owned> due = new ArrayList<>();
    open.forEach((owned, run) -> {
      long quiet = TimeUnit.NANOSECONDS.toSeconds(now - run.lastNanos);
      if (run.ending
          || run.full(bounds)
          || quiet >= IngestLimits.OTLP_IDLE_SECONDS
          || run.root.ended() && quiet >= IngestLimits.OTLP_QUIET_SECONDS) {
        due.add(owned);
      }
    });
    return due;
  }

  /** The bodies of a run, in the order in which they came. */
  synchronized Map<Body, Held> bodies(Owned owned) {
    OtlpRun run = open.get(owned);
    return run == null ? Map.of() : new LinkedHashMap<>(run.bodies);
  }

  /** The trace context of a run, or null when none of its records has one. */
  synchronized @Nullable String traceparent(Owned owned) {
    OtlpRun run = open.get(owned);
    return run == null ? null : run.root.traceparent();
  }

  /** The line of {@code segment}, of a run that is not closed. */
  byte[] line(Segment segment) throws IOException {
    return spool.read(segment);
  }

  /** The lines of {@code body} cannot be read: they are made of it again. */
  synchronized void lost(Owned owned, Body body) {
    @Nullable OtlpRun run = open.get(owned);
    @Nullable Held held = run == null ? null : run.bodies.get(body);
    if (run != null && held != null) {
      release(held);
      run.bodies.put(body, new Held(held.bytes(), List.of()));
    }
  }

  /** Whether {@code key} of {@code principal} is open and has to read {@code body} again. */
  synchronized boolean waits(String principal, RunKey key, Body body) {
    @Nullable OtlpRun run = open.get(new Owned(principal, key));
    @Nullable Held held = run == null ? null : run.bodies.get(body);
    return held != null && !held.ready();
  }

  /** Keeps the {@code lines} of {@code body}, which was read again, ready for its runs. */
  synchronized void readAgain(String principal, Body body, OtlpLines lines) {
    for (RunKey key : lines.keys()) {
      @Nullable OtlpRun run = open.get(new Owned(principal, key));
      @Nullable Held held = run == null ? null : run.bodies.get(body);
      if (run != null && held != null && !held.ready()) {
        run.bodies.put(body, new Held(held.bytes(), lines.held(key).segments()));
      } else {
        release(lines.held(key));
      }
    }
  }

  /** The run was handed in with its first {@code handedIn} bodies; later ones are another run. */
  synchronized void closed(Owned owned, int handedIn) throws IOException {
    @Nullable OtlpRun run = open.get(owned);
    if (run == null) {
      return;
    }
    Line line =
        new Line.Closed(owned.principal(), owned.key(), Math.max(0, run.bodies.size() - handedIn));
    journal.append(List.of(line));
    apply(line, List.of());
    shorten();
  }

  private void shorten() {
    if (journal.lines() <= 2L * bodies + LINES_SPARE) {
      return;
    }
    try {
      journal.rewrite(lines());
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("reason", e.toString())
          .log("the journal of open runs was not shortened; it is tried again");
    }
  }

  @Override
  public void close() throws IOException {
    spool.close();
    journal.close();
  }
}
