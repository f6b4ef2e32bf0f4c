package dev.assay.process;

import java.util.List;

/** Linux signal numbers and names. */
final class Signals {

  static final int SIGINT = 2;
  static final int SIGKILL = 9;

  private static final int REALTIME_FIRST = 34;

  private static final List<String> NAMES =
      List.of(
          "SIGHUP",
          "SIGINT",
          "SIGQUIT",
          "SIGILL",
          "SIGTRAP",
          "SIGABRT",
          "SIGBUS",
          "SIGFPE",
          "SIGKILL",
          "SIGUSR1",
          "SIGSEGV",
          "SIGUSR2",
          "SIGPIPE",
          "SIGALRM",
          "SIGTERM",
          "SIGSTKFLT",
          "SIGCHLD",
          "SIGCONT",
          "SIGSTOP",
          "SIGTSTP",
          "SIGTTIN",
          "SIGTTOU",
          "SIGURG",
          "SIGXCPU",
          "SIGXFSZ",
          "SIGVTALRM",
          "SIGPROF",
          "SIGWINCH",
          "SIGIO",
          "SIGPWR",
          "SIGSYS");

  private Signals() {}

  /** The name of signal {@code number}, such as {@code SIGKILL} for 9. */
  static String name(int number) {
    if (number >= 1 && number <= NAMES.size()) {
      return NAMES.get(number - 1);
    }
    return number >= REALTIME_FIRST ? "SIGRTMIN+" + (number - REALTIME_FIRST) : "SIG" + number;
  }
}
