package dev.assay.store.log;

/** One file of the log: its name and its bytes, which nobody changes after the hand-over. */
public final class LogFile {

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
