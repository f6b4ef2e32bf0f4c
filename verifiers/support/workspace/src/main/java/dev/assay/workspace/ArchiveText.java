package dev.assay.workspace;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Names in archives: UTF-8, since any guess could name one file two ways. */
final class ArchiveText {

  private ArchiveText() {}

  /** The text in a field, up to its first NUL. */
  static String of(byte[] bytes, int at, int bytesMax) throws RefusedArchiveException {
    int end = at;
    while (end < at + bytesMax && bytes[end] != 0) {
      end++;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, at, end - at))
          .toString();
    } catch (CharacterCodingException e) {
      throw new RefusedArchiveException(
          Refusal.UNSAFE_NAME, "expected names in UTF-8, found other bytes; pack it again");
    }
  }

  static String of(byte[] bytes) throws RefusedArchiveException {
    return of(bytes, 0, bytes.length);
  }
}
