package dev.assay.core.sign;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The pre-authentication encoding of DSSE v1: the bytes that an envelope's signature covers. */
public final class Pae {

  private Pae() {}

  /**
   * {@code "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body}, lengths in bytes as ASCII decimals.
   */
  public static byte[] encode(String payloadType, byte[] body) {
    byte[] type = payloadType.getBytes(StandardCharsets.UTF_8);
    byte[] begin = ("DSSEv1 " + type.length + " ").getBytes(StandardCharsets.US_ASCII);
    byte[] middle = (" " + body.length + " ").getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(begin.length + type.length + middle.length + body.length)
        .put(begin)
        .put(type)
        .put(middle)
        .put(body)
        .array();
  }
}
