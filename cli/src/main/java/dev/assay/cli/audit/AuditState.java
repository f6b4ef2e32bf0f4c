package dev.assay.cli.audit;

import dev.assay.cli.CommandException;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.AtomicFile;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an auditor keeps between audits. An audit that found something leaves {@code checkpoint} as
 * it was, so that the next one finds it again.
 *
 * @param format {@link #FORMAT}
 * @param logKey the key that signed the checkpoints, as a vkey
 * @param attestationKeys ids of the keys of attestations that were known
 * @param keyEnds until when those of them that were retired signed, by id
 * @param checkpoint the newest checkpoint below which all was found right, or null
 * @param auditedAt when that checkpoint was read, or null
 * @param progress an audit that was interrupted, or null
 * @param manifestsFrom the first entry that manifests below the checkpoint do not settle, from
 *     which on the next audit reads again; null when there is none
 */
record AuditState(
    String format,
    String logKey,
    List<String> attestationKeys,
    Map<String, String> keyEnds,
    @Nullable String checkpoint,
    @Nullable String auditedAt,
    @Nullable Progress progress,
    @Nullable Long manifestsFrom) {

  /** Name and version of the format. */
  static final String FORMAT = "assay-audit-state/3";

  /**
   * What earlier versions wrote: without {@code checked}, and the first without {@code keyEnds}.
   */
  private static final Set<String> FORMATS_BEFORE =
      Set.of("assay-audit-state/1", "assay-audit-state/2");

  private static final int KEYS_MAX = 1_000;

  /**
   * Reports and artifacts, by what became of them.
   *
   * @param checked they were read
   * @param missing they are not there
   * @param expired they are not there, since their time is over
   */
  record Documents(long checked, long missing, long expired) {

    /** Before one was read. */
    static final Documents NONE = new Documents(0, 0, 0);

    Documents {
      Require.range("checked", checked, 0, Limits.INTEGER_MAX);
      Require.range("missing", missing, 0, Limits.INTEGER_MAX);
      Require.range("expired", expired, 0, Limits.INTEGER_MAX);
    }
  }

  /**
   * How far an audit is.
   *
   * @param checkpoint the one below which it reads
   * @param position entries below this were checked, and are settled by manifests
   * @param checked entries below this were checked; null when an earlier version wrote it
   * @param keys the digest of the keys by which they were checked, with their ends; null when an
   *     earlier version wrote it
   * @param documents how many of their reports and artifacts were read; null when nobody asked
   * @param findingsTotal what was found of them
   * @param findings the first of that
   */
  record Progress(
      String checkpoint,
      long position,
      @Nullable Long checked,
      @Nullable String keys,
      @Nullable Documents documents,
      long findingsTotal,
      List<AuditFinding> findings) {

    Progress {
      checkpoint = Require.present("checkpoint", checkpoint);
      Require.range("position", position, 0, Limits.INTEGER_MAX);
      if (checked != null) {
        Require.range("checked", checked, position, Limits.INTEGER_MAX);
      }
      Require.range("findingsTotal", findingsTotal, 0, Limits.INTEGER_MAX);
      findings = Require.list("findings", findings, AuditLimits.FINDINGS_MAX);
    }

    /**
     * Whether an audit by the keys with the digest {@code used} goes on from here.
     *
     * @param reads whether it reads documents
     */
    boolean serves(String used, boolean reads) {
      return used.equals(keys) && (!reads || documents != null);
    }

    /** Entries below this were checked. */
    long checkedBelow() {
      return checked == null ? position : checked;
    }
  }

  AuditState {
    format = Require.present("format", format);
    logKey = Require.present("logKey", logKey);
    attestationKeys = Require.list("attestationKeys", attestationKeys, KEYS_MAX);
    keyEnds = Require.map("keyEnds", keyEnds, KEYS_MAX, Limits.ID_CHARS_MAX);
    keyEnds.forEach((key, end) -> Times.canonical("keyEnds." + key, end));
    auditedAt = auditedAt == null ? null : Times.canonical("auditedAt", auditedAt);
    if (manifestsFrom != null) {
      Require.range("manifestsFrom", manifestsFrom, 0, Limits.INTEGER_MAX);
    }
  }

  /**
   * This state, when its checkpoints are still those that the log's key signed: one that cannot be
   * read would end the memory of the log without a word.
   *
   * @throws RejectedInputException when one is not
   */
  private AuditState requireSigned() {
    NoteKey key = NoteKey.parse(logKey);
    if (checkpoint != null) {
      var _ = head(checkpoint, key);
    }
    if (progress != null && progress.checkedBelow() > head(progress.checkpoint(), key).size()) {
      throw new RejectedInputException(
          "state-invalid", "a position within the checkpoint", "" + progress.checkedBelow());
    }
    return this;
  }

  private static Checkpoint head(String note, NoteKey key) {
    return Checkpoint.parse(SignedNote.parse(note).requireSignedBy(key, key.key()).text());
  }

  /**
   * The state in {@code file}, or null when there is no such file.
   *
   * @throws CommandException when it is none, or one cannot be kept there
   */
  static @Nullable AuditState read(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new CommandException(
          "FILE_UNREADABLE", "expected a directory to keep a state in, found none for " + file);
    }
    if (!Files.exists(file)) {
      return null;
    }
    if (!Files.isRegularFile(file)) {
      throw unreadable(file, "no file");
    }
    if (Files.size(file) > AuditLimits.FILE_BYTES_MAX) {
      throw unreadable(file, "a larger file");
    }
    return switch (Json.parse(Files.readAllBytes(file), AuditState.class)) {
      case Parsed.Accepted<AuditState>(AuditState state)
          when state.format().equals(FORMAT) || FORMATS_BEFORE.contains(state.format()) -> {
        try {
          yield state.requireSigned();
        } catch (RejectedInputException e) {
          throw unreadable(file, String.valueOf(e.getMessage()));
        }
      }
      case Parsed.Accepted<AuditState>(AuditState other) ->
          throw unreadable(file, "the format " + other.format());
      case Parsed.Rejected<AuditState>(Rejection rejection) ->
          throw unreadable(file, rejection.detail());
    };
  }

  private static CommandException unreadable(Path file, String found) {
    return new CommandException(
        "FILE_UNREADABLE",
        "expected a state that assay audit wrote ("
            + FORMAT
            + "), found "
            + found
            + " in "
            + file
            + "; name another file to begin anew");
  }

  /** Replaces the state in {@code file}: the old one or this one is there, whatever happens. */
  void write(Path file) {
    try {
      AtomicFile.replace(file.toAbsolutePath(), Json.write(this));
    } catch (IOException e) {
      throw new CommandException(
          "OUTPUT_LOST",
          "expected to keep the state of the audit in "
              + file
              + ", found "
              + e.getClass().getSimpleName()
              + "; make room, or mend the directory, and run it again");
    }
  }
}
