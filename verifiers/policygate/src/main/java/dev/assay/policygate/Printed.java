package dev.assay.policygate;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A command without the texts that it only prints or writes down: those of {@code echo}, of a
 * document that stands in it, and the message of a commit. They may speak of a file without
 * touching it. What goes to another program stays, and so does all behind quotes that are not
 * followed; and all of it where a text is written to a file and a program follows that may run it.
 */
final class Printed {

  private static final String START = "(?<=^|[;&\\n]|[;&\\n][ \\t]{1,9})";

  /** A text in which nothing is put in, and which ends as a word. */
  private static final String TEXT =
      "(?:\"[^\"$`\\\\]{0,5000}\"|'[^']{0,5000}'|[A-Za-z0-9_.,:/@%+=-]{1,200})(?=[\\s;&>]|$)";

  private static final String FILE = "[A-Za-z0-9_.,/@%+=-]{1,500}";
  private static final Pattern REDIRECTED =
      Pattern.compile("[ \\t]{0,9}>{1,2}[ \\t]{0,9}(\\S{1,500})");

  /** Programs that run no file. */
  private static final Set<String> QUIET =
      Set.of("", "cat", "cd", "echo", "ls", "mkdir", "printf", "tee", "touch", "true");

  /** Names of files that no program runs. */
  private static final Pattern INERT = Pattern.compile(".*(?:ignore|\\.md|\\.rst|\\.txt)");

  private static final Pattern SAID =
      Pattern.compile(
          START
              + "(?:(?<said>echo|printf)(?:[ \\t]{1,9}"
              + TEXT
              + "){1,50}(?=[ \\t]{0,9}(?:[;\\n]|&&|\\|\\||>>?[ \\t]{0,9}[^&>(\\s]|$))"
              + "|(?<commit>git commit(?:[ \\t]{1,9}--?[a-z-]{1,20}){0,5}?[ \\t]{1,9}"
              + "(?:-[a-z]{0,5}m|--message=?))[ \\t]{0,9}"
              + TEXT
              + "(?:[ \\t]{1,9}-m[ \\t]{0,9}"
              + TEXT
              + "){0,9}"
              + "|(?<to>(?:cat|tee(?: -a)?)(?:[ \\t]{1,9}>{0,2}[ \\t]{0,9}"
              + FILE
              + ")?)[ \\t]{0,9}<<(?<quote>['\"]?)(?<end>[A-Za-z_]{1,40})\\k<quote>"
              + "(?<then>[ \\t]{0,9}>{1,2}[ \\t]{0,9}"
              + FILE
              + ")?[ \\t]{0,9}\\n)");

  private static final Pattern QUOTES = Pattern.compile("[\"'`\\\\]");
  private static final Pattern PUT_IN = Pattern.compile("[$`\\\\]");

  /** Texts of one command that are looked at. */
  private static final int TEXTS_MAX = 64;

  private Printed() {}

  static String without(String command) {
    Set<String> files = new HashSet<>();
    String text = without(command, files);
    return mayRun(text, files) ? command : text;
  }

  /** Whether {@code command} has a program that may run one of {@code files}. */
  private static boolean mayRun(String command, Set<String> files) {
    if (files.stream().allMatch(file -> INERT.matcher(file).matches())) {
      return false;
    }
    boolean git = files.stream().anyMatch(file -> file.contains(".git"));
    return Stream.of(command.split("[;&|\n]"))
        .map(String::strip)
        .anyMatch(part ->
            !QUIET.contains(part.split("\\s", 2)[0]) && (git || !part.startsWith("git add ")));
  }

  /** The same with what it writes a text to in {@code files}. */
  private static String without(String command, Set<String> files) {
    String text = command;
    int from = 0;
    for (int seen = 0; seen < TEXTS_MAX; seen++) {
      Matcher said = SAID.matcher(text);
      if (!said.find(from) || QUOTES.matcher(text.substring(from, said.start())).find()) {
        return text;
      }
      String kept = said.group("said") == null ? said.group("commit") : said.group("said");
      int end = said.end();
      Matcher redirected = REDIRECTED.matcher(text).region(end, text.length());
      if (said.group("said") != null && redirected.lookingAt()) {
        files.add(redirected.group(1));
      }
      if (kept == null) {
        kept = written(said);
        end = endOfDocument(text, said);
        if (kept.indexOf(' ') > 0) {
          files.add(kept);
        }
      }
      if (end < 0) {
        return text;
      }
      text = text.substring(0, said.start()) + kept + text.substring(end);
      from = said.start() + kept.length();
    }
    return text;
  }

  private static String written(Matcher said) {
    @Nullable String then = said.group("then");
    return said.group("to") + (then == null ? "" : then);
  }

  /** Where the document's last line ends; -1 when it has none, or something is put in. */
  private static int endOfDocument(String text, Matcher said) {
    String last = said.group("end");
    for (int at = said.end(); at < text.length(); at = text.indexOf('\n', at) + 1) {
      int next = text.indexOf('\n', at);
      int end = next < 0 ? text.length() : next;
      if (text.substring(at, end).equals(last)) {
        boolean plain =
            !said.group("quote").isEmpty()
                || !PUT_IN.matcher(text.substring(said.end(), at)).find();
        return plain ? end : -1;
      }
      if (next < 0) {
        break;
      }
    }
    return -1;
  }
}
