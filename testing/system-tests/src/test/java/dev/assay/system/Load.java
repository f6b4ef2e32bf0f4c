package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.TlogProof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends passing work to a running system and watches its log: an event is two entries there. The
 * other entries are manifests of topics.
 */
final class Load {

  /** Events sent and not yet logged, at most, in a closed loop. */
  private static final int WINDOW = 4_000;

  private static final int ENTRIES_OF_EVENT = 2;
  private static final Pattern MANIFESTS =
      Pattern.compile("(?m)^assay_manifest_written_total ([0-9.E]+)$");
  private static final int THIRDS = 3;
  private static final long PAUSE_NANOS = 2_000_000;

  private final Api api;
  private final LoadEvents events;
  private @Nullable NoteKey checkpointKey;
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicLong manifests = new AtomicLong();
  private final AtomicLong logged = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final Set<Integer> refused = ConcurrentHashMap.newKeySet();

  /**
   * Load of {@code events}.
   *
   * @param first number of the first event, for a system that has those of another load
   */
  Load(Api api, LoadEvents events, int first) {
    this.api = api;
    this.events = events;
    number.set(first);
  }

  /**
   * Events logged with all their rows in the time of a phase.
   *
   * @param finished with those under way at its end, which were logged after it
   */
  record Rate(long events, double seconds, long finished) {
    double perSecond() {
      return events / seconds;
    }
  }

  /** Latencies in milliseconds, sorted. */
  record Latencies(List<Double> decisions, List<Double> proofs) {

    static double percentile(List<Double> sorted, double share) {
      return sorted.isEmpty()
          ? Double.NaN
          : sorted.get((int) Math.min(sorted.size() - 1.0, Math.ceil(share * sorted.size()) - 1));
    }
  }

  int refused() {
    return refused.size();
  }

