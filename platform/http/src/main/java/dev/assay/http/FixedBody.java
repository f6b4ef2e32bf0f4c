package dev.assay.http;

/** A body that is sent again and again, as it is and compressed once; not for secrets. */
public final class FixedBody {

  private final byte[] bytes;
  private final byte[] zipped;

  /** Keeps {@code bytes}, which nobody may change. */
  public FixedBody(byte[] bytes) {
    this.bytes = bytes;
    this.zipped = Compression.gzip(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  byte[] zipped() {
    return zipped;
  }
}
