package dev.assay.quick.cli;

/** Words of a POSIX shell command, for commands that people copy. */
public final class ShellWord {

  private ShellWord() {}

  /** {@code text} as one word; quoted only where the shell needs it. */
  public static String quoted(String text) {
    boolean plain =
        !text.isEmpty()
            && text.chars()
                .allMatch(c ->
                    ('a' <= c && c <= 'z')
                        || ('A' <= c && c <= 'Z')
                        || ('0' <= c && c <= '9')
                        || "/._-:,@%+=".indexOf(c) >= 0);
    return plain ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
