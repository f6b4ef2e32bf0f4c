package dev.assay.core.failure;

import java.util.Set;

/** Recognises ids, hashes, tokens and addresses, which every run makes anew. */
final class Ids {

  /** Words whose following hexadecimal digits are an id even when they are few. */
  private static final Set<String> WORDS = Set.of("commit", "revision", "sha", "container", "id");

  private static final int IDENTITY_DIGITS = 5;
  private static final int SHORT_CHARS = 7;
  private static final int HEX_CHARS = 8;
  private static final int LETTERS_ONLY_CHARS = 12;
  private static final int MIXED_CHARS = 20;
  private static final int MIXED_DIGITS = 4;
  private static final int WORD_CHARS = 5;
  private static final int ADDRESS_DIGITS = 5;
  private static final int STATUS_DIGITS = 8;

  private static final String TOKEN = "eyJ";

  private Ids() {}

  /** Whether the letters and digits [start, end) of {@code s} are an id; {@code word} precedes. */
  static boolean isId(String s, int start, int end, String word) {
    int digits = 0;
    int hex = 0;
    for (int i = start; i < end; i++) {
      char c = s.charAt(i);
      digits += Masks.digit(c) ? 1 : 0;
      hex += Masks.hexDigit(c) ? 1 : 0;
    }
    int length = end - start;
    boolean identity = start > 0 && s.charAt(start - 1) == '@';
    if (digits == length) {
      return identity && length >= IDENTITY_DIGITS || WORDS.contains(word) && length >= SHORT_CHARS;
    }
    if (hex == length) {
      return identity
          || digits > 0 && length >= HEX_CHARS
          || length >= LETTERS_ONLY_CHARS
          || WORDS.contains(word) && length >= SHORT_CHARS;
    }
    return length >= MIXED_CHARS && digits >= MIXED_DIGITS && !ofWords(s, start, end);
  }

  /** Whether capitalised words make up most of the letters, {@code Iso20022PaymentHandler}. */
  private static boolean ofWords(String s, int start, int end) {
    int letters = 0;
    int inWords = 0;
    int i = start;
    while (i < end) {
      int stop = i + 1;
      while (stop < end && s.charAt(stop) >= 'a' && s.charAt(stop) <= 'z') {
        stop++;
      }
      char first = s.charAt(i);
      letters += stop - i - (Masks.digit(first) ? 1 : 0);
      boolean word = first >= 'A' && first <= 'Z' && stop - i >= WORD_CHARS;
      inWords += word ? stop - i : 0;
      i = stop;
    }
    return 2 * inWords > letters;
  }

  /**
   * Whether {@code 0x…} at [start, end) is an address: long, an offset, a program counter or the
   * place of Python's {@code <a.B object at 0x10a>}. An HRESULT after such a word as "error" is
   * none.
   */
  static boolean isAddress(String s, int start, int end, String word) {
    int digits = end - start - 2;
    if (digits == STATUS_DIGITS && "8Cc".indexOf(s.charAt(start + 2)) >= 0 && namesStatus(word)) {
      return false;
    }
    boolean object = word.equals("at") && end < s.length() && s.charAt(end) == '>';
    boolean offset = start > 0 && s.charAt(start - 1) == '+';
    return digits >= ADDRESS_DIGITS || offset || object || word.equals("pc");
  }

  private static boolean namesStatus(String word) {
    return word.endsWith("error")
        || word.endsWith("exception")
        || word.endsWith("code")
        || word.equals("hresult")
        || word.equals("status");
  }

  /** The end of {@code 8-4-4-4-12} hexadecimal digits at {@code i}, or -1. */
  static int uuidEnd(String s, int i, int end) {
    if (end - i < 36) {
      return -1;
    }
    for (int k = 0; k < 36; k++) {
      char c = s.charAt(i + k);
      boolean dash = k == 8 || k == 13 || k == 18 || k == 23;
      if (dash ? c != '-' : !Masks.hexDigit(c)) {
        return -1;
      }
    }
    return i + 36;
  }

  /** The end of the JSON web token at {@code i}, three parts of base64url, or -1. */
  static int tokenEnd(String s, int i, int end) {
    boolean starts = s.startsWith(TOKEN, i) && (i == 0 || !base64(s.charAt(i - 1)));
    int payload = starts ? base64End(s, i, end) + 1 : end;
    if (payload >= end || !s.startsWith("." + TOKEN, payload - 1)) {
      return -1;
    }
    int signature = base64End(s, payload, end) + 1;
    return signature < end && s.charAt(signature - 1) == '.' ? base64End(s, signature, end) : -1;
  }

  private static int base64End(String s, int start, int end) {
    int i = start;
    while (i < end && base64(s.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean base64(char c) {
    return Masks.alphanumeric(c) || c == '-' || c == '_';
  }
}
