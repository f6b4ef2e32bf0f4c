package dev.assay.store.log;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.fault.StoreCorruptException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The largest checkpoint that a key has signed, in a file beside the key: it stays when database
 * and log are restored from a backup, and tells then that the key has signed more. It is not forced
 * to disk: a power cut takes less from the database, which is.
 */
public final class SignedMark implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SignedMark.class);

  private final Path file;
  private final FileChannel channel;
  private byte[] written;
  private long size;

  private SignedMark(Path file, FileChannel channel, byte[] written) {
    this.file = file;
    this.channel = channel;
    this.written = written;
  }

  /** The file of the key in {@code keyFile}. */
  public static Path beside(Path keyFile) {
    return keyFile.resolveSibling(keyFile.getFileName() + ".signed");
  }

  /** Opens {@code file}, creating it when missing. */
  public static SignedMark open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new SignedMark(file, channel, content(channel));
  }

  /** The checkpoint in {@code file} when {@code key} signed it. */
  public static Optional<Checkpoint> read(Path file, NoteKey key) throws IOException {
    return Files.exists(file) ? signed(Files.readAllBytes(file), key) : Optional.empty();
  }

  /** The checkpoint, when {@code key} signed it; a damaged one, or another key's, is none. */
  public Optional<Checkpoint> signed(NoteKey key) {
    Optional<Checkpoint> signed = signed(written, key);
    size = signed.map(Checkpoint::size).orElse(0L);
    if (signed.isEmpty() && written.length > 0) {
      LOG.atWarn()
          .addKeyValue("file", file)
          .log("the mark of what the key has signed is damaged, or of another key: not used");
      written = new byte[0];
    }
    return signed;
  }

  static Optional<Checkpoint> signed(byte[] note, NoteKey key) {
    try {
      return Optional.of(
          Checkpoint.parse(SignedNote.parse(note).requireSignedBy(key, key.key()).text()));
    } catch (RejectedInputException _) {
      return Optional.empty();
    }
  }

  /**
   * Keeps that {@code note} of {@code head} was signed, unless a larger one was.
   *
   * @throws StoreCorruptException when somebody else signed with the key since
   */
  void raise(Checkpoint head, String note) throws IOException {
    if (head.size() < size) {
      return;
    }
    byte[] before = content(channel);
    if (written.length > 0 && !Arrays.equals(before, written)) {
      throw new StoreCorruptException(
          "to be the only one that signs with the key beside " + file,
          "another checkpoint there than the last one signed here",
          "stop the other store; it needs a key, a log directory and a database of its own");
    }
    byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer, buffer.position());
    }
    if (before.length > bytes.length) {
      channel.truncate(bytes.length);
    }
    written = bytes;
    size = head.size();
  }

  private static byte[] content(FileChannel channel) throws IOException {
    long length = channel.size();
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(length, LogLimits.MARK_BYTES_MAX));
    int read;
    do {
      read = channel.read(buffer, buffer.position());
    } while (read > 0 && buffer.hasRemaining());
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** What to do when {@code signed} is not what the entries give. */
  static StoreCorruptException contradicted(Checkpoint signed, String found) {
    return new StoreCorruptException(
        "the "
            + signed.size()
            + " entries with the root "
            + signed.root().base64()
            + ", which this key has signed",
        found,
        StoreCorruptException.RESTORE_NEWER);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
