package dev.assay.cfverify.evidence;

import static dev.assay.cfverify.evidence.EvidenceLimits.WINDOW_LINES;
import static dev.assay.cfverify.evidence.EvidenceLimits.WINDOW_LINES_BEFORE;

import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads exactly the referenced lines of a file. Lines end with LF (a CR before it belongs to the
 * terminator); what lies before them is passed over, what lies behind is never read. Files are
 * given by their real path.
 */
public final class SnippetReader {

  private final EvidenceLimits limits;

  /** A reader with the given bounds. */
  public SnippetReader(EvidenceLimits limits) {
    this.limits = limits;
  }

  private interface Read {
    SnippetReading from(ByteCursor cursor) throws IOException;
  }

  /** Lines {@code start} to {@code end}, from 1 and inclusive; fewer when the file ends before. */
  public SnippetReading lines(Path file, long start, long end, @Nullable String quote)
      throws ClosedByInterruptException {
    if (end < start) {
      return new SnippetReading.Absent(
          "referenced lines not found: the range ends before it starts");
    }
    return open(
        file,
        quote,
        cursor ->
            cursor.skipLines(start - 1)
                ? snippet(cursor, start, end - start + 1, quote)
                : new SnippetReading.Absent(
                    "referenced lines not found: the file has fewer than " + start + " lines"));
  }

  /** The window around the first line that contains {@code symbol} literally. */
  public SnippetReading symbol(Path file, String symbol, @Nullable String quote)
      throws ClosedByInterruptException {
    byte[] wanted;
    try {
      wanted = utf8(symbol);
    } catch (CharacterCodingException e) {
      return new SnippetReading.Absent("symbol not found: it is not well-formed Unicode");
    }
    if (wanted.length > limits.symbolBytesMax()) {
      return new SnippetReading.Unread(
          "the symbol is longer than " + limits.symbolBytesMax() + " bytes");
    }
    return open(file, quote, cursor -> window(cursor, wanted, quote));
  }

  private SnippetReading window(ByteCursor cursor, byte[] wanted, @Nullable String quote)
      throws IOException {
    long[] starts = new long[WINDOW_LINES_BEFORE + 1];
    SymbolSearch search = new SymbolSearch(wanted);
    long line = 1;
    while (cursor.more()) {
      byte b = cursor.take();
      if (search.accept(b)) {
        long first = Math.max(1, line - WINDOW_LINES_BEFORE);
        cursor.moveTo(starts[(int) (first % starts.length)]);
        return snippet(cursor, first, WINDOW_LINES, quote);
      }
      if (b == '\n') {
        line++;
        starts[(int) (line % starts.length)] = cursor.offset();
      }
    }
    return new SnippetReading.Absent("symbol not found in the referenced file");
  }

  private SnippetReading snippet(ByteCursor cursor, long first, long count, @Nullable String quote)
      throws IOException {
    SnippetSink sink = new SnippetSink(quote, limits.snippetCharsMax());
    long lines = cursor.copyLines(count, sink);
    return new SnippetReading.Snippet(
        first, lines, sink.quoteFound(), sink.text(), sink.complete());
  }

  private SnippetReading open(Path file, @Nullable String quote, Read read)
      throws ClosedByInterruptException {
    if (quote != null && quote.length() > limits.quoteCharsMax()) {
      return new SnippetReading.Unread(
          "the quote is longer than " + limits.quoteCharsMax() + " characters");
    }
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      return read.from(new ByteCursor(channel, limits.scanBytesMax()));
    } catch (ByteCursor.ScanLimitException e) {
      return new SnippetReading.Unread(
          "the referenced lines lie beyond the first " + limits.scanBytesMax() + " bytes");
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (NoSuchFileException e) {
      return new SnippetReading.Absent("referenced file not found");
    } catch (AccessDeniedException e) {
      return new SnippetReading.Absent("the referenced file cannot be read");
    } catch (IOException e) {
      return new SnippetReading.Unread("reading the referenced file failed");
    }
  }

  private static byte[] utf8(String symbol) throws CharacterCodingException {
    var bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(symbol));
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return copy;
  }

  /** What re-reading a part of a file gave. */
  public sealed interface SnippetReading {

    /**
     * The referenced lines exist.
     *
     * @param firstLine number of the first line read, from 1
     * @param lineCount lines read
     * @param quoteFound whether the quote is in them; true when there was none
     * @param text the lines with their terminators as {@code \n}, cut at the limit
     * @param complete whether {@code text} is all of them
     */
    record Snippet(
        long firstLine, long lineCount, boolean quoteFound, String text, boolean complete)
        implements SnippetReading {}

    /** The file was read and the referenced lines or symbol are not in it. */
    record Absent(String why) implements SnippetReading {}

    /** The file could not be read far enough to say. */
    record Unread(String why) implements SnippetReading {}
  }

  /** Looks for a byte sequence in a stream of bytes, in linear time (Knuth, Morris and Pratt). */
  private static final class SymbolSearch {

    private final byte[] wanted;
    private final int[] fallback;
    private int matched;

    SymbolSearch(byte[] wanted) {
      this.wanted = wanted;
      this.fallback = new int[wanted.length];
      int border = 0;
      for (int i = 1; i < wanted.length; i++) {
        while (border > 0 && wanted[border] != wanted[i]) {
          border = fallback[border - 1];
        }
        if (wanted[border] == wanted[i]) {
          border++;
        }
        fallback[i] = border;
      }
    }

    /** Whether the sequence ends with {@code b}; asked no further after the first yes. */
    boolean accept(byte b) {
      while (matched > 0 && wanted[matched] != b) {
        matched = fallback[matched - 1];
      }
      if (wanted[matched] == b) {
        matched++;
      }
      return matched == wanted.length;
    }
  }
}
