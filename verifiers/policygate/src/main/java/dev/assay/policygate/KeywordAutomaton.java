package dev.assay.policygate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds any of many keywords in one pass over bytes (Aho and Corasick, 1975); ASCII letters count
 * the same in both cases. One table look-up per byte whatever the input is.
 */
final class KeywordAutomaton {

  /** A keyword that ends at a state. */
  record Ending(int rule, int length) {}

  static final int START = 0;

  private static final int SYMBOLS = 256;
  private static final Ending[] NONE = {};

  private final int[] next;
  private final Ending[][] endings;

  private KeywordAutomaton(int[] next, Ending[][] endings) {
    this.next = next;
    this.endings = endings;
  }

  int step(int state, byte symbol) {
    return next[state * SYMBOLS + fold(symbol)];
  }

  Ending[] endings(int state) {
    return endings[state];
  }

  private static int fold(byte symbol) {
    int value = symbol & 0xff;
    return value >= 'A' && value <= 'Z' ? value + 32 : value;
  }

  /** Collects keywords. */
  static final class Builder {

    private final List<int[]> children = new ArrayList<>();
    private final List<List<Ending>> found = new ArrayList<>();

    Builder() {
      node();
    }

    private int node() {
      int[] edges = new int[SYMBOLS];
      Arrays.fill(edges, -1);
      children.add(edges);
      found.add(new ArrayList<>());
      return children.size() - 1;
    }

    void add(byte[] keyword, int rule) {
      int state = START;
      for (byte symbol : keyword) {
        int[] edges = children.get(state);
        int folded = fold(symbol);
        if (edges[folded] < 0) {
          edges[folded] = node();
        }
        state = edges[folded];
      }
      found.get(state).add(new Ending(rule, keyword.length));
    }

    KeywordAutomaton build() {
      int[] fallback = new int[children.size()];
      ArrayDeque<Integer> queue = new ArrayDeque<>();
      int[] root = children.get(START);
      for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (root[symbol] < 0) {
          root[symbol] = START;
        } else {
          queue.add(root[symbol]);
        }
      }
      while (!queue.isEmpty()) {
        int state = queue.remove();
        found.get(state).addAll(found.get(fallback[state]));
        int[] edges = children.get(state);
        int[] other = children.get(fallback[state]);
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
          if (edges[symbol] < 0) {
            edges[symbol] = other[symbol];
          } else {
            fallback[edges[symbol]] = other[symbol];
            queue.add(edges[symbol]);
          }
        }
      }
      int[] next = new int[children.size() * SYMBOLS];
      for (int state = 0; state < children.size(); state++) {
        System.arraycopy(children.get(state), 0, next, state * SYMBOLS, SYMBOLS);
      }
      Ending[][] endings = new Ending[found.size()][];
      for (int state = 0; state < found.size(); state++) {
        endings[state] = found.get(state).toArray(NONE);
      }
      return new KeywordAutomaton(next, endings);
    }
  }
}
