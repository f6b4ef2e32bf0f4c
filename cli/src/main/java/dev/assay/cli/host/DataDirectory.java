package dev.assay.cli.host;

import java.nio.file.Path;

/** Where the embedded system keeps its data unless told otherwise. */
public final class DataDirectory {

  private DataDirectory() {}

  /** {@code $ASSAY_DATA_DIR}, or {@code .assay} in the home directory. */
  public static Path standard() {
    String named = System.getenv("ASSAY_DATA_DIR");
    return named == null || named.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".assay")
        : Path.of(named);
  }
}
