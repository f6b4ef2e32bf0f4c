package dev.assay.store.log;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Where the log's files live. Names are the paths they are served under, without leading slash. */
public interface LogStorage extends AutoCloseable {

  /** The bytes of the file {@code name}, or empty when there is none. */
  Optional<byte[]> read(String name) throws IOException;

  /**
   * Writes files that never change again, and returns when all of them are durable. A file that is
   * there already must have the same bytes.
   *
   * @throws dev.assay.store.fault.StoreCorruptException when one is there with other bytes
   */
  void writeOnce(Collection<LogFile> files) throws IOException;

  /**
   * Replaces {@code file} in one step for everybody who reads it. It need not be durable: after a
   * power cut an older one, or a damaged one, may be there.
   */
  void replace(LogFile file) throws IOException;

  /** Names of all tile and bundle files. */
  List<String> names() throws IOException;

  @Override
  void close() throws IOException;

  /** One file of the log: its name and its bytes, which nobody changes after the hand-over. */
  public static final class LogFile {

    private final String name;
    private final byte[] bytes;

    /** A file whose bytes are not copied. */
    public LogFile(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    /** Path the file is served under, without leading slash. */
    public String name() {
      return name;
    }

    /** The bytes themselves, not a copy. */
    public byte[] bytes() {
      return bytes;
    }
  }
}
