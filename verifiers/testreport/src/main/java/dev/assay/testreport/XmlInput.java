package dev.assay.testreport;

import dev.assay.testreport.ByteReader.Utf8Check;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Feeds an XML parser one character per byte, so that places are bytes, and takes away what makes a
 * parser hold or fetch more than a tag: comments and CDATA marks become blanks, document type
 * declarations and oversized tags end the reading. The comments of the root element are
 * distinguished. Control characters, which XML forbids and test runners write, pass. Text is
 * decoded afterwards by {@link XmlText}.
 *
 * <p>It queues the span of every tag; the parser's events take them in the same order.
 */
final class XmlInput extends Reader {

  /**
   * One tag.
   *
   * @param start the byte of its {@code <}
   * @param end the byte after its {@code >}
   */
  record Tag(long start, long end) {}

  private enum State {
    TEXT,
    TAG,
    DOUBLE_QUOTED,
    SINGLE_QUOTED,
    INSTRUCTION,
    COMMENT,
    CDATA
  }

  private static final int REFERENCE_BYTES_MAX = 12;
  private static final int COMMENT_CHARS_MAX = 4_000;

  private final CountedInput source;
  private final @Nullable XmlEncoding encoding;
  private final Consumer<String> rootComments;
  private final StringBuilder comment = new StringBuilder();
  private final byte[] bytes = new byte[4 * 1024];
  private final ArrayDeque<Tag> tags = new ArrayDeque<>();
  private State state = State.TEXT;
  private int next;
  private int limit;
  private long offset;
  private long tagStart;
  private boolean closingTag;
  private int last;
  private int blanks;
  private char blank = ' ';
  private final Utf8Check utf8 = new Utf8Check();
  private boolean undefined;
  private boolean ended;
  private long balance;
  private boolean anyTag;
  private boolean started;

  /**
   * Feeds {@code source}.
   *
   * @param encoding null for UTF-8
   * @param rootComments takes the beginning of each comment that stands directly in the root
   */
  XmlInput(CountedInput source, @Nullable XmlEncoding encoding, Consumer<String> rootComments) {
    this.source = source;
    this.encoding = encoding;
    this.rootComments = rootComments;
  }

  /** The span of the next tag in the order of the text. */
  Tag nextTag() {
    Tag tag = tags.poll();
    return tag == null ? new Tag(offset, offset) : tag;
  }

  /** Whether all bytes were read and some element is still open, or none was ever opened. */
  boolean truncated() {
    return ended && (balance != 0 || !anyTag || state != State.TEXT);
  }

  /** Whether the bytes read so far break the encoding. */
  boolean badEncoding() {
    return undefined || encoding == null && utf8.broken();
  }

