package dev.assay.cli.replay;

import dev.assay.cli.CommandException;
import dev.assay.cli.replay.TopicRecords.Extent;
import dev.assay.core.log.NoteKey;
import dev.assay.core.sign.Ed25519PublicKey;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What an audit reads of an export: its log, its attestations, and what a replay of it finds. */
public final class AuditedExport implements AutoCloseable {

  /**
   * A difference as a replay tells it.
   *
   * @param place the record that it names, or the work item, or null
   */
  public record Found(
      String code, @Nullable String place, String expected, String found, String next) {}

  /** The entries of the log, read once from the first on. */
  public static final class Entries implements AutoCloseable {

    private final Lines lines;

    private Entries(Lines lines) {
      this.lines = lines;
    }

    /** The next entry, or null after the last one. */
    public byte @Nullable [] next() throws IOException {
      byte[] line = lines.next();
      return line == null ? null : ExportRecords.statement(line);
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  private final Path directory;
  private final History history;
  private final LogView log;

  private AuditedExport(Path directory, History history, LogView log) {
    this.directory = directory;
    this.history = history;
    this.log = log;
  }

  /**
   * The export in {@code directory}.
   *
   * @throws CommandException when it is none, or has no log
   */
  public static AuditedExport open(Path directory) throws IOException {
    History history = Sources.export(directory, List.of());
    LogView log = history.log();
    if (log == null) {
      history.close();
      throw new CommandException(
          "LOG_UNREACHABLE",
          "expected an export with a log, found none in "
              + directory
              + "; export again with --data-dir or --config");
    }
    return new AuditedExport(directory, history, log);
  }

  /** What it is, for people. */
  public String description() {
    return history.description();
  }

  /** The signed checkpoint. */
  public String checkpoint() {
    return log.note();
  }

  /** The key of the checkpoint, when the export names it. */
  public Optional<NoteKey> logKey() {
    return Optional.ofNullable(log.key());
  }

  /** The keys of its attestations. */
  public List<Ed25519PublicKey> keys() {
    return history.keys();
  }

  /** The entries of the log. */
  public Entries entries() throws IOException {
    return new Entries(new Lines(Files.newInputStream(directory.resolve("log.ndjson"))));
  }

  /** Shows the attestations of the topic, those that can be read. */
  public void attestations(Consumer<AttestationMessage> visitor)
      throws IOException, InterruptedException {
    for (Extent extent : history.records().extents(Topic.ATTESTATIONS)) {
      history
          .records()
          .read(
              Topic.ATTESTATIONS,
              extent,
              entry -> {
                if (Topic.ATTESTATIONS.codec().decode(entry.value())
                    instanceof Parsed.Accepted<AttestationMessage>(AttestationMessage message)) {
                  visitor.accept(message);
                }
              },
              _ -> {});
    }
  }

  /** The stored document {@code sha256} as it is; empty when the export has none. */
  public Optional<InputStream> document(String sha256) throws IOException {
    var artifacts = history.artifacts();
    return artifacts == null || artifacts.find(sha256).isEmpty()
        ? Optional.empty()
        : Optional.of(artifacts.open(sha256));
  }

  /** Whether the document {@code sha256} had expired when the export was made. */
  public boolean expired(String sha256) {
    return history.expiry().expired(sha256, Instant.EPOCH);
  }

  /** Replays everything; what differs is counted by {@link Replayed#total}, the first ones told. */
  public Replayed replay(Progress progress) throws IOException, InterruptedException {
    ReplayReport report = new Replay(history, null, null, progress).run();
    return new Replayed(
        report.differences().count(),
        report.differences().first().stream().map(AuditedExport::found).toList());
  }

  /** The differences of a replay. */
  public record Replayed(long total, List<Found> first) {}

  private static Found found(Difference difference) {
    RecordPosition place = difference.place();
    return new Found(
        difference.code().name(),
        place == null ? difference.workItem() : place.toString(),
        difference.expected(),
        difference.found(),
        difference.code().next());
  }

  @Override
  public void close() {
    history.close();
  }
}
