package dev.assay.testreport;

import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The end of a command as a test of its own: where it ended badly and no test failed, a run of the
 * same command that ends well clears that, or one that has it among the commands that {@code &&}
 * joins, and no other.
 */
final class CommandEnd {

  /** The name that shows for it; the command is a stranger's text. */
  private static final String NAME = "exit-code";

  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern AND = Pattern.compile("\\s*&&\\s*");

  /** What makes more of a command than commands that have all to end well. */
  private static final Pattern OTHER_JOINTS = Pattern.compile("\\|\\||(?<!&)&(?!&)|[;|\"'`(){}\n]");

  private CommandEnd() {}

  /** The end of {@code command}, or of one that is not told; no test of a report has its id. */
  static NamedTest of(@Nullable String command) {
    String plain = command == null ? "" : BLANKS.matcher(command.strip()).replaceAll(" ");
    return new NamedTest(TestOutcomes.id("exit\0" + plain), NAME);
  }

  /** The ends of all commands that ended well when {@code command} did. */
  static List<NamedTest> within(@Nullable String command) {
    if (command == null || OTHER_JOINTS.matcher(command).find()) {
      return List.of(of(command));
    }
    return Stream.concat(Stream.of(command), Stream.of(AND.split(command, -1)))
        .map(CommandEnd::of)
        .toList();
  }
}
