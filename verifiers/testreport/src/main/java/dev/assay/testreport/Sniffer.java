package dev.assay.testreport;

/** Tells the family of a report by its first bytes; the media type is not believed. */
final class Sniffer {

  /** What kind of reader a report needs. */
  enum Family {
    NOTHING,
    XML,
    UNREADABLE
  }

  private Sniffer() {}

  static Family family(byte[] head) {
    int i = 0;
    if (head.length >= 3
        && (head[0] & 0xff) == 0xef
        && (head[1] & 0xff) == 0xbb
        && (head[2] & 0xff) == 0xbf) {
      i = 3;
    }
    while (i < head.length
        && (head[i] == ' ' || head[i] == '\n' || head[i] == '\r' || head[i] == '\t')) {
      i++;
    }
    if (i == head.length) {
      return head.length < TestReportLimits.SNIFF_BYTES_MAX ? Family.NOTHING : Family.UNREADABLE;
    }
    return head[i] == '<' ? Family.XML : Family.UNREADABLE;
  }
}
