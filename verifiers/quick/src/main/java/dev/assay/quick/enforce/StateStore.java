package dev.assay.quick.enforce;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.schemas.Digests;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The state and the history of one workflow in a directory. The state is replaced atomically and
 * holds its last transition; the history is only appended to. A process that dies between the two
 * leaves a history that the next one completes.
 */
final class StateStore {

  private final String workflowId;
  private final Path directory;
  private final Path stateFile;
  private final Path historyFile;
  private final Path lockFile;

  StateStore(Path directory, String workflowId) {
    this.workflowId = workflowId;
    this.directory = directory.toAbsolutePath().normalize();
    String name = Digests.sha256Hex(workflowId);
    this.stateFile = this.directory.resolve(name + ".state.json");
    this.historyFile = this.directory.resolve(name + ".history.ndjson");
    this.lockFile = this.directory.resolve(name + ".lock");
  }

  /** What runs while no other process can change the state. */
  interface Work<T> {
    T with(WorkflowState state) throws CommandException, IOException;
  }

  /**
   * The state as it is, without waiting for anybody.
   *
   * @throws CommandException ENFORCE_STATE_IO_FAILED or ENFORCE_STATE_CORRUPT
   */
  WorkflowState peek() throws CommandException {
    try {
      return read();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Runs {@code work} on the state under the lock of this workflow.
   *
   * @throws CommandException also ENFORCE_STATE_IO_FAILED, ENFORCE_STATE_CORRUPT and
   *     ENFORCE_STATE_BUSY
   */
  <T> T locked(Work<T> work) throws CommandException {
    try {
      Files.createDirectories(directory);
      try (FileChannel channel =
              FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = lock(channel)) {
        WorkflowState state = read();
        completeHistory(state);
        return work.with(state);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Replaces the state, then appends its last transition to the history. Needs the lock. */
  void save(WorkflowState state) throws IOException, CommandException {
    Path temporary = directory.resolve(stateFile.getFileName() + ".tmp");
    try {
      write(
          temporary,
          StateFile.text(workflowId, state),
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);
      Files.move(
          temporary,
          stateFile,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    syncDirectory();
    completeHistory(state);
  }

  private WorkflowState read() throws IOException, CommandException {
    if (!Files.exists(stateFile)) {
      if (Files.exists(historyFile) && Files.size(historyFile) > 0) {
        throw StateFile.corrupt("the state that belongs to the history");
      }
      return WorkflowState.NEW;
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(stateFile)) {
      bytes = in.readNBytes(EnforceLimits.STATE_BYTES_MAX);
    }
    return StateFile.parse(workflowId, new String(bytes, StandardCharsets.UTF_8));
  }

  /** Appends the last transition unless the history has it. */
  private void completeHistory(WorkflowState state) throws IOException, CommandException {
    Transition last = state.last();
    if (last == null) {
      return;
    }
    Transition recorded = lastRecorded();
    String recordedHash = recorded == null ? Transition.NO_PREDECESSOR : recorded.sha256();
    if (recordedHash.equals(last.sha256())) {
      return;
    }
    if (!recordedHash.equals(last.previous())) {
      throw StateFile.corrupt("a history that ends with the transition before the last one");
    }
    boolean isNew = !Files.exists(historyFile);
    write(
        historyFile,
        last.line() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.WRITE);
    if (isNew) {
      syncDirectory();
    }
  }

  /** The last whole record of the history; what a dying process left of another one is removed. */
  private @Nullable Transition lastRecorded() throws IOException, CommandException {
    if (!Files.exists(historyFile)) {
      return null;
    }
    try (FileChannel channel =
        FileChannel.open(historyFile, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long size = channel.size();
      int length = (int) Math.min(size, EnforceLimits.HISTORY_TAIL_BYTES);
      ByteBuffer tail = ByteBuffer.allocate(length);
      long from = size - length;
      int read = 0;
      while (read >= 0 && tail.hasRemaining()) {
        read = channel.read(tail, from + tail.position());
      }
      String text = new String(tail.array(), StandardCharsets.ISO_8859_1);
      int end = text.lastIndexOf('\n');
      if (end + 1 < length) {
        channel.truncate(from + end + 1);
        channel.force(true);
      }
      if (end < 0) {
        return null;
      }
      int start = text.lastIndexOf('\n', end - 1) + 1;
      String line = new String(tail.array(), start, end - start, StandardCharsets.UTF_8);
      if (!(JsonParser.parse(line) instanceof JsonObject record)) {
        throw StateFile.corrupt("one JSON object per line of the history");
      }
      return new Transition(record);
    }
  }

  private static void write(Path file, String text, StandardOpenOption... options)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file, options)) {
      ByteBuffer buffer = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  private void syncDirectory() throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static FileLock lock(FileChannel channel) throws IOException, CommandException {
    long start = System.nanoTime();
    while (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)
        < EnforceLimits.LOCK_WAIT_MILLIS) {
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return lock;
        }
      } catch (OverlappingFileLockException _) {
        // Another thread of this process holds it, which is the same as another process.
      }
      try {
        Thread.sleep(EnforceLimits.LOCK_RETRY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CommandException(ErrorCode.INTERNAL_ERROR, "the run was interrupted", e);
      }
    }
    throw new CommandException(
        ErrorCode.ENFORCE_STATE_BUSY,
        "expected the lock of the state within "
            + EnforceLimits.LOCK_WAIT_MILLIS
            + " ms, found it held; try again when the other run has ended");
  }

  private static CommandException failed(IOException e) {
    return new CommandException(
        ErrorCode.ENFORCE_STATE_IO_FAILED,
        "the state cannot be read or written: " + e + "; check the path given with --state-dir",
        e);
  }
}
