package dev.assay.core.sign;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The pre-authentication encoding of DSSE v1: the bytes that an envelope's signature covers. */
public final class Pae {

  private Pae() {}

  /**
   * {@code "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body}, lengths in bytes as ASCII decimals.
   */
  public static byte[] encode(String payloadType, byte[] body) {
    byte[] type = payloadType.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(type.length + body.length + 32);
    out.writeBytes(("DSSEv1 " + type.length + " ").getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(type);
    out.writeBytes((" " + body.length + " ").getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(body);
    return out.toByteArray();
  }
}
