package dev.assay.workspace;

import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.Extraction.RefusedArchiveException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Turns the name of an archive entry into a path that cannot leave the workspace. */
final class EntryName {

  private EntryName() {}

  /**
   * The path of {@code name} under {@code root}; {@code root} itself for {@code ./}.
   *
   * @throws RefusedArchiveException when the name is absolute, climbs, is too long or too deep, or
   *     is no file name here
   */
  static Path resolve(Path root, String name, WorkspaceLimits limits)
      throws RefusedArchiveException {
    if (name.isEmpty() || bytes(name) > limits.nameBytesMax()) {
      throw unsafe("a name of " + bytes(name) + " bytes, the limit is " + limits.nameBytesMax());
    }
    if (name.charAt(0) == '/' || isDrive(name)) {
      throw unsafe("an absolute name");
    }
    List<String> segments = segments(name);
    if (segments.size() > limits.nameDepthMax()) {
      throw unsafe(segments.size() + " segments, the limit is " + limits.nameDepthMax());
    }
    try {
      Path path = root;
      for (String segment : segments) {
        path = path.resolve(segment);
      }
      if (!path.normalize().equals(path) || !path.startsWith(root)) {
        throw unsafe("a name that leaves the workspace");
      }
      return path;
    } catch (InvalidPathException e) {
      throw unsafe("a name this host cannot hold");
    }
  }

  /** The length of a name as file systems count it. */
  static int bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length;
  }

  private static List<String> segments(String name) throws RefusedArchiveException {
    List<String> segments = new ArrayList<>();
    for (String segment : name.split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".")) {
        continue;
      }
      if (segment.equals("..")) {
        throw unsafe("a name that climbs with '..'");
      }
      if (segment.chars().anyMatch(c -> c < 0x20 || c == 0x7f || c == '\\')) {
        throw unsafe("a control character or backslash in a name");
      }
      if (bytes(segment) > WorkspaceLimits.SEGMENT_BYTES_MAX) {
        throw unsafe(
            "a segment of "
                + bytes(segment)
                + " bytes, the limit is "
                + WorkspaceLimits.SEGMENT_BYTES_MAX);
      }
      segments.add(segment);
    }
    return segments;
  }

  private static boolean isDrive(String name) {
    return name.length() >= 2 && name.charAt(1) == ':' && Character.isLetter(name.charAt(0));
  }

  static RefusedArchiveException unsafe(String found) {
    return new RefusedArchiveException(
        Refusal.UNSAFE_NAME,
        "expected relative names inside the workspace, found "
            + found
            + "; pack it again from"
            + " inside its root directory");
  }

  /** Names in archives: UTF-8, since any guess could name one file two ways. */
  static final class ArchiveText {

    private ArchiveText() {}

    /** The text in a field, up to its first NUL. */
    static String of(byte[] bytes, int at, int bytesMax) throws RefusedArchiveException {
      int end = at;
      while (end < at + bytesMax && bytes[end] != 0) {
        end++;
      }
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(bytes, at, end - at))
            .toString();
      } catch (CharacterCodingException e) {
        throw new RefusedArchiveException(
            Refusal.UNSAFE_NAME, "expected names in UTF-8, found other bytes; pack it again");
      }
    }

    static String of(byte[] bytes) throws RefusedArchiveException {
      return of(bytes, 0, bytes.length);
    }

    /** The text of a field that tells its length itself, so that no NUL ends it. */
    static String whole(byte[] bytes) throws RefusedArchiveException {
      String text = of(bytes);
      if (bytes(text) != bytes.length) {
        throw unsafe("a name with a NUL");
      }
      return text;
    }
  }
}
