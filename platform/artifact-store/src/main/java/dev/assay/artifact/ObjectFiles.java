package dev.assay.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Looks for the files of objects. */
final class ObjectFiles {

  private ObjectFiles() {}

  /**
   * Whether there is something of that name. A missing object is common, and only a question that
   * follows links is answered without an exception, which costs more; whoever reads does not
   * follow.
   */
  static boolean isNamed(Path object) {
    return Files.exists(object);
  }

  /** The attributes of an object, or null when there is no regular file of that name. */
  static @Nullable BasicFileAttributes attributes(Path object) throws IOException {
    return isNamed(object) ? present(object) : null;
  }

  /** The same for an object that is most likely there. */
  static @Nullable BasicFileAttributes present(Path object) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(object, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isRegularFile() ? attributes : null;
    } catch (NoSuchFileException _) {
      return null;
    }
  }

  /** Looks at a file; null when it is not there. */
  interface Look<T> {
    @Nullable T at(Path file) throws IOException;
  }

  /** Looks for an object, also where a sweep that may put it back has it for a moment. */
  static <T> @Nullable T looked(Path object, Look<T> look) throws IOException {
    T found = look.at(object);
    Path aside = StoreDirectory.aside(object);
    if (found == null && isNamed(aside)) {
      found = look.at(aside);
    }
    return found == null && isNamed(object) ? look.at(object) : found;
  }
}
