package dev.assay.testkit.bomb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Explodes a table of bombs in a JVM with 64 MB of heap, which the first lack of memory ends. */
public final class SmallHeap {

  private static final String HEAP = "-Xmx64m";
  private static final long MINUTES_MAX = 15;
  private static final String STARTED = "started\t";
  private static final String ENDED = "ended\t";

  private SmallHeap() {}

  /**
   * Fails unless every bomb of {@code table} ends as its row says.
   *
   * @param directory an empty directory
   */
  public static void assertAllEndTyped(Class<? extends Bombs> table, Path directory)
      throws Exception {
    Map<String, String> expected = new LinkedHashMap<>();
    made(table).list((name, text, _) -> expected.put(name, text), directory);
    assertThat(expected).isNotEmpty();
    Path output = directory.resolve("output");
    int exitCode = run(table, directory, output);
    List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
    Map<String, String> ends = new LinkedHashMap<>();
    for (String line : lines) {
      if (line.startsWith(ENDED)) {
        String[] columns = line.split("\t", 3);
        ends.put(columns[1], columns[2]);
      }
    }
    assertThat(ends)
        .as("the JVM ended with %d and printed %s", exitCode, lines)
        .isEqualTo(expected);
  }

  private static int run(Class<? extends Bombs> table, Path directory, Path output)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                SmallHeap.class.getName(),
                table.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .put(
            "CLASSPATH",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES))
          .as("the bombs end within %d minutes; see %s", MINUTES_MAX, output)
          .isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Bombs made(Class<?> table) throws ReflectiveOperationException {
    Constructor<?> constructor = table.getDeclaredConstructor();
    constructor.setAccessible(true);
    return (Bombs) constructor.newInstance();
  }

  /**
   * The small JVM.
   *
   * @param arguments the table's class and its directory
   */
  public static void main(String[] arguments) throws Exception {
    made(Class.forName(arguments[0]))
        .list((name, _, reader) -> explode(name, reader), Path.of(arguments[1]));
  }

  private static void explode(String name, Callable<?> reader) {
    System.out.println(STARTED + name);
    long started = System.nanoTime();
    String end;
    try {
      end = String.valueOf(reader.call());
    } catch (Exception | StackOverflowError e) {
      end = e.toString();
    }
    System.out.println(
        "took " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started) + " ms");
    System.out.println(ENDED + name + "\t" + end.lines().findFirst().orElse(""));
  }
}
