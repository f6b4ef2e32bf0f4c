package dev.assay.delegation.hook;

import dev.assay.delegation.DelegationLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads the {@code *.md} files of one directory as hooks, in the order of their names. */
public final class HookDirectory {

  private static final String SUFFIX = ".md";

  private HookDirectory() {}

  /**
   * The hooks below {@code directory}.
   *
   * @throws HookFormatException when a file is no hook, with its name
   * @throws IOException when the directory cannot be read
   */
  public static List<Hook> read(Path directory) throws HookFormatException, IOException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(directory)) {
      files =
          entries
              .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
              .limit(DelegationLimits.HOOKS_MAX + 1L)
              .sorted()
              .toList();
    }
    List<Hook> hooks = new ArrayList<>();
    for (Path file : files) {
      String fileName = file.getFileName().toString();
      String name = fileName.substring(0, fileName.length() - SUFFIX.length());
      hooks.add(Hook.parse(fileName, name, text(file, fileName, name)));
    }
    return hooks;
  }

  private static String text(Path file, String fileName, String name)
      throws HookFormatException, IOException {
    if (!Files.isRegularFile(file)) {
      throw HookFormatException.of(fileName, name, "expected a regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(DelegationLimits.SCRIPT_BYTES_MAX + 1);
      if (bytes.length > DelegationLimits.SCRIPT_BYTES_MAX) {
        throw HookFormatException.of(
            fileName,
            name,
            "expected at most " + DelegationLimits.SCRIPT_BYTES_MAX + " bytes, found more");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw HookFormatException.of(fileName, name, "expected UTF-8 text, found other bytes");
    }
  }
}
