package dev.assay.core.fuzz;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.RejectedInputException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Reads damaged envelopes, notes, checkpoints and proofs. Whatever the bytes: the parser refuses
 * them with a code that it documents, or gives a value that is written as a text which is read as
 * the same value.
 */
public final class ParserFuzz {

  /** What is read, with a whole document and its parser. */
  private enum Format {
    ENVELOPE(
        """
        {"payload": "aGVsbG8gd29ybGQ=", "payloadType": "http://example.com/HelloWorld", "x": [1],
         "signatures": [{"keyid": "k\\u00e9", "sig": "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F-FnZ_O88Sg"},
                        {"keyid": null, "sig": "AQI="}]}
        """) {
      @Override
      byte[] rewritten(byte[] bytes) {
        return Envelope.parse(bytes).json();
      }
    },
    NOTE(
        """
        If you think cryptography is the answer to your problem,
        then you don't know what your problem is.

        \u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqd
        \u2014 stranger.example AAAAAAEC
        """) {
      @Override
      byte[] rewritten(byte[] bytes) {
        return SignedNote.parse(bytes).note().getBytes(StandardCharsets.UTF_8);
      }
    },
    CHECKPOINT(
        """
        example.com/fancylog
        109482
        sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=
        extension
        """) {
      @Override
      byte[] rewritten(byte[] bytes) {
        return Checkpoint.parse(text(bytes)).text().getBytes(StandardCharsets.UTF_8);
      }
    },
    PROOF(
        """
        c2sp.org/tlog-proof@v1
        extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6
        index 73894
        gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
        B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=

        example.com/fancylog
        109482
        sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

        \u2014 example.com/fancylog hI2DJ1roloI=
        """) {
      @Override
      byte[] rewritten(byte[] bytes) {
        return TlogProof.parse(text(bytes)).text().getBytes(StandardCharsets.UTF_8);
      }
    };

    private final String whole;

    Format(String whole) {
      this.whole = whole;
    }

    /** The text of the value that {@code bytes} hold. */
    abstract byte[] rewritten(byte[] bytes);

    private static String text(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** What damage is made with besides the documents' own bytes. */
  private static final List<String> PIECES =
      List.of(
          "\n",
          "\n\n",
          "\r",
          "\r\n",
          " ",
          "\u0000",
          "\u2014 ",
          "\u2014 a AAAAAAEC\n",
          "\u2028",
          "\ufeff",
          "\uD83D\uDE00",
          "+",
          "-",
          "=",
          "==",
          "A",
          "index 0\n",
          "index 9223372036854775808\n",
          "index -1\n",
          "extra \n",
          "extra AA\n",
          "0",
          "99999999999",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "\\ud800",
          "\\u0000",
          "\\udc00\\ud800",
          "null",
          "1e999",
          "\"sig\":\"AA\"",
          "\"keyid\":\"\"",
          "\"payload\":\"\"");

  private ParserFuzz() {}

  /**
   * Reads the damaged document of a seed; answers its format and {@code read} or the code.
   *
   * @throws AssertionError when the parser breaks its promise
   */
  static String read(long seed) {
    Random random = new Random(seed);
    Format format = Format.values()[random.nextInt(Format.values().length)];
    byte[] damaged = damaged(format, random);
    String name = format.name().toLowerCase(Locale.ROOT);
    try {
      byte[] written = format.rewritten(damaged);
      if (!Arrays.equals(format.rewritten(written), written)) {
        throw new AssertionError("expected what was written to be read as the same value");
      }
      return name + " read";
    } catch (RejectedInputException e) {
      if (!e.code().equals(name + "-invalid")) {
        throw new AssertionError("expected the code " + name + "-invalid, found " + e.code(), e);
      }
      return name + " " + e.code();
    } catch (RuntimeException | Error e) {
      String base64 = Base64.getEncoder().encodeToString(damaged);
      throw new AssertionError("expected a value or a refusal of " + name + " " + base64, e);
    }
  }

  private static byte[] damaged(Format format, Random random) {
    StringBuilder text = new StringBuilder(bytes(format.whole));
    for (int edits = random.nextInt(5); edits > 0; edits--) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(40));
      switch (random.nextInt(6)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, text.substring(at, end));
        case 2 -> text.insert(at, (char) random.nextInt(256));
        case 3 -> text.delete(0, random.nextInt(8) == 0 ? at : 0);
        default -> text.insert(at, bytes(PIECES.get(random.nextInt(PIECES.size()))));
      }
    }
    Charset wide =
        List.of(StandardCharsets.UTF_16BE, StandardCharsets.UTF_32BE, StandardCharsets.UTF_16LE)
            .get(random.nextInt(3));
    return text.toString().getBytes(random.nextInt(50) == 0 ? wide : StandardCharsets.ISO_8859_1);
  }

  /** The bytes of {@code text}, one in each character. */
  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** Arguments: first seed, number of documents. Ends with exit code 1 at a broken promise. */
  public static void main(String[] args) {
    long first = Long.parseLong(args[0]);
    long documents = Long.parseLong(args[1]);
    Map<String, Integer> outcomes = new TreeMap<>();
    for (long seed = first; seed < first + documents; seed++) {
      try {
        outcomes.merge(read(seed), 1, Integer::sum);
      } catch (AssertionError e) {
        System.out.println("seed " + seed + " breaks a promise");
        e.printStackTrace(System.out);
        System.exit(1);
      }
      if ((seed - first + 1) % 200_000 == 0) {
        System.err.println((seed - first + 1) + " of " + documents + " documents");
      }
    }
    outcomes.forEach((outcome, count) -> System.out.printf("%-32s %9d%n", outcome, count));
    System.out.println(documents + " documents from seed " + first + ": no promise broken");
  }
}
