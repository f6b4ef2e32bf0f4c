package dev.assay.cli.host;

import dev.assay.config.Yaml;
import dev.assay.gate.AssayHome;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The directory of an embedded system. */
public final class DataDirectory {

  /**
   * What an embedded system has unless its file says otherwise. One process gains nothing by more
   * partitions, and each one more is more requests for the same records.
   */
  private static final String DEFAULTS =
      "{kafka: {partitions: 1}, log: {public: true},"
          + " http: {tokenFile: tokens/operator, principals: principals.json}}";

  private DataDirectory() {}

  /** {@code $ASSAY_DATA_DIR}, or {@code .assay} in the home directory. */
  public static Path standard() {
    return AssayHome.directory(System.getenv());
  }

  /**
   * The configuration of the system in {@code home}.
   *
   * @param named the file with it, or null for {@code assay.yaml} there when there is one
   */
  public static SystemConfig config(
      Path home, @Nullable Path named, Map<String, String> environment) {
    return config(home, named, "{}", environment);
  }

  /**
   * As the other one.
   *
   * @param overrides YAML of what holds whatever the file says
   */
  public static SystemConfig config(
      Path home, @Nullable Path named, String overrides, Map<String, String> environment) {
    Path file = named == null ? home.resolve("assay.yaml") : named;
    Yaml.Around around = new Yaml.Around(DEFAULTS, overrides);
    return named == null && !Files.exists(file)
        ? Yaml.parse("{}", "options", around, SystemConfig.class, environment)
        : Yaml.read(file, around, SystemConfig.class, environment);
  }

  /** What is wrong with that configuration. */
  static Yaml.Checked<SystemConfig> checked(
      Path home, @Nullable Path named, Map<String, String> environment) {
    Path file = named == null ? home.resolve("assay.yaml") : named;
    return named == null && !Files.exists(file)
        ? new Yaml.Checked<>(config(home, null, environment), List.of())
        : Yaml.check(file, new Yaml.Around(DEFAULTS, "{}"), SystemConfig.class, environment);
  }

  /** The token in {@code home} that {@code name} shows, who is operator or agent. */
  public static Path token(Path home, String name) {
    return home.resolve("tokens").resolve(name);
  }

  /** The broker's data in {@code home}. */
  public static Path broker(Path home) {
    return home.resolve("kafka");
  }

  /** The file in {@code home} that says where the broker of the running system answers. */
  public static Path bootstrap(Path home) {
    return home.resolve("bootstrap");
  }

  /**
   * A directory for what a process of the running system needs only while it lives, so that nothing
   * lies in the system's own when it is killed.
   */
  static Path temporary(Path home, String name) {
    return home.resolve("tmp").resolve(name);
  }

  /** The lock on {@code home} until it is closed; empty when another process has it. */
  public static Optional<FileChannel> lock(Path home) throws IOException {
    FileChannel channel =
        FileChannel.open(home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return Optional.of(channel);
      }
    } catch (OverlappingFileLockException _) {
      channel.close();
      return Optional.empty();
    }
    channel.close();
    return Optional.empty();
  }
}
