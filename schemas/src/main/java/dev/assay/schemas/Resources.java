package dev.assay.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Files that are packed with the classes. */
public final class Resources {

  private Resources() {}

  /**
   * The bytes of the resource {@code name} beside {@code neighbour}.
   *
   * @throws IllegalStateException when it is not there: the build is broken
   */
  public static byte[] bytes(Class<?> neighbour, String name) {
    try (InputStream in = neighbour.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "expected the resource " + name + " beside " + neighbour.getName() + ", found none");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
