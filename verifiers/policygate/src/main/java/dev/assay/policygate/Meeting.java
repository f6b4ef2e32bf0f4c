package dev.assay.policygate;

import java.util.Arrays;
import java.util.List;

/** How far a path with wildcards and a pattern of policy may stand for the same path. */
enum Meeting {
  /** No path fits both. */
  NONE,
  /** Some path does. */
  SOME,
  /** Some path does, and both tell a letter of it. */
  TOLD;

  private static final String DEEP = "**";

  /**
   * Compares segments: {@code *} is any part of one, {@code ?} a character, {@code **} any number
   * of segments, one at least at the end of a pattern. Time is linear in one times the other.
   */
  static Meeting of(List<String> path, List<String> pattern) {
    Meeting[] at = nowhere(pattern.size());
    at[0] = SOME;
    skipDeep(pattern, at);
    for (String segment : path) {
      Meeting[] next = nowhere(pattern.size());
      for (int i = 0; i < at.length; i++) {
        if (segment.equals(DEEP)) {
          next[i] = most(at[i], i == 0 ? NONE : next[i - 1]);
        } else if (at[i] != NONE && i < pattern.size()) {
          boolean deep = pattern.get(i).equals(DEEP);
          Meeting met = deep ? SOME : names(segment, pattern.get(i));
          next[i] = deep ? most(next[i], at[i]) : next[i];
          next[i + 1] = met == NONE ? next[i + 1] : most(next[i + 1], most(at[i], met));
        }
      }
      skipDeep(pattern, next);
      at = next;
    }
    return at[pattern.size()];
  }

  private static void skipDeep(List<String> pattern, Meeting[] at) {
    for (int i = 0; i + 1 < pattern.size(); i++) {
      if (pattern.get(i).equals(DEEP)) {
        at[i + 1] = most(at[i + 1], at[i]);
      }
    }
  }

  /** Whether some name fits both; told is a letter, or what both begin with. */
  private static Meeting names(String one, String other) {
    Meeting[] at = nowhere(other.length());
    at[0] = SOME;
    for (int i = 0; i <= one.length(); i++) {
      Meeting[] next = nowhere(other.length());
      for (int j = 0; j <= other.length(); j++) {
        if (at[j] == NONE) {
          continue;
        }
        char a = i < one.length() ? one.charAt(i) : 0;
        char b = j < other.length() ? other.charAt(j) : 0;
        if (b != 0 && (a == '*' || b == '*')) {
          at[j + 1] = most(at[j + 1], at[j]);
        }
        if (a == '*' || a != 0 && b == '*') {
          next[j] = most(next[j], at[j]);
        }
        if (b != 0 && a == b) {
          boolean told = Character.isLetterOrDigit(a) || i == 0 && j == 0 && a != '*' && a != '?';
          next[j + 1] = most(next[j + 1], told ? TOLD : at[j]);
        } else if (b != 0 && a != 0 && (a == '?' || b == '?')) {
          next[j + 1] = most(next[j + 1], at[j]);
        }
      }
      if (i == one.length()) {
        return at[other.length()];
      }
      at = next;
    }
    return NONE;
  }

  private static Meeting[] nowhere(int length) {
    Meeting[] all = new Meeting[length + 1];
    Arrays.fill(all, NONE);
    return all;
  }

  private static Meeting most(Meeting one, Meeting other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
