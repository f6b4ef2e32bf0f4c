package dev.assay.testreport;

import java.util.Map;

/** The signals that end a process from outside: it judged nothing. Numbers are those of Linux. */
final class Signals {

  private static final Map<Long, String> STOPS =
      Map.of(
          1L, "SIGHUP",
          2L, "SIGINT",
          3L, "SIGQUIT",
          9L, "SIGKILL",
          14L, "SIGALRM",
          15L, "SIGTERM",
          24L, "SIGXCPU");

  private Signals() {}

  /** The name of a signal that stops a process; another one is called by its number. */
  static String name(long number) {
    return STOPS.getOrDefault(number, "SIGNAL" + number);
  }

  static boolean stops(String name) {
    return STOPS.containsValue(name);
  }
}
