package dev.assay.cli;

import java.io.Console;
import java.util.Map;
import java.util.Set;

/**
 * Whether somebody looks, and what is done for them alone. Where the output is read by a program,
 * or {@code NO_COLOR} (no-color.org) is not empty, there is nothing of it.
 */
public final class Terminal {

  private static final String GREEN = "\u001b[32m";
  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String PLAIN = "\u001b[0m";

  private static final Set<String> GOOD = Set.of("PROMOTE", "PASS", "PROMOTED");
  private static final Set<String> BAD = Set.of("FAIL", "HALT", "DEMOTE", "HALTED", "DEMOTED");
  private static final Set<String> OPEN =
      Set.of("RETRY", "INCONCLUSIVE", "ESCALATE", "REQUEST_APPROVAL", "SPLIT", "CONTINUE");

  private Terminal() {}

  /** Asked for once it matters: short commands do not pay for the console. */
  private static final class Here {
    static final boolean WATCHED = watched();
    static final boolean COLOURED = WATCHED && coloured(System.getenv());

    @SuppressWarnings("SystemConsoleNull") // a JDK may have none, as its documentation says
    private static boolean watched() {
      Console console = System.console();
      return console != null && console.isTerminal();
    }
  }

  /** Whether input and output are a person's. */
  public static boolean watched() {
    return Here.WATCHED;
  }

  /** {@code cell} of a table in the colour of the word that it is, on a terminal. */
  static String coloured(String cell) {
    String word = cell.strip();
    boolean known = GOOD.contains(word) || BAD.contains(word) || OPEN.contains(word);
    return known && Here.COLOURED ? colour(cell, word) : cell;
  }

  static String colour(String cell, String word) {
    return (GOOD.contains(word) ? GREEN : BAD.contains(word) ? RED : YELLOW) + cell + PLAIN;
  }

  /** Whether a terminal with {@code environment} wants colours. */
  static boolean coloured(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }
}
