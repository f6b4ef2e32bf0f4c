package dev.assay.core.failure;

import java.util.List;
import java.util.Set;

/**
 * Tells numbers that only count what a run started, and seeds, from numbers that mean something.
 */
final class Counters {

  /** Words whose following number names a process, a thread or a place. */
  private static final Set<String> WORDS =
      Set.of(
          "pid",
          "ppid",
          "tid",
          "process",
          "thread",
          "virtualthread",
          "goroutine",
          "line",
          "lines",
          "col",
          "column",
          "port",
          "worker");

  /** Pools that number themselves, {@code HikariPool-1}. */
  private static final Set<String> POOLS = Set.of("hikaripool", "forkjoinpool");

  /** What stands before the number of a server's thread: Tomcat, Netty, Reactor Netty. */
  private static final List<String> SERVER_THREADS =
      List.of(
          "-exec-", "EventLoopGroup-", "EventLoop-", "reactor-http-epoll-", "reactor-http-nio-");

  /** Fewer are more often the index of a list, {@code items[3]: too long}. */
  private static final int PROCESS_DIGITS = 4;

  private Counters() {}

  /** Whether the number [start, end) of {@code s} only counts; {@code word} stands before it. */
  static boolean counts(String s, int start, int end, String word) {
    return WORDS.contains(word)
        || ofPool(s, start, end, word)
        || ofServerThread(s, start, end)
        || endsWith(s, start, "$$Lambda$")
        || endsWith(s, start, "name='Task-")
        || endsWith(s, start, "@coroutine#")
        || endsWith(s, start, ", hashCode: ")
        || ofProcess(s, start, end)
        || ofCallLog(s, end);
  }

  /** The process that wrote a line of a log, {@code nginx[12345]: }. */
  private static boolean ofProcess(String s, int start, int end) {
    return end - start >= PROCESS_DIGITS
        && start > 1
        && endsWith(s, start, "[")
        && Masks.alphanumeric(s.charAt(start - 2))
        && s.startsWith("]: ", end);
  }

  private static boolean ofPool(String s, int start, int end, String word) {
    boolean thread = s.startsWith("-thread-", end) || s.startsWith("-worker-", end);
    return endsWith(s, start, "-") && (POOLS.contains(word) || thread && word.endsWith("pool"));
  }

  /** Tomcat's have the port, {@code http-nio-8080-exec-7}, Netty's two, {@code EventLoop-4-1}. */
  private static boolean ofServerThread(String s, int start, int end) {
    if (s.startsWith("-exec-", end)) {
      return endsWith(s, start, "http-nio-");
    }
    int first = endsWith(s, start, "-") ? digitsBefore(s, start - 1) : start;
    return SERVER_THREADS.stream()
        .anyMatch(
            name -> endsWith(s, start, name) || first < start - 1 && endsWith(s, first, name));
  }

  /** Where the digits that end before {@code end} begin; {@code end} when there are none. */
  private static int digitsBefore(String s, int end) {
    int i = end;
    while (i > 0 && Character.isDigit(s.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  /** How often Playwright's call log repeats a line that depends on the machine's speed. */
  private static boolean ofCallLog(String s, int end) {
    return s.startsWith(" × locator resolved to ", end) || s.startsWith(" × waiting for ", end);
  }

  /**
   * Whether the number at {@code start} is the value of a seed: {@code seed 7}, {@code --seed=7},
   * {@code "seed": -7}. A name such as {@code seed-7.sql} is none.
   */
  static boolean isSeed(String s, int start, String word) {
    if (!word.endsWith("seed")) {
      return false;
    }
    int value = endsWith(s, start, "-") || endsWith(s, start, "+") ? start - 1 : start;
    int i = value;
    while (i > 0 && assigns(s.charAt(i - 1))) {
      i--;
    }
    return i < value && i > 0 && Masks.letter(s.charAt(i - 1));
  }

  private static boolean assigns(char c) {
    return Character.isWhitespace(c) || "=:\"'".indexOf(c) >= 0;
  }

  private static boolean endsWith(String s, int end, String tail) {
    return s.startsWith(tail, end - tail.length());
  }
}
