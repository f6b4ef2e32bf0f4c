package dev.assay.cli.audit;

import dev.assay.schemas.Digests;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The first half of a digest, by which it is told from others.
 *
 * @param high its first 8 bytes
 * @param low the next 8
 */
record Half(long high, long low) {

  /** Of the digest {@code hex}. */
  static Half of(String hex) {
    return of(HexFormat.of().parseHex(hex));
  }

  /** Of the bytes of {@code digest}. */
  static Half of(byte[] digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest);
    return new Half(bytes.getLong(), bytes.getLong());
  }

  /** Of a place on the topic of executions. */
  static Half place(int partition, long offset) {
    return of(Digests.sha256Hex("executions/" + partition + "/" + offset));
  }

  /** Its hexadecimal digits, which the digest begins with. */
  String text() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