  @Override
  public int read(char[] target, int start, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!started) {
      started = true;
      skipByteOrderMark();
    }
    int count = 0;
    while (count < length) {
      if (next == limit && (count > 0 || !refill())) {
        break;
      }
      target[start + count++] = map(bytes[next] & 0xff);
      next++;
      offset++;
    }
    if (count == 0 && state != State.TEXT) {
      throw new UnreadableReportException(InconclusiveReason.TRUNCATED);
    }
    return count == 0 ? -1 : count;
  }

  @Override
  public void close() {
    // The caller of the verifier owns the bytes.
  }

  private char map(int b) throws IOException {
    utf8.next(b);
    undefined |= encoding != null && !encoding.defines(b);
    if (blanks > 0) {
      blanks--;
      return blank;
    }
    return switch (state) {
      case TEXT -> b == '<' ? open() : b == '&' ? reference() : text(b);
      case TAG -> tag(b);
      case DOUBLE_QUOTED -> quoted(b, '"');
      case SINGLE_QUOTED -> quoted(b, '\'');
      case INSTRUCTION -> instruction(b);
      case COMMENT -> comment(b);
      case CDATA -> cdata(b);
    };
  }

  private static char markup(int b) {
    return b == '\r' ? ' ' : (char) b;
  }

  /** A character of text or of an attribute's value; the parser must not see control characters. */
  private char text(int b) {
    if (b >= 0x80) {
      return encoding == null ? XmlText.standIn(b) : encoding.letter(b);
    }
    return control(b) ? XmlText.standIn(b) : markup(b);
  }

  private static boolean control(long b) {
    return b > 0 && b < 0x20 && b != '\t' && b != '\n' && b != '\r';
  }

  /** A reference to a control character becomes the character; the parser reads all others. */
  private char reference() throws IOException {
    if (!lookingAt("&#")) {
      return '&';
    }
    int stop = has(REFERENCE_BYTES_MAX) ? next + REFERENCE_BYTES_MAX : limit;
    boolean hexadecimal = lookingAt("&#x");
    int radix = hexadecimal ? 16 : 10;
    int at = next + (hexadecimal ? 3 : 2);
    long referred = 0;
    for (; at < stop && Character.digit(bytes[at], radix) >= 0; at++) {
      referred = referred * radix + Character.digit(bytes[at], radix);
    }
    if (at == stop || bytes[at] != ';' || !control(referred)) {
      return '&';
    }
    cover(at - next, XmlText.NOTHING);
    return XmlText.standIn((int) referred);
  }

  private void cover(int count, char with) {
    blanks = count;
    blank = with;
  }

  private char open() throws IOException {
    tagStart = offset;
    if (lookingAt("<!--")) {
      state = State.COMMENT;
      comment.setLength(0);
      cover(3, ' ');
      return ' ';
    }
    if (lookingAt("<![CDATA[")) {
      state = State.CDATA;
      cover(8, ' ');
      return ' ';
    }
    if (lookingAt("<!")) {
      throw new UnreadableReportException(InconclusiveReason.FORBIDDEN_MARKUP);
    }
    if (lookingAt("<?")) {
      state = State.INSTRUCTION;
      last = '<';
      return '<';
    }
    closingTag = lookingAt("</");
    state = State.TAG;
    last = '<';
    return '<';
  }

  private char tag(int b) throws UnreadableReportException {
    bounded();
    if (b == '"') {
      state = State.DOUBLE_QUOTED;
    } else if (b == '\'') {
      state = State.SINGLE_QUOTED;
    } else if (b == '>') {
      state = State.TEXT;
      tags.add(new Tag(tagStart, offset + 1));
      anyTag = true;
      if (closingTag) {
        balance--;
      } else if (last != '/') {
        balance++;
      } else {
        tags.add(new Tag(offset + 1, offset + 1));
      }
    }
    last = b;
    return markup(b);
  }

  private char quoted(int b, char quote) throws IOException {
    bounded();
    if (b == quote) {
      state = State.TAG;
    }
    last = b;
    return b == '&' ? reference() : text(b);
  }

  private char instruction(int b) throws UnreadableReportException {
    bounded();
    if (b == '>' && last == '?') {
      state = State.TEXT;
    }
    last = b;
    return markup(b);
  }

  private char comment(int b) throws IOException {
    if (b == '-' && lookingAt("--") && !lookingAt("-->")) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    if (b == '-' && lookingAt("-->")) {
      state = State.TEXT;
      cover(2, ' ');
      if (balance == 1) {
        rootComments.accept(comment.toString().strip());
      }
    } else if (comment.length() < COMMENT_CHARS_MAX) {
      comment.append((char) b);
    }
    return ' ';
  }

  private char cdata(int b) throws IOException {
    if (b == ']' && lookingAt("]]>")) {
      state = State.TEXT;
      cover(2, ' ');
      return ' ';
    }
    return b == '<' || b == '&' ? XmlText.standIn(b) : text(b);
  }

  private void bounded() throws UnreadableReportException {
    if (offset - tagStart > TestReportLimits.MARKUP_BYTES_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOKEN_TOO_LARGE);
    }
  }

  /** Whether the bytes from the current one on are {@code wanted}. */
  private boolean lookingAt(String wanted) throws IOException {
    if (!has(wanted.length())) {
      return false;
    }
    for (int i = 0; i < wanted.length(); i++) {
      if (bytes[next + i] != wanted.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether so many bytes are there from the current one on; reads more when it has to. */
  private boolean has(int count) throws IOException {
    while (limit - next < count && more()) {
      // more() appends
    }
    return limit - next >= count;
  }

  private boolean more() throws IOException {
    if (next > 0) {
      System.arraycopy(bytes, next, bytes, 0, limit - next);
      limit -= next;
      next = 0;
    }
    int count = source.read(bytes, limit, bytes.length - limit);
    ended |= count < 0;
    limit += Math.max(0, count);
    return count > 0;
  }

  private boolean refill() throws IOException {
    next = 0;
    limit = 0;
    return more();
  }

  private void skipByteOrderMark() throws IOException {
    if (lookingAt("<")) {
      return;
    }
    if (has(3)
        && (bytes[next] & 0xff) == 0xef
        && (bytes[next + 1] & 0xff) == 0xbb
        && (bytes[next + 2] & 0xff) == 0xbf) {
      next += 3;
      offset += 3;
    }
  }
}
