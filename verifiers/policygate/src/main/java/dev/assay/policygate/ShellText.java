package dev.assay.policygate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command with the variables that it sets put in, as far as they are plain words.
 *
 * @param texts the command for each value that a variable is given, at most {@link #VALUES_MAX}
 * @param computed whether it puts words together in a way that is not followed: substitution,
 *     {@code eval}, decoding, a shell or an interpreter fed with text, variables that it does not
 *     set
 */
record ShellText(List<String> texts, boolean computed) {

  /** Values of one variable that are put in. */
  private static final int VALUES_MAX = 16;

  private static final String VALUE =
      "(\"[^\"$`]{0,1000}\"|'[^']{0,1000}'|[^\\s;&|()$`\"']{0,1000})";

  private static final Pattern ASSIGNED =
      Pattern.compile("(?:^|[\\s;&|(])([A-Za-z_][A-Za-z0-9_]*)=" + VALUE + "(?=[\\s;&|)]|$)");
  private static final Pattern LOOP =
      Pattern.compile("\\bfor\\s+([A-Za-z_][A-Za-z0-9_]*)\\s+in\\s([^;\\n$`]{0,1000})");
  private static final Pattern REFERENCE =
      Pattern.compile("\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z_][A-Za-z0-9_]*)\\})");

  /** What the environment sets, and what no path is made of. */
  private static final String KNOWN =
      "(?:HOME|PWD|OLDPWD|TMPDIR|USER|PATH|LANG|SHELL|HOSTNAME|UID|RANDOM|CI|GITHUB_WORKSPACE"
          + "|CI_PROJECT_DIR|JAVA_HOME|GOPATH|VIRTUAL_ENV)";

  private static final Pattern COMPUTED =
      Pattern.compile(
          "\\$\\((?!\\()|`|\\$'|(?<!\\\\)\\$\\{?[0-9@*]|\\$\\{!"
              + "|(?:^|[\\s;&|(])(?:IFS=|[A-Za-z_][A-Za-z0-9_]{0,99}\\+=)|\\$\\{?(?!"
              + KNOWN
              + "\\b)[A-Za-z_]|\\$\\{"
              + KNOWN
              + "[^}A-Za-z0-9_]");

  /** Looked for also between single quotes, where nothing else is read. */
  private static final Pattern RUN =
      Pattern.compile(
          "\\b(?:eval|base64|base32|xxd|uudecode|xargs|extglob)\\b|\\b[gmn]?awk\\b[^\\n"
              + "]{0,500}(?:\\bprintf?\\b[^}'\\n"
              + "]{0,200}>\\s{0,9}(?!\\s|\"[^\"\\s]{0,200}\"\\s{0,9}[;}'])"
              + "|\\bsystem\\s{0,9}\\(|\\|\\s{0,9}\")|<\\(|<<<|(?:^|[;&|(])\\s{0,9}parallel\\s"
              + "|\\|\\s{0,20}(?:sudo\\s{1,20})?(?:[a-z/]{0,40}/)?(?:ba|z|da|k|a)?sh\\b|(?:^|[\\s;&|(/])(?:(?:ba|z|da|k|a)?sh|python[0-9.]{0,4}|node|perl|ruby|php|deno|bun)\\b[^\\n"
              + ";&|]{0,200}<<"
              + "|\\b(?:python[0-9.]{0,4}|node|perl|ruby|php|deno|bun)\\s(?:[^\\n;&|]{0,200}\\s)?"
              + "(?!-(?:i?name|i?wholename|type|size|prune|delete|exec|execdir|newer|[acm]time|user)\\s)"
              + "(?:-[a-zA-Z]{0,8}[ceEr]|eval)\\s"
              + "|\\b(?:lua(?:jit|[0-9.]{0,4})|Rscript|julia|groovy|osascript|scala|elixir|guile|racket"
              + "|fish|nu)\\s(?:[^\\n;&|]{0,200}\\s)?(?:-[a-zA-Z]{0,2}[ceE]|eval)\\s"
              + "|\\bghc\\s(?:[^\\n;&|]{0,200}\\s)?-e\\s"
              + "|(?<!\\.)\\b(?:n?vim?|ex|emacs)\\s(?:[^\\n;&|]{0,200}\\s)?"
              + "(?:-[a-zA-Z]{0,4}[cSs]|--cmd|--eval|--script|-l|\\+[^\\s0-9]\\S*)\\s"
              + "|\\bwritefile\\s{0,9}\\(|\\bexpand_aliases\\b");

  /** A program that only searches: behind it the name of a program is a word like others. */
  private static final Pattern SEARCHES =
      Pattern.compile("\\s*(?:git )?(?:[ef]?grep|rg|ag)\\s[^()`<>]*");

  private static final int SEARCH_CHARS_MAX = 500;
  private static final Pattern QUOTE = Pattern.compile("[\"'`\\\\]");

  /** PowerShell, or a command of it that writes. */
  private static final Pattern POWERSHELL =
      Pattern.compile(
          "(?i)\\b(?:powershell|pwsh)\\b|\\[(?:system\\.)?io\\."
              + "|(?<![\\w./-])(?:set|add|clear|out|new|copy|move|remove|rename|tee|export)"
              + "-(?:content|file|item|object|csv)(?![\\w./-])");

  /** How PowerShell puts texts together, or runs one. */
  private static final Pattern POWERSHELL_COMPUTES =
      Pattern.compile(
          "(?i)[\"')]\\s{0,9}\\+|(?:[\"')\\]}]|\\$[\\w.]{1,50})\\s{0,9}-f\\s|-join\\b|-replace\\b|\\[char"
              + "|\\biex\\b|invoke-expression"
              + "|\\b(?:powershell|pwsh)\\b[^\\n;&|]{0,200}\\s-e(?:nc?(?:odedcommand)?|c)?\\s");

  /** A variable of Windows' shell in what it runs, or where it writes. */
  private static final Pattern WINDOWS_VARIABLE =
      Pattern.compile(
          "(?i)(?:\\bcmd(?:\\.exe)?\\s{1,9}/|(?:^|[&|(])\\s{0,9}(?:set\\s{1,9}(?:/[ap]\\s{1,9})?\"?\\w{1,99}="
              + "|(?:copy|move|ren|del|xcopy)\\s))"
              + "[^\\n%]{0,200}[%!][a-z_][a-z0-9_]{0,30}(?::[^%!\\n]{0,50})?[%!]"
              + "|>\\s{0,9}[^\\s%]{0,100}%[a-z_][a-z0-9_]{0,30}%");

  private static final Pattern SINGLE_QUOTED = Pattern.compile("(?<!\\$)'[^']*'");
  private static final Pattern NESTED = Pattern.compile("(?:\\s-[a-z]{0,4}c\\s|\\beval\\b)");

  ShellText {
    texts = List.copyOf(texts);
  }

  static ShellText of(String given) {
    String raw = Printed.without(given);
    String command = Substitutions.without(raw);
    Map<String, List<String>> values = new LinkedHashMap<>();
    Matcher assigned = ASSIGNED.matcher(command);
    while (assigned.find()) {
      value(values, assigned.group(1), assigned.group(2).replaceAll("^[\"']|[\"']$", ""));
    }
    Matcher loop = LOOP.matcher(command);
    while (loop.find()) {
      for (String word : loop.group(2).strip().split("\\s+", -1)) {
        value(values, loop.group(1), word.replaceAll("[\"']", ""));
      }
    }
    int most = values.values().stream().mapToInt(List::size).max().orElse(0);
    Set<String> texts = new LinkedHashSet<>(List.of(raw));
    texts.add(command);
    for (int i = 0; i < Math.min(most, VALUES_MAX); i++) {
      texts.add(with(command, values, i));
    }
    String last = most == 0 ? command : with(command, values, Math.min(most, VALUES_MAX) - 1);
    texts.add(Mounts.outside(last));
    String expanded =
        NESTED.matcher(last).find() ? last : SINGLE_QUOTED.matcher(last).replaceAll(" ");
    return new ShellText(
        List.copyOf(texts),
        most > VALUES_MAX
            || COMPUTED.matcher(expanded).find()
            || runs(raw)
            || WINDOWS_VARIABLE.matcher(raw).find()
            || POWERSHELL.matcher(raw).find() && POWERSHELL_COMPUTES.matcher(raw).find());
  }

  private static boolean runs(String command) {
    Matcher quote = QUOTE.matcher(command);
    int quoted = quote.find() ? quote.start() : command.length();
    return RUN.matcher(command)
        .results()
        .anyMatch(run -> !isSearched(command, run.start(), quoted));
  }

  /**
   * Whether what stands at {@code at} is a word of a program that searches.
   *
   * @param quoted where the first quote is, behind which nothing is told
   */
  private static boolean isSearched(String command, int at, int quoted) {
    int start = at;
    while (start > 0
        && at - start < SEARCH_CHARS_MAX
        && ";&|\n".indexOf(command.charAt(start - 1)) < 0) {
      start--;
    }
    return start <= quoted && SEARCHES.matcher(command).region(start, at).matches();
  }

  private static void value(Map<String, List<String>> values, String name, String value) {
    List<String> known = values.computeIfAbsent(name, _ -> new ArrayList<>());
    if (known.size() <= VALUES_MAX) {
      known.add(value);
    }
  }

  private static String with(String command, Map<String, List<String>> values, int index) {
    return REFERENCE
        .matcher(command)
        .replaceAll(reference -> {
          String name = reference.group(1) == null ? reference.group(2) : reference.group(1);
          List<String> known = values.get(name);
          return Matcher.quoteReplacement(
              known == null ? reference.group() : known.get(Math.min(index, known.size() - 1)));
        });
  }
}
