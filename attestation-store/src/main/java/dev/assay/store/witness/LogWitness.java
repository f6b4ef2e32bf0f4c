package dev.assay.store.witness;

import dev.assay.core.log.AddCheckpoint;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.Cosignature;
import dev.assay.core.log.CosignerKey;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.NoteSignature;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.WitnessAnswer;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.ConfigException;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cosigns checkpoints of the logs that it knows. Of each log it keeps the checkpoint that it
 * cosigned last, on disk before anybody hears of the cosignature, and cosigns nothing else of that
 * size and nothing that does not extend it. Safe for many threads: requests for one log are
 * answered one after another.
 */
public final class LogWitness implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogWitness.class);

  private final WitnessFiles files;
  private final Ed25519Key signer;
  private final CosignerKey key;
  private final List<NoteKey> logs;
  private final Map<String, Latest> latest;
  private final InstantSource clock;

  private LogWitness(
      WitnessFiles files,
      Ed25519Key signer,
      CosignerKey key,
      List<NoteKey> logs,
      Map<String, Latest> latest,
      InstantSource clock) {
    this.files = files;
    this.signer = signer;
    this.key = key;
    this.logs = logs;
    this.latest = latest;
    this.clock = clock;
  }

  /** What was cosigned last of one log. */
  private static final class Latest {
    private final ReentrantLock deciding = new ReentrantLock();
    private volatile Checkpoint head;
    private volatile @Nullable SignedNote note;

    Latest(Checkpoint head, @Nullable SignedNote note) {
      this.head = head;
      this.note = note;
    }
  }

  /**
   * What was answered.
   *
   * @param line the cosignature, of {@link WitnessAnswer.Cosign} alone
   */
  public record Reply(WitnessAnswer answer, @Nullable NoteSignature line) {}

  /** Whether there is a witness in {@code directory}: one that has its key. */
  public static boolean isIn(Path directory) {
    return Files.exists(WitnessFiles.keyFile(directory));
  }

  /**
   * Opens the witness in {@code directory}, creating it and its key when they are not there. A new
   * witness begins with all {@code logs}; one that has its key already begins with a log only by
   * {@link #begin}, since a lost file looks the same.
   *
   * @param name of the key, or null for the one it has
   * @param logs keys of the logs whose checkpoints it cosigns; a log may have more than one
   * @throws ConfigException without a name for a key that is to be made, with another name than
   *     that of the key, or with too many logs
   * @throws StoreCorruptException when another process has it open, or what it has kept is damaged
   *     or missing
   * @throws StoreUnavailableException when the directory cannot be used
   */
  public static LogWitness open(
      Path directory, @Nullable String name, List<NoteKey> logs, InstantSource clock) {
    if (logs.size() > WitnessLimits.LOGS_MAX) {
      throw new ConfigException(
          "expected at most " + WitnessLimits.LOGS_MAX + " logs, found " + logs.size());
    }
    WitnessFiles files = null;
    boolean done = false;
    try {
      files = WitnessFiles.open(directory);
      boolean fresh = !isIn(directory);
      Ed25519Key signer = signer(files, name, clock);
      CosignerKey key = identity(files, name, signer);
      Map<String, Latest> latest = new TreeMap<>();
      for (NoteKey log : logs) {
        if (fresh) {
          files.begin(log.name());
        }
        latest.put(log.name(), kept(files, log, key));
      }
      done = true;
      return new LogWitness(files, signer, key, List.copyOf(logs), latest, clock);
    } catch (IOException e) {
      throw new StoreUnavailableException("opening the witness in " + directory, e);
    } finally {
      if (!done && files != null) {
        closeQuietly(files);
      }
    }
  }

  private static void closeQuietly(WitnessFiles files) {
    try {
      files.close();
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("closing the witness failed");
    }
  }

  /** The key, made only for a witness that has never cosigned anything. */
  private static Ed25519Key signer(WitnessFiles files, @Nullable String name, InstantSource clock)
      throws IOException {
    Optional<String> published = files.vkey();
    if (!Files.exists(files.keyFile()) && (published.isPresent() || files.used())) {
      throw new StoreCorruptException(
          "the key of the witness " + published.orElse(""),
          "no file " + files.keyFile(),
          "restore the key file; when it is lost, begin a new witness in another directory");
    }
    if (published.isEmpty() && name == null) {
      throw new ConfigException(
          "expected --name with the name of a new witness, such as witness.example.org/w1, found"
              + " none");
    }
    return Ed25519Key.loadOrCreate(files.keyFile(), clock.instant());
  }

  private static CosignerKey identity(WitnessFiles files, @Nullable String name, Ed25519Key signer)
      throws IOException {
    Optional<String> published = files.vkey();
    if (published.isEmpty()) {
      CosignerKey fresh = new CosignerKey(name == null ? "" : name, signer.publicKey());
      files.publish(fresh.vkey());
      return fresh;
    }
    CosignerKey key = CosignerKey.parse(published.get());
    if (name != null && !name.equals(key.name())) {
      throw new ConfigException(
          "expected the name of this witness, "
              + key.name()
              + ", found "
              + name
              + "; a witness of another name needs a key and a directory of its own");
    }
    if (!key.key().equals(signer.publicKey())) {
      throw new StoreCorruptException(
          "the key of the witness " + key.vkey(),
          "another key in " + files.keyFile(),
          "restore the key file of this witness");
    }
    return key;
  }

  private static Latest kept(WitnessFiles files, NoteKey log, CosignerKey key) throws IOException {
    String origin = log.name();
    Optional<byte[]> bytes = files.latest(origin);
    if (bytes.isEmpty()) {
      throw new StoreCorruptException(
          "the checkpoint of " + origin + " that this witness has cosigned last",
          "no file " + WitnessFiles.name(origin),
          "when this witness has never cosigned that log, run `assay witness begin --dir DIR --log "
              + log.vkey()
              + "`; when the file is lost, begin a new witness in another directory");
    }
    if (Arrays.equals(bytes.get(), WitnessFiles.begun(origin).getBytes(StandardCharsets.UTF_8))) {
      return new Latest(WitnessAnswer.nothing(origin), null);
    }
    try {
      SignedNote note = SignedNote.parse(bytes.get());
      Checkpoint head = Checkpoint.parse(note.text());
      if (head.origin().equals(origin) && Cosignature.time(note, key, key.key()).isPresent()) {
        return new Latest(head, note);
      }
    } catch (RejectedInputException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("a kept checkpoint is damaged");
    }
    throw new StoreCorruptException(
        "the checkpoint of " + origin + " that this witness has cosigned last",
        "another file " + WitnessFiles.name(origin),
        "restore exactly that file; when it is lost, begin a new witness in another directory: this"
            + " one can no longer promise anything about that log");
  }

  /**
   * Lets the next start begin with {@code log}, of which nothing was ever cosigned with this key.
   *
   * @throws ConfigException when something was
   */
  public void begin(NoteKey log) {
    try {
      if (files.latest(log.name()).isPresent()) {
        long size = kept(files, log, key).head.size();
        if (size > 0) {
          throw new ConfigException(
              "expected a log that this witness has not cosigned, found "
                  + log.name()
                  + ", cosigned up to "
                  + size);
        }
      }
      files.begin(log.name());
    } catch (IOException e) {
      throw new StoreUnavailableException("beginning with the log " + log.name(), e);
    }
  }

  /** As whom it cosigns. */
  public CosignerKey key() {
    return key;
  }

  /** The origins of the logs that it knows. */
  public List<String> origins() {
    return List.copyOf(latest.keySet());
  }

  /** The size of the log {@code origin}, which it knows, that it cosigned last. */
  public long size(String origin) {
    Latest of = latest.get(origin);
    return of == null ? 0 : of.head.size();
  }

  /**
   * The checkpoint that was cosigned last, with the log's signatures and the cosignature, of the
   * log whose origin has the SHA-256 {@code name} in lower-case hex.
   */
  public Optional<String> latest(String name) {
    return latest.entrySet().stream()
        .filter(log -> WitnessFiles.name(log.getKey()).equals(name))
        .flatMap(log -> Optional.ofNullable(log.getValue().note).stream())
        .map(SignedNote::note)
        .findFirst();
  }

  /**
   * Decides on {@code request}. What is cosigned is on disk when this returns.
   *
   * @throws StoreUnavailableException when it cannot be written; nothing is cosigned then
   */
  public Reply ask(AddCheckpoint request) {
    WitnessAnswer authentic = WitnessAnswer.authentic(request, logs);
    if (!(authentic instanceof WitnessAnswer.Cosign(Checkpoint shown))) {
      return new Reply(authentic, null);
    }
    Latest log = latest.get(shown.origin());
    if (log == null) {
      return new Reply(new WitnessAnswer.UnknownLog(shown.origin()), null);
    }
    log.deciding.lock();
    try {
      WitnessAnswer answer = WitnessAnswer.of(request, shown, log.head);
      return switch (answer) {
        case WitnessAnswer.Cosign _ -> new Reply(answer, cosigned(request.note(), shown, log));
        case WitnessAnswer.Split split -> {
          keep(split, request.note(), log);
          yield new Reply(answer, null);
        }
        case WitnessAnswer.UnknownLog _,
            WitnessAnswer.Unsigned _,
            WitnessAnswer.Malformed _,
            WitnessAnswer.Stale _,
            WitnessAnswer.Inconsistent _ ->
            new Reply(answer, null);
      };
    } catch (IOException e) {
      throw new StoreUnavailableException("writing what the witness cosigns", e);
    } finally {
      log.deciding.unlock();
    }
  }

  private NoteSignature cosigned(SignedNote note, Checkpoint shown, Latest log) throws IOException {
    NoteSignature line =
        Cosignature.sign(note.text(), key, clock.instant().getEpochSecond(), signer);
    if (log.note == null || !note.text().equals(log.note.text())) {
      SignedNote kept = new SignedNote(note.text(), signatures(note, line));
      files.keepLatest(shown.origin(), kept);
      log.note = kept;
      log.head = shown;
    }
    return line;
  }

  /** Those of the log's known keys and {@code line}; others are not ours to hand on. */
  private List<NoteSignature> signatures(SignedNote note, NoteSignature line) {
    return Stream.concat(
            note.signatures().stream()
                .filter(signature -> logs.stream().anyMatch(signature::claims))
                .distinct(),
            Stream.of(line))
        .toList();
  }

  /** Anybody may bring the same contradiction again; it is told once. */
  private void keep(WitnessAnswer.Split split, SignedNote shown, Latest log) throws IOException {
    SignedNote cosigned = log.note;
    if (cosigned != null
        && files.keepSplit(split.shown().origin(), split.shown().size(), cosigned, shown)) {
      LOG.atError()
          .addKeyValue("origin", split.shown().origin())
          .addKeyValue("size", split.shown().size())
          .addKeyValue("cosigned", split.cosigned().root().base64())
          .addKeyValue("shown", split.shown().root().base64())
          .log("a log has signed two trees of one size; both are kept in splits");
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
