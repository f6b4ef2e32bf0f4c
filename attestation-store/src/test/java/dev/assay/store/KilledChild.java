package dev.assay.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with the classes of these tests, to be killed as {@code kill -9} does. */
public final class KilledChild {

  private KilledChild() {}

  /** Starts {@code main} with {@code arguments}; what it prints is to be read. */
  public static Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(command(main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** What starts {@code main}, without its arguments. */
  static List<String> command(Class<?> main) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        main.getName());
  }
}
