package dev.assay.core.merkle;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Entries as tlog-tiles bundles them: each a big-endian 16-bit length and its bytes. */
public final class EntryBundle {

  /** The longest entry that a bundle can hold, in bytes. */
  public static final int ENTRY_BYTES_MAX = 65_535;

  private EntryBundle() {}

  /**
   * The bundle of {@code entries} in order.
   *
   * @throws IllegalArgumentException for an entry over {@link #ENTRY_BYTES_MAX}
   */
  public static byte[] encode(List<byte[]> entries) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] entry : entries) {
      if (entry.length > ENTRY_BYTES_MAX) {
        throw new IllegalArgumentException(
            "expected an entry of at most " + ENTRY_BYTES_MAX + " bytes, found " + entry.length);
      }
      out.write(entry.length >> 8);
      out.write(entry.length);
      out.writeBytes(entry);
    }
    return out.toByteArray();
  }

  /** The entries of {@code bundle}, or empty when it is cut short or holds more than 256. */
  public static Optional<List<byte[]>> decode(byte[] bundle) {
    List<byte[]> entries = new ArrayList<>();
    int at = 0;
    while (at < bundle.length) {
      int end = end(bundle, at);
      if (end < 0 || entries.size() == TilePath.FULL_WIDTH) {
        return Optional.empty();
      }
      entries.add(Arrays.copyOfRange(bundle, at + 2, end));
      at = end;
    }
    return Optional.of(entries);
  }

  /**
   * The first {@code count} entries of {@code bundle}, still encoded, or empty when it has fewer.
   */
  public static Optional<byte[]> prefix(byte[] bundle, int count) {
    int at = 0;
    for (int i = 0; i < count; i++) {
      at = end(bundle, at);
      if (at < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(Arrays.copyOf(bundle, at));
  }

  private static int end(byte[] bundle, int at) {
    if (bundle.length - at < 2) {
      return -1;
    }
    int length = (bundle[at] & 0xff) << 8 | (bundle[at + 1] & 0xff);
    int end = at + 2 + length;
    return end <= bundle.length ? end : -1;
  }
}
