package dev.assay.workspace;

import dev.assay.workspace.EntryName.ArchiveText;
import dev.assay.workspace.Extraction.RefusedArchiveException;
import java.util.Arrays;

/** One 512-byte header of a tar: the fields that a workspace needs (POSIX ustar, GNU). */
record TarHeader(char type, long mode, long size) {

  static final int BYTES = 512;

  private static final int NAME_BYTES = 100;
  private static final int MODE_AT = 100;
  private static final int MODE_BYTES = 8;
  private static final int SIZE_AT = 124;
  private static final int SIZE_BYTES = 12;
  private static final int CHECKSUM_AT = 148;
  private static final int CHECKSUM_BYTES = 8;
  private static final int TYPE_AT = 156;
  private static final int LINK_AT = 157;
  private static final int LINK_BYTES = 100;
  private static final int MAGIC_AT = 257;
  private static final int PREFIX_AT = 345;
  private static final int PREFIX_BYTES = 155;
  private static final int BASE_256 = 0x80;
  private static final int NEGATIVE = 0x40;

  /**
   * Reads a block that is not all zeros.
   *
   * @throws RefusedArchiveException when its sum or a number is wrong
   */
  static TarHeader of(byte[] block) throws RefusedArchiveException {
    checkSum(block);
    return new TarHeader(
        (char) (block[TYPE_AT] & 0xff),
        number(block, MODE_AT, MODE_BYTES),
        number(block, SIZE_AT, SIZE_BYTES));
  }

  /** Whether {@code head} is a header by its magic, POSIX or GNU. */
  static boolean isHeader(byte[] head) {
    boolean magic = head.length >= BYTES;
    for (int i = 0; magic && i < 5; i++) {
      magic = head[MAGIC_AT + i] == "ustar".charAt(i);
    }
    return magic;
  }

  /**
   * The name in a block, for entries without a longer one: what a longer one is cut to need not be
   * text. GNU's tar keeps times where POSIX has the first part of a name.
   */
  static String name(byte[] block) throws RefusedArchiveException {
    boolean posix = isHeader(block) && block[MAGIC_AT + 5] == 0;
    String name = ArchiveText.of(block, 0, NAME_BYTES);
    String prefix = posix ? ArchiveText.of(block, PREFIX_AT, PREFIX_BYTES) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /** Where a link leads, for entries without a longer target. */
  static String link(byte[] block) throws RefusedArchiveException {
    return ArchiveText.of(block, LINK_AT, LINK_BYTES);
  }

  private static void checkSum(byte[] block) throws RefusedArchiveException {
    long unsigned = 0;
    long signed = 0;
    for (int i = 0; i < BYTES; i++) {
      boolean own = i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_BYTES;
      unsigned += own ? ' ' : block[i] & 0xff;
      signed += own ? ' ' : block[i];
    }
    long stated = number(block, CHECKSUM_AT, CHECKSUM_BYTES);
    if (stated != unsigned && stated != signed) {
      throw RefusedArchiveException.malformed("a header with another sum than it says");
    }
  }

  private static long number(byte[] block, int at, int bytes) throws RefusedArchiveException {
    return (block[at] & BASE_256) != 0
        ? binary(Arrays.copyOfRange(block, at, at + bytes))
        : octal(block, at, bytes);
  }

  private static long binary(byte[] field) throws RefusedArchiveException {
    if ((field[0] & NEGATIVE) != 0) {
      throw RefusedArchiveException.malformed("a negative number");
    }
    long value = field[0] & (NEGATIVE - 1);
    for (int i = 1; i < field.length; i++) {
      if (value >>> (Long.SIZE - 1 - Byte.SIZE) != 0) {
        throw RefusedArchiveException.malformed("a number beyond all sizes");
      }
      value = (value << Byte.SIZE) | (field[i] & 0xff);
    }
    return value;
  }

  private static long octal(byte[] block, int at, int bytes) throws RefusedArchiveException {
    int next = at;
    int end = at + bytes;
    while (next < end && block[next] == ' ') {
      next++;
    }
    long value = 0;
    while (next < end && block[next] != ' ' && block[next] != 0) {
      int digit = block[next++] - '0';
      if (digit < 0 || digit > 7) {
        throw RefusedArchiveException.malformed("a number that is none");
      }
      value = value * 8 + digit;
    }
    return value;
  }
}
