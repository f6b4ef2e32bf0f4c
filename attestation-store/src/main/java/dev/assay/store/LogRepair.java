package dev.assay.store;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.SqliteFile;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.log.DirectoryStorage;
import dev.assay.store.log.EntryJournal;
import dev.assay.store.log.LogCheck;
import dev.assay.store.log.LogStorage;
import dev.assay.store.log.SignedMark;
import dev.assay.store.log.TileLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the store of a process that does not run, and makes again what the signed roots prove:
 * rows, files of the log, the journal. It signs nothing.
 */
public final class LogRepair {

  private static final Logger LOG = LoggerFactory.getLogger(LogRepair.class);

  private final StoreConfig config;
  private final NoteKey key;
  private final Path markFile;
  private final Path journalDirectory;
  private final Progress progress;

  /**
   * A repair of the store that {@code config} describes.
   *
   * @throws StoreCorruptException when the key is missing
   */
  public LogRepair(StoreConfig config, Progress progress) {
    if (!Files.exists(config.checkpointKey())) {
      throw new StoreCorruptException(
          "the checkpoint key of the log",
          "no file " + config.checkpointKey(),
          "restore the key, or name the configuration that tells where it is");
    }
    this.config = config;
    this.key = new NoteKey(config.origin(), Ed25519Key.load(config.checkpointKey()).publicKey());
    this.markFile = SignedMark.beside(config.checkpointKey());
    this.journalDirectory = EntryJournal.beside(config.logDirectory());
    this.progress = progress;
  }

  /**
   * What is wrong. Nothing is written.
   *
   * @throws StoreCorruptException when a store has the log open
   */
  public AuditReport check() {
    try (DirectoryStorage storage = DirectoryStorage.reading(config.logDirectory());
        EntryJournal journal = EntryJournal.reading(journalDirectory, storage)) {
      Optional<String> damage = damage();
      try (@Nullable AttestationIndex index = damage.isEmpty() ? existing() : null) {
        AuditReport found = audit(storage, journal, index).check();
        return damage.map(found::withDamaged).orElse(found);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Makes again what is wrong, and answers what is wrong afterwards.
   *
   * @throws StoreCorruptException when a store has the log open, or the entries that were signed
   *     are nowhere; nothing was changed then
   */
  public AuditReport repair() {
    try (DirectoryStorage storage = DirectoryStorage.open(config.logDirectory());
        EntryJournal journal = EntryJournal.open(journalDirectory, storage)) {
      if (damage().isPresent() && config.database() instanceof DatabaseConfig.Sqlite(Path file)) {
        requireRepairable(audit(storage, journal, null).check());
        LOG.atWarn()
            .addKeyValue("kept", SqliteFile.moveAside(file))
            .log("the database is damaged and made anew");
      }
      return repair(storage, journal);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private AuditReport repair(DirectoryStorage storage, EntryJournal journal) throws IOException {
    try (AttestationIndex index = AttestationIndex.open(config.database())) {
      StoreAudit audit = audit(storage, journal, index);
      AuditReport found = audit.check();
      if (found.sound()) {
        return found;
      }
      requireRepairable(found);
      restoreCheckpoint(storage, found);
      if (found.rowsMissing() + found.rowsWrong() > 0) {
        index.require(AttestationIndex.Task.READ_TOPICS_AGAIN);
      }
      var _ = audit.run(rewriting(storage), (gone, _) -> index.repair(gone, new TreeMap<>()));
      var _ = audit.run(LogCheck.Files.LEFT, (_, made) -> index.repair(List.of(), made));
      if (found.journalSound() < found.journal()) {
        journal.cutFrom(found.journalSound());
      }
      journal.follow(index.rows());
      return audit.check();
    }
  }

  private static void requireRepairable(AuditReport found) {
    if (!found.repairable()) {
      throw new StoreCorruptException(
          "the " + found.signed() + " entries that the key has signed",
          String.join("; ", found.problems().subList(0, Math.min(3, found.problems().size()))),
          StoreCorruptException.RESTORE_NEWER);
    }
  }

  /** What is wrong with the database's file, where it is one. */
  private Optional<String> damage() throws IOException {
    return config.database() instanceof DatabaseConfig.Sqlite(Path file)
        ? SqliteFile.damage(file)
        : Optional.empty();
  }

  private StoreAudit audit(
      DirectoryStorage storage, EntryJournal journal, @Nullable AttestationIndex index)
      throws IOException {
    return new StoreAudit(
        storage,
        key,
        SignedMark.read(markFile, key),
        journal,
        new MergedRows.DatabaseRows(index == null ? null : index.rows()),
        new AttestationGate(config.attestationKeys()),
        progress);
  }

  /** The database, unless it is a file that is missing or empty. */
  private @Nullable AttestationIndex existing() throws IOException {
    boolean none =
        config.database() instanceof DatabaseConfig.Sqlite(Path file)
            && (!Files.exists(file) || Files.size(file) == 0);
    return none ? null : AttestationIndex.reading(config.database());
  }

  /** Puts the largest checkpoint that was signed in the place of an older one, or of none. */
  private void restoreCheckpoint(DirectoryStorage storage, AuditReport found) throws IOException {
    Optional<Checkpoint> mark = SignedMark.read(markFile, key);
    if (mark.isPresent() && found.published() < mark.get().size()) {
      storage.replace(new LogStorage.LogFile(TileLog.CHECKPOINT, Files.readAllBytes(markFile)));
    }
  }

  private static LogCheck.Files rewriting(DirectoryStorage storage) {
    return new LogCheck.Files() {
      @Override
      public void wrong(LogStorage.LogFile expected) throws IOException {
        storage.delete(expected.name());
        storage.writeOnce(List.of(expected));
      }

      @Override
      public void alien(String name) throws IOException {
        storage.delete(name);
      }
    };
  }

  private StoreUnavailableException failed(IOException e) {
    return new StoreUnavailableException("reading the log in " + config.logDirectory(), e);
  }

  /** Is told how far a long job is. */
  @FunctionalInterface
  public interface Progress {

    /** {@code done} of {@code all} of {@code what} are done. */
    void at(String what, long done, long all);
  }
}