  /**
   * Sends as fast as the window allows.
   *
   * @param batch events of a request; 1 posts single events
   */
  Rate closedLoop(int senders, int batch, Duration time) throws Exception {
    countManifests();
    observe();
    sent.set(logged.get());
    long begin = System.nanoTime();
    long end = begin + time.toNanos();
    long before = logged.get();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < senders; i++) {
        var _ = pool.submit(() -> send(batch, end));
      }
      while (System.nanoTime() - end < 0) {
        observe();
        LockSupport.parkNanos(10 * PAUSE_NANOS);
      }
      countManifests();
      observe();
    }
    long inTime = logged.get() - before;
    double seconds = (System.nanoTime() - begin) / 1e9;
    Await.until(
        "everything sent is logged",
        () -> {
          countManifests();
          observe();
          return logged.get() >= sent.get();
        });
    return new Rate(inTime, seconds, logged.get() - before);
  }

  /**
   * What a flood of events came to.
   *
   * @param underWayMax events accepted and not yet logged, at most, as seen every 20 ms
   */
  record Flood(int events, double acceptedSeconds, double loggedSeconds, long underWayMax) {}

  /** Posts {@code count} events in batches as fast as they are taken, however many wait. */
  Flood flood(int count, int senders, int batch) throws Exception {
    countManifests();
    observe();
    long before = logged.get();
    AtomicInteger left = new AtomicInteger(count / batch);
    AtomicLong accepted = new AtomicLong();
    long begin = System.nanoTime();
    long max = 0;
    double acceptedSeconds = 0;
    List<Future<?>> posts = new ArrayList<>();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < senders; i++) {
        posts.add(
            pool.submit(() -> {
              while (left.getAndDecrement() > 0) {
                String events = batch(number.getAndAdd(batch), batch);
                while (api.post(Api.BATCH, events, "").status() != 202) {
                  LockSupport.parkNanos(PAUSE_NANOS);
                }
                var _ = accepted.addAndGet(batch);
              }
              return null;
            }));
      }
      while (logged.get() - before < count) {
        observe();
        max = Math.max(max, accepted.get() - (logged.get() - before));
        if (acceptedSeconds == 0 && accepted.get() >= count) {
          acceptedSeconds = (System.nanoTime() - begin) / 1e9;
        }
        if (logged.get() - before >= count) {
          countManifests();
          observe();
        }
        LockSupport.parkNanos(10 * PAUSE_NANOS);
      }
    }
    for (Future<?> post : posts) {
      var _ = post.get();
    }
    return new Flood(count, acceptedSeconds, (System.nanoTime() - begin) / 1e9, max);
  }

  private void observe() throws IOException, InterruptedException {
    logged.set((PublicLog.head(api).size() - manifests.get()) / ENTRIES_OF_EVENT);
  }

  /** Metrics cost the server more than its checkpoint, so that this is not done at each look. */
  private void countManifests() throws IOException, InterruptedException {
    Matcher counted = MANIFESTS.matcher(api.get("/metrics").body());
    assertThat(counted.find()).as("the manifests that were written are counted").isTrue();
    manifests.set((long) Double.parseDouble(counted.group(1)));
  }

  private @Nullable Void send(int batch, long end) throws IOException, InterruptedException {
    while (System.nanoTime() - end < 0) {
      if (sent.addAndGet(batch) - logged.get() > WINDOW) {
        sent.addAndGet(-batch);
        LockSupport.parkNanos(PAUSE_NANOS);
        continue;
      }
      int first = number.getAndAdd(batch);
      Api.Answer answer =
          batch == 1
              ? api.post(Api.EVENT, events.event(first), "")
              : api.post(Api.BATCH, batch(first, batch), "");
      if (answer.status() != 202) {
        for (int i = 0; i < batch; i++) {
          refused.add(first + i);
        }
        sent.addAndGet(-batch);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return null;
  }

  private String batch(int first, int size) throws IOException, InterruptedException {
    StringJoiner batch = new StringJoiner(",", "[", "]");
    for (int n = first; n < first + size; n++) {
      batch.add(events.event(n));
    }
    return batch.toString();
  }

  /**
   * Sends {@code rate} events a second whatever the answers do, and times each from the moment it
   * was due: to the decision, and of every fifth to a proof of inclusion that was checked. Opens
   * connections of its own.
   */
  Latencies openLoop(int rate, Duration time) throws Exception {
    Queue<Double> decisions = new ConcurrentLinkedQueue<>();
    Queue<Double> proofs = new ConcurrentLinkedQueue<>();
    api.reconnect();
    long begin = System.nanoTime();
    long total = rate * time.toSeconds();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (long i = 0; i < total; i++) {
        long due = begin + i * TimeUnit.SECONDS.toNanos(1) / rate;
        while (System.nanoTime() - due < 0) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        boolean proved = i % 5 == 0;
        var _ = pool.submit(() -> timed(due, proved, decisions, proofs));
      }
    }
    return new Latencies(sorted(decisions), sorted(proofs));
  }

  /**
   * What callers saw who each post an event and wait for its decision, again and again.
   *
   * @param millis from each post to its decision, sorted
   * @param seconds until the last answer
   * @param thirds how many were answered in each third of the time, which tells a steady state
   * @param kinds how many decisions there were of each kind
   */
  record Calls(
      List<Double> millis, double seconds, List<Integer> thirds, Map<String, Integer> kinds) {
    double perSecond() {
      return millis.size() / seconds;
    }
  }

  /** {@code callers} who post one event after the other, each waiting for its decision. */
  Calls callers(int callers, Duration time) throws Exception {
    Queue<Double> millis = new ConcurrentLinkedQueue<>();
    AtomicIntegerArray thirds = new AtomicIntegerArray(THIRDS);
    Map<String, Integer> kinds = new ConcurrentSkipListMap<>();
    long start = System.nanoTime();
    List<Future<?>> calls = new ArrayList<>();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < callers; i++) {
        calls.add(
            pool.submit(() -> {
              while (System.nanoTime() - start < time.toNanos()) {
                int n = number.getAndIncrement();
                String event = events.event(n);
                long begin = System.nanoTime();
                Api.Answer answer = api.post(Api.EVENT, event, "?wait=60");
                if (answer.status() == 200) {
                  millis.add((System.nanoTime() - begin) / 1e6);
                  var _ = kinds.merge(answer.json().at("/decision/kind").asText(), 1, Integer::sum);
                  long third = THIRDS * (System.nanoTime() - start) / time.toNanos();
                  var _ = thirds.incrementAndGet((int) Math.min(THIRDS - 1, third));
                } else {
                  refused.add(n);
                }
              }
              return null;
            }));
      }
    }
    for (Future<?> call : calls) {
      var _ = call.get();
    }
    return new Calls(
        sorted(millis),
        (System.nanoTime() - start) / 1e9,
        IntStream.range(0, THIRDS).mapToObj(thirds::get).toList(),
        kinds);
  }

  private @Nullable Void timed(
      long due, boolean proved, Queue<Double> decisions, Queue<Double> proofs) throws Exception {
    int n = number.getAndIncrement();
    Api.Answer answer = api.post(Api.EVENT, events.event(n), "?wait=60");
    if (answer.status() != 200) {
      refused.add(n);
      return null;
    }
    decisions.add((System.nanoTime() - due) / 1e6);
    if (proved) {
      String id = answer.json().path("decision").path("attestations").path(0).asText();
      JsonNode envelope = Await.value("attestation " + id, () -> found("/v1/attestations/" + id));
      NoteKey key = checkpointKey();
      TlogProof proof =
          TlogProof.parse(
              new String(api.bytes("/v1/attestations/" + id + "/proof"), StandardCharsets.UTF_8));
      var _ =
          proof.requireInclusion(
              Base64.getDecoder().decode(envelope.path("payload").asText()), key, key.key());
      proofs.add((System.nanoTime() - due) / 1e6);
    }
    return null;
  }

  /** Asked for at the first proof: a system may have its log elsewhere. */
  private synchronized NoteKey checkpointKey() throws IOException, InterruptedException {
    NoteKey known = checkpointKey;
    if (known == null) {
      known = api.checkpointKey();
      checkpointKey = known;
    }
    return known;
  }

  private Optional<JsonNode> found(String path) throws IOException, InterruptedException {
    Api.Answer answer = api.get(path);
    return answer.status() == 200 ? Optional.of(answer.json()) : Optional.empty();
  }

  /**
   * Work items among {@code checked}, evenly spread over everything sent, that lack their decision
   * or an attestation.
   */
  int incomplete(int checked) throws IOException, InterruptedException {
    int missing = 0;
    int step = Math.max(1, number.get() / checked);
    for (int n = 0; n < number.get(); n += step) {
      if (refused.contains(n)) {
        continue;
      }
      Api.Answer answer = api.get("/v1/work-items/" + LoadEvents.PREFIX + n);
      boolean whole =
          answer.status() == 200
              && answer.json().path("decisions").size() == 1
              && answer.json().path("attestations").size() == ENTRIES_OF_EVENT;
      missing += whole ? 0 : 1;
    }
    return missing;
  }

  private static List<Double> sorted(Queue<Double> values) {
    return values.stream().sorted().toList();
  }
}
