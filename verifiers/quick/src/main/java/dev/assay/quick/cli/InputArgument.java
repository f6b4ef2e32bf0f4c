package dev.assay.quick.cli;

import dev.assay.quick.limits.QuickLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What {@code --input} names. */
public final class InputArgument {

  private static final String STANDARD_INPUT = "-";

  private InputArgument() {}

  /**
   * The bytes of the input, or one more than the limit when it is larger.
   *
   * @param input a path, or {@code -} for {@code in}
   * @param directory that a relative path starts from
   * @throws CommandException CLI_USAGE when it cannot be read
   */
  public static byte[] read(String input, Path directory, InputStream in) throws CommandException {
    int enough = QuickLimits.INPUT_BYTES_MAX + 1;
    try {
      if (input.equals(STANDARD_INPUT)) {
        return in.readNBytes(enough);
      }
      try (InputStream file = Files.newInputStream(directory.resolve(input))) {
        return file.readNBytes(enough);
      }
    } catch (IOException | InvalidPathException e) {
      throw new CommandException(
          ErrorCode.CLI_USAGE,
          "expected a readable file at --input, found: " + e + "; check the path",
          e);
    }
  }
}
