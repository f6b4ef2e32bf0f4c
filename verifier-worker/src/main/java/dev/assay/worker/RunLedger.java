package dev.assay.worker;

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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker runs, in a mapped file that outlives its process. Who opens it after a death reads
 * there which runs were going on; each of their requests is a suspect until a run of it has ended
 * or lasted for {@link WorkerLimits#SETTLED}. Nothing is forced to disk: a process that dies leaves
 * what it wrote to the system, and a machine that dies was not brought down by a verifier.
 */
final class RunLedger implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunLedger.class);

  private static final int DIGEST_BYTES = 32;
  private static final int CELL_BYTES = DIGEST_BYTES + 1;
  private static final int SUSPECTS_AT = WorkerLimits.LEDGER_RUNS_MAX * CELL_BYTES;
  private static final int FILE_BYTES = SUSPECTS_AT + WorkerLimits.SUSPECTS_MAX * CELL_BYTES;
  private static final int WORKERS_MAX = 100;

  private static final byte FREE = 0;
  private static final byte RUNNING = 1;
  private static final byte SETTLED = 2;

  private final FileChannel channel;
  private final MappedByteBuffer file;
  private final Deque<Integer> free = new ArrayDeque<>();
  private final Map<String, Integer> suspects = new LinkedHashMap<>();
  private final boolean followsDeath;

  private RunLedger(FileChannel channel) throws IOException {
    this.channel = channel;
    if (channel.size() != FILE_BYTES) {
      channel.truncate(0);
      channel.write(ByteBuffer.allocate(FILE_BYTES)); // so that there is room for it later
    }
    this.file = channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES);
    for (int slot = 0; slot < WorkerLimits.LEDGER_RUNS_MAX; slot++) {
      free.add(slot);
    }
    readSuspects();
    this.followsDeath = blame();
  }

  /** Opens the ledger of a worker in {@code directory}: the first that no other process has. */
  static RunLedger open(Path directory) {
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
          return new RunLedger(channel);
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

  /** A run begins; answers its slot. */
  synchronized int begin(String requestId) {
    Integer slot = free.poll();
    if (slot == null) {
      throw new IllegalStateException(
          "expected at most " + WorkerLimits.LEDGER_RUNS_MAX + " runs at once");
    }
    file.put(slot * CELL_BYTES + 1, HexFormat.of().parseHex(requestId));
    file.put(slot * CELL_BYTES, RUNNING);
    return slot;
  }

  /** The run in {@code slot} lasted long enough to be trusted. */
  synchronized void settled(int slot, String requestId) {
    if (file.get(slot * CELL_BYTES) == RUNNING) {
      file.put(slot * CELL_BYTES, SETTLED);
      acquit(requestId);
    }
  }

  /** The run in {@code slot} ended, however it did. */
  synchronized void end(int slot, String requestId) {
    file.put(slot * CELL_BYTES, FREE);
    free.push(slot);
    acquit(requestId);
  }

  /** Whether the worker before this one died while it ran something. */
  boolean followsDeath() {
    return followsDeath;
  }

  /** How many deaths of a worker the request is suspected of. */
  synchronized int deaths(String requestId) {
    return suspects.isEmpty() ? 0 : suspects.getOrDefault(requestId, 0);
  }

  /** The request is answered, or was not to blame. */
  synchronized void acquit(String requestId) {
    if (!suspects.isEmpty() && suspects.remove(requestId) != null) {
      writeSuspects();
    }
  }

  /** Nobody is to blame for what happens to the process now. */
  synchronized void forgive() {
    for (int slot = 0; slot < WorkerLimits.LEDGER_RUNS_MAX; slot++) {
      file.put(slot * CELL_BYTES, FREE);
    }
  }

  /** Answers whether somebody was running when the last process ended. */
  private boolean blame() {
    List<String> unsettled = running(RUNNING);
    List<String> blamed = unsettled.isEmpty() ? running(SETTLED) : unsettled;
    for (String requestId : blamed) {
      int deaths = suspects.getOrDefault(requestId, 0) + 1;
      suspects.put(requestId, deaths);
      LOG.atWarn()
          .addKeyValue("request_id", requestId)
          .addKeyValue("deaths", deaths)
          .log("a worker died while it ran this request, which is run alone from now on");
    }
    while (suspects.size() > WorkerLimits.SUSPECTS_MAX) {
      suspects.remove(suspects.keySet().iterator().next());
    }
    writeSuspects();
    forgive();
    return !blamed.isEmpty();
  }

  private List<String> running(byte state) {
    List<String> found = new ArrayList<>();
    for (int slot = 0; slot < WorkerLimits.LEDGER_RUNS_MAX; slot++) {
      if (file.get(slot * CELL_BYTES) == state) {
        found.add(digest(slot * CELL_BYTES + 1));
      }
    }
    return found;
  }

  private void readSuspects() {
    for (int i = 0; i < WorkerLimits.SUSPECTS_MAX; i++) {
      int at = SUSPECTS_AT + i * CELL_BYTES;
      if (file.get(at) > 0) {
        suspects.put(digest(at + 1), (int) file.get(at));
      }
    }
  }

  private void writeSuspects() {
    int at = SUSPECTS_AT;
    for (Map.Entry<String, Integer> suspect : suspects.entrySet()) {
      file.put(at + 1, HexFormat.of().parseHex(suspect.getKey()));
      file.put(at, (byte) Math.min(suspect.getValue(), Byte.MAX_VALUE));
      at += CELL_BYTES;
    }
    while (at < FILE_BYTES) {
      file.put(at, FREE);
      at += CELL_BYTES;
    }
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
