package dev.assay.worker;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.VerificationRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker runs, in a mapped file that outlives its process. Who opens it after a death reads
 * there which runs were going on; what each of them judged is a suspect until a run of it has
 * ended. Two kinds of deaths are forgiven, {@link WorkerLimits#FORGIVEN_ENDS_MAX} times: of a
 * worker together with its supervisor, and of one in which something younger ran beside a run that
 * had lasted for {@link WorkerLimits#SETTLED}. Nothing is forced to disk: a process that dies
 * leaves what it wrote to the system, and a machine that dies was not brought down by a verifier.
 */
final class RunLedger implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunLedger.class);

  private static final int DIGEST_BYTES = 32;
  private static final int CELL_BYTES = DIGEST_BYTES + 1;
  private static final int SUSPECTS_AT = DIGEST_BYTES + WorkerLimits.LEDGER_RUNS_MAX * CELL_BYTES;
  private static final int SUSPECT_BYTES = DIGEST_BYTES + 2 + Long.BYTES;
  private static final int FILE_BYTES = SUSPECTS_AT + WorkerLimits.SUSPECTS_MAX * SUSPECT_BYTES;
  private static final int WORKERS_MAX = 100;

  private static final byte FREE = 0;
  private static final byte RUNNING = 1;
  private static final byte SETTLED = 2;

  private final FileChannel channel;
  private final MappedByteBuffer file;
  private final Deque<Integer> free = new ArrayDeque<>();
  private final Map<String, Suspect> suspects = new LinkedHashMap<>();
  private final InstantSource clock;
  private final boolean followsEnd;
  private final boolean forgave;

  /**
   * What ran when workers ended.
   *
   * @param deaths that it is blamed for
   * @param ends that are forgiven, so often
   * @param lastMillis when the last of them was seen, in milliseconds since the epoch
   */
  private record Suspect(int deaths, int ends, long lastMillis) {

    static final Suspect NONE = new Suspect(0, 0, 0);

    Suspect after(boolean death, long nowMillis) {
      return new Suspect(
          Math.min(deaths + (death ? 1 : 0), Byte.MAX_VALUE),
          Math.min(ends + (death ? 0 : 1), Byte.MAX_VALUE),
          nowMillis);
    }

    int blamed() {
      return deaths + Math.max(0, ends - WorkerLimits.FORGIVEN_ENDS_MAX);
    }

    boolean old(long nowMillis) {
      return Math.abs(nowMillis - lastMillis) > WorkerLimits.SUSPECT_FOR.toMillis();
    }
  }

  private RunLedger(FileChannel channel, String supervisor, InstantSource clock)
      throws IOException {
    this.channel = channel;
    this.clock = clock;
    if (channel.size() != FILE_BYTES) {
      channel.truncate(0);
      channel.write(ByteBuffer.allocate(FILE_BYTES)); // so that there is room for it later
    }
    this.file = channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES);
    for (int slot = 0; slot < WorkerLimits.LEDGER_RUNS_MAX; slot++) {
      free.add(slot);
    }
    byte[] now = HexFormat.of().parseHex(Digests.sha256Hex(supervisor));
    byte[] before = new byte[DIGEST_BYTES];
    file.get(0, before);
    this.forgave = !Arrays.equals(before, now);
    file.put(0, now);
    readSuspects();
    this.followsEnd = judge();
  }

  /**
   * Opens the ledger of a worker in {@code directory}: the first that no other process has.
   *
   * @param supervisor names the process that starts workers again, for as long as it lives
   */
  static RunLedger open(Path directory, String supervisor, InstantSource clock) {
    try {
      Files.createDirectories(directory);
      for (int number = 0; number < WORKERS_MAX; number++) {
        FileChannel channel =
            FileChannel.open(
                directory.resolve("runs-" + number + ".ledger"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        if (locked(channel)) {
          return new RunLedger(channel, supervisor, clock);
        }
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("expected to keep a ledger of runs in " + directory, e);
    }
    throw new IllegalStateException(
        "expected at most " + WORKERS_MAX + " workers with the scratch directory " + directory);
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  /**
   * What a run of {@code request} judges. Requests that differ in their lens alone, or in their
   * work item, judge the same: what ended the worker under one of them will under the others.
   */
  static String subject(VerificationRequest request) {
    StringBuilder judged = new StringBuilder(request.verifierType()).append('\n');
    judged.append(request.config()).append('\n').append(request.groundTruth());
    for (ArtifactRef artifact : request.artifacts()) {
      judged.append('\n').append(artifact.role()).append(' ').append(artifact.sha256());
    }
    return Digests.sha256Hex(judged.toString());
  }

  /** A run begins; answers its slot. */
  synchronized int begin(String subject) {
    Integer slot = free.poll();
    if (slot == null) {
      throw new IllegalStateException(
          "expected at most " + WorkerLimits.LEDGER_RUNS_MAX + " runs at once");
    }
    file.put(cell(slot) + 1, HexFormat.of().parseHex(subject));
    file.put(cell(slot), RUNNING);
    return slot;
  }

  /**
   * The run in {@code slot} lasted so long that what is younger is blamed first. What it is
   * suspected of already stays: what takes its time to end a worker would never be convicted.
   */
  synchronized void settled(int slot) {
    if (file.get(cell(slot)) == RUNNING) {
      file.put(cell(slot), SETTLED);
    }
  }

  /** The run in {@code slot} ended, however it did. */
  synchronized void end(int slot, String subject) {
    file.put(cell(slot), FREE);
    free.push(slot);
    acquit(subject);
  }

  /** Whether the worker before this one ended while it ran something. */
  boolean followsEnd() {
    return followsEnd;
  }

  /** Whether the worker before this one had another supervisor, so that its end was not its own. */
  boolean forgave() {
    return forgave;
  }

  /** How many deaths of a worker the subject is suspected of. */
  synchronized int deaths(String subject) {
    Suspect suspect = suspects.isEmpty() ? null : suspects.get(subject);
    if (suspect == null) {
      return 0;
    }
    if (suspect.old(clock.millis())) {
      acquit(subject);
      return 0;
    }
    return suspect.blamed();
  }

  private void acquit(String subject) {
    if (!suspects.isEmpty() && suspects.remove(subject) != null) {
      writeSuspects();
    }
  }

  /** Nobody is to blame for what happens to the process now. */
  synchronized void forgive() {
    for (int slot = 0; slot < WorkerLimits.LEDGER_RUNS_MAX; slot++) {
      file.put(cell(slot), FREE);
    }
  }

  /** Answers whether somebody was running when the last process ended. */
  private boolean judge() {
    if (forgave) {
      // Who starts everything anew may have changed what they died of.
      suspects.values().removeIf(suspect -> suspect.deaths() >= WorkerLimits.DEATHS_MAX);
    }
    Set<String> unsettled = running(RUNNING);
    Set<String> settled = running(SETTLED);
    settled.removeAll(unsettled);
    unsettled.forEach(subject -> suspect(subject, !forgave));
    settled.forEach(subject -> suspect(subject, !forgave && unsettled.isEmpty()));
    while (suspects.size() > WorkerLimits.SUSPECTS_MAX) {
      suspects.remove(suspects.keySet().iterator().next());
    }
    writeSuspects();
    forgive();
    return !unsettled.isEmpty() || !settled.isEmpty();
  }

  private void suspect(String subject, boolean death) {
    Suspect suspect = suspects.getOrDefault(subject, Suspect.NONE).after(death, clock.millis());
    suspects.remove(subject);
    suspects.put(subject, suspect); // the last to be forgotten
    if (suspect.blamed() > 0) {
      LOG.atWarn()
          .addKeyValue("subject", subject)
          .addKeyValue("deaths", suspect.blamed())
          .log("a worker died while it judged this, which is run alone from now on");
    }
  }

  /** What is judged by runs in a state; one death is one, also of several runs of the same. */
  private Set<String> running(byte state) {
    Set<String> found = new LinkedHashSet<>();
    for (int slot = 0; slot < WorkerLimits.LEDGER_RUNS_MAX; slot++) {
      if (file.get(cell(slot)) == state) {
        found.add(digest(cell(slot) + 1));
      }
    }
    return found;
  }

  private void readSuspects() {
    for (int at = SUSPECTS_AT; at < FILE_BYTES; at += SUSPECT_BYTES) {
      Suspect suspect = new Suspect(file.get(at), file.get(at + 1), file.getLong(at + 2));
      if (suspect.deaths() + suspect.ends() > 0) {
        suspects.put(digest(at + 2 + Long.BYTES), suspect);
      }
    }
  }

  private void writeSuspects() {
    int at = SUSPECTS_AT;
    for (Map.Entry<String, Suspect> each : suspects.entrySet()) {
      Suspect suspect = each.getValue();
      file.put(at + 2 + Long.BYTES, HexFormat.of().parseHex(each.getKey()));
      file.putLong(at + 2, suspect.lastMillis());
      file.put(at, (byte) suspect.deaths());
      file.put(at + 1, (byte) suspect.ends());
      at += SUSPECT_BYTES;
    }
    for (; at < FILE_BYTES; at += SUSPECT_BYTES) {
      file.put(at, FREE);
      file.put(at + 1, FREE);
    }
  }

  private static int cell(int slot) {
    return DIGEST_BYTES + slot * CELL_BYTES;
  }

  private String digest(int at) {
    byte[] digest = new byte[DIGEST_BYTES];
    file.get(at, digest);
    return HexFormat.of().formatHex(digest);
  }

  /** Gives it to the next worker. Runs that have not ended by now did not end the process. */
  @Override
  public synchronized void close() {
    forgive();
    try {
      channel.close();
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("the ledger of runs was not closed");
    }
  }
}
