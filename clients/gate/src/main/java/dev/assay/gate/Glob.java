package dev.assay.gate;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for paths below a repository: {@code *} is any part of a name, {@code **} of a path,
 * {@code **}{@code /} any number of directories, {@code ?} one character, {@code [a-z]} and {@code
 * [!a-z]} one of a set, <code>{a,b}</code> one of several. All places that a pattern may be at are
 * followed at once, so that the time is at most the product of both lengths, whatever the pattern.
 */
final class Glob {

  /** One part of a pattern. */
  private sealed interface Token {

    /** Whether {@code c} is of it, at the end of it for directories. */
    boolean takes(int c);

    /** Whether it is any number of what it takes, none too. */
    default boolean repeats() {
      return false;
    }

    /** One character. */
    record One(int wanted) implements Token {
      @Override
      public boolean takes(int c) {
        return c == wanted;
      }
    }

    /** One character of a name out of ranges, given as pairs; of none when {@code negated}. */
    record Of(List<Integer> ranges, boolean negated) implements Token {
      @Override
      public boolean takes(int c) {
        boolean found = false;
        for (int i = 0; i < ranges.size(); i += 2) {
          found |= c >= ranges.get(i) && c <= ranges.get(i + 1);
        }
        return c != '/' && found != negated;
      }
    }

    /** Any number of characters. */
    record Many(boolean directories) implements Token {
      @Override
      public boolean takes(int c) {
        return directories || c != '/';
      }

      @Override
      public boolean repeats() {
        return true;
      }
    }

    /** Any number of directories, each with the slash after it. */
    record Directories() implements Token {
      @Override
      public boolean takes(int c) {
        return c == '/';
      }

      @Override
      public boolean repeats() {
        return true;
      }
    }
  }

  private final List<List<Token>> alternatives = new ArrayList<>();

  private Glob() {}

  /**
   * The pattern {@code text}.
   *
   * @throws RejectedException when it is none
   */
  static Glob of(String text) {
    Glob glob = new Glob();
    for (String alternative : alternatives(text)) {
      glob.alternatives.add(tokens(alternative));
    }
    return glob;
  }

  private static List<String> alternatives(String text) {
    List<String> pending = new ArrayList<>(List.of(text));
    List<String> done = new ArrayList<>();
    while (!pending.isEmpty()) {
      String next = pending.removeLast();
      int open = next.indexOf('{');
      if (open < 0) {
        if (next.indexOf('}') >= 0) {
          throw none(text, "a } without {");
        }
        done.add(next);
        continue;
      }
      int close = next.indexOf('}', open);
      if (close < 0 || next.substring(open + 1, close).indexOf('{') >= 0) {
        throw none(text, "a { without }, or one in another");
      }
      for (String choice : next.substring(open + 1, close).split(",", -1)) {
        pending.add(next.substring(0, open) + choice + next.substring(close + 1));
      }
      if (pending.size() + done.size() > GateLimits.ALTERNATIVES_MAX) {
        throw none(text, "more than " + GateLimits.ALTERNATIVES_MAX + " alternatives");
      }
    }
    return done;
  }

  private static List<Token> tokens(String text) {
    int[] in = text.codePoints().toArray();
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < in.length; i++) {
      switch (in[i]) {
        case '?' -> tokens.add(new Token.Of(List.of(), true));
        case '[' -> {
          i = set(in, i + 1, tokens);
          if (i >= in.length) {
            throw none(text, "a [ without ]");
          }
        }
        case '*' -> {
          boolean two = i + 1 < in.length && in[i + 1] == '*';
          boolean begins = i == 0 || in[i - 1] == '/';
          boolean directories = two && begins && i + 2 < in.length && in[i + 2] == '/';
          tokens.add(directories ? new Token.Directories() : new Token.Many(two));
          i += directories ? 2 : two ? 1 : 0;
        }
        default -> tokens.add(new Token.One(in[i]));
      }
    }
    return tokens;
  }

  /** Reads a set that begins at {@code from}; the place of its end, behind all when it has none. */
  private static int set(int[] in, int from, List<Token> tokens) {
    boolean negated = from < in.length && in[from] == '!';
    int first = negated ? from + 1 : from;
    List<Integer> ranges = new ArrayList<>();
    int i = first;
    while (i < in.length && (in[i] != ']' || i == first)) {
      boolean range = i + 2 < in.length && in[i + 1] == '-' && in[i + 2] != ']';
      ranges.add(in[i]);
      ranges.add(in[range ? i + 2 : i]);
      i += range ? 3 : 1;
    }
    tokens.add(new Token.Of(ranges, negated));
    return i;
  }

  private static RejectedException none(String pattern, String found) {
    return new RejectedException(
        new Rejection(
            ErrorCode.INVALID_FIELD,
            "expected a pattern, found " + Require.quoted(pattern) + " with " + found,
            "artifacts.glob"));
  }

  /** Whether {@code path}, with {@code /} between names, is one that this names. */
  boolean matches(String path) {
    int[] characters = path.codePoints().toArray();
    return alternatives.stream().anyMatch(tokens -> matches(tokens, characters));
  }

  private static boolean matches(List<Token> tokens, int[] path) {
    int end = tokens.size();
    boolean[] at = new boolean[end + 1];
    boolean[] within = new boolean[end + 1];
    at[0] = true;
    skip(tokens, at);
    for (int c : path) {
      boolean[] next = new boolean[end + 1];
      boolean[] nextWithin = new boolean[end + 1];
      for (int i = 0; i < end; i++) {
        if (!at[i] && !within[i]) {
          continue;
        }
        Token token = tokens.get(i);
        nextWithin[i] = token instanceof Token.Directories;
        next[token.repeats() ? i : i + 1] |= token.takes(c);
      }
      at = next;
      within = nextWithin;
      skip(tokens, at);
    }
    return at[end];
  }

  /** What may be left out is left out as well. */
  private static void skip(List<Token> tokens, boolean[] at) {
    for (int i = 0; i < tokens.size(); i++) {
      at[i + 1] |= at[i] && tokens.get(i).repeats();
    }
  }
}
