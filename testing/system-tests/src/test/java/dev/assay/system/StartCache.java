package dev.assay.system;

import dev.assay.schemas.Digests;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a start of {@code assay up} and of its worker loads and links, made once for all tests of a
 * build: a third less work at each of their many starts. The JVM starts without it when it does not
 * fit. Only where {@code assay.start.cache} names a directory, and made only when all tests run: a
 * single class would wait longer for it than it gains.
 */
final class StartCache {

  private static final String WORKER_OPTIONS = "-Dassay.worker.options=";
  private static final List<String> QUIET = List.of("-Xlog:aot*=off", "-Xlog:cds*=off");

  /** The class path of a child: jars first, since a cache is of the jars that it begins with. */
  static final String CLASS_PATH;

  private static final List<Path> JARS;
  private static final boolean ONLY_JARS;

  static {
    List<Path> all =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(Path::of)
            .toList();
    JARS = all.stream().filter(Files::isRegularFile).toList();
    List<Path> directories = all.stream().filter(Files::isDirectory).toList();
    CLASS_PATH = joined(Stream.concat(JARS.stream(), directories.stream()));
    Path own = Path.of("target").toAbsolutePath();
    ONLY_JARS = directories.stream().allMatch(directory -> directory.startsWith(own));
  }

  private StartCache() {}

  /** {@code flags} with what has a JVM use the cache, when there is one for them. */
  static List<String> use(List<String> flags) {
    Path directory = Made.DIRECTORY;
    if (directory == null || !flags.containsAll(Child.FLAGS)) {
      return flags;
    }
    List<String> using = new ArrayList<>();
    for (String flag : flags) {
      using.add(
          flag.startsWith(WORKER_OPTIONS)
              ? String.join(
                  "\n",
                  Stream.concat(Stream.of(flag), options(directory.resolve("worker.aot")).stream())
                      .toList())
              : flag);
    }
    using.addAll(options(directory.resolve("up.aot")));
    return using;
  }

  private static List<String> options(Path cache) {
    return Files.exists(cache)
        ? Stream.concat(Stream.of("-XX:AOTCache=" + cache), QUIET.stream()).toList()
        : List.of();
  }

  private static String joined(Stream<Path> paths) {
    return String.join(File.pathSeparator, paths.map(Path::toString).toList());
  }

  /** Made when a child is started for the first time. */
  private static final class Made {

    /** Null: starts go without. */
    static final @Nullable Path DIRECTORY = made();
  }

  private static @Nullable Path made() {
    String configured = System.getProperty("assay.start.cache", "");
    if (configured.isEmpty() || !ONLY_JARS) {
      return null;
    }
    try {
      Path root = Files.createDirectories(Path.of(configured).toAbsolutePath());
      Path directory = root.resolve(version());
      try (FileChannel channel =
              FileChannel.open(
                  root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = channel.lock()) {
        if (!Files.exists(directory) && System.getProperty("test", "").isEmpty()) {
          train(Files.createTempDirectory(root, "training"), directory);
        }
      }
      return Files.exists(directory) ? directory : null;
    } catch (IOException e) {
      throw new AssertionError("expected to make a cache for starts in " + configured, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while a cache for starts was made", e);
    }
  }

  /** A name that changes with the jars. */
  private static String version() throws IOException {
    StringBuilder jars = new StringBuilder(System.getProperty("java.vm.version"));
    for (Path jar : JARS) {
      jars.append(jar).append(Files.size(jar)).append(Files.getLastModifiedTime(jar).toMillis());
    }
    return "v" + Digests.sha256Hex(jars.toString()).substring(0, 16);
  }

  /** A start and a stop of the whole system, from which both JVMs learn; atomic for who looks. */
  private static void train(Path work, Path directory) throws IOException, InterruptedException {
    Path made = Files.createDirectory(work.resolve("made"));
    Path output = work.resolve("output");
    List<String> flags = new ArrayList<>();
    for (String flag : Child.FLAGS) {
      flags.add(
          flag.startsWith(WORKER_OPTIONS)
              ? flag + "\n-XX:AOTCacheOutput=" + made.resolve("worker.aot")
              : flag);
    }
    flags.add("-XX:AOTCacheOutput=" + made.resolve("up.aot"));
    Path data = Files.createDirectory(work.resolve("data"));
    try (Child up = Child.startTraining(flags, joined(JARS.stream()), output, data)) {
      Await.until(
          "the system is up; see " + output,
          () -> {
            if (!up.alive()) {
              throw new AssertionError("assay up ended: " + up.output());
            }
            return up.output().contains("assay is up");
          });
      up.stop();
    } catch (AssertionError e) {
      System.err.println("tests start without a cache, which could not be made: " + e.getMessage());
      return;
    }
    Files.move(made, directory, StandardCopyOption.ATOMIC_MOVE);
  }
}
