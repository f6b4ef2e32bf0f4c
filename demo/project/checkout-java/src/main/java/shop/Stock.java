package shop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Stock whose reservations live in a file. */
public final class Stock {

  private final Path file;

  public Stock(Path file) {
    this.file = file;
  }

  /** Fails on the first call of a fresh directory: the reservation file is not there yet. */
  public boolean reserve() throws IOException {
    boolean ready = Files.exists(file);
    Files.writeString(file, "reserved");
    if (!ready) {
      throw new IllegalStateException("the reservation file was not ready");
    }
    return true;
  }
}
