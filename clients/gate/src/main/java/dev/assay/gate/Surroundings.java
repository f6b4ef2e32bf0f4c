package dev.assay.gate;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/** What a command is started with. */
public record Surroundings(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Path directory) {

  /** Keeps its own map. */
  public Surroundings {
    environment = Map.copyOf(environment);
  }
}
