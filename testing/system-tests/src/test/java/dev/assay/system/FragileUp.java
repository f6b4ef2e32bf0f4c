package dev.assay.system;

import dev.assay.cli.host.DataDirectory;
import dev.assay.cli.host.EmbeddedCluster;
import dev.assay.cli.host.Host;
import dev.assay.cli.host.Host.Role;
import dev.assay.cli.host.SystemConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The whole system in one process that dies, like {@code kill -9}, when its director has put a
 * state and sent nothing yet. Arguments: the data directory, and after how many states it dies.
 */
final class FragileUp {

  private static final int DEATH = 137;

  private FragileUp() {}

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    int lives = Integer.parseInt(arguments[1]);
    AtomicInteger states = new AtomicInteger();
    SystemConfig config = DataDirectory.config(home, null, "http: {port: 0}", Map.of());
    try (EmbeddedCluster broker = EmbeddedCluster.start(home, config.kafka(), 0);
        Host host =
            Host.start(
                config,
                home,
                broker,
                EnumSet.allOf(Role.class),
                Map.of(),
                _ -> {},
                () -> {
                  if (states.incrementAndGet() >= lives) {
                    Runtime.getRuntime().halt(DEATH);
                  }
                })) {
      Files.writeString(home.resolve("bootstrap"), broker.bootstrap() + "\n");
      Files.writeString(home.resolve("url"), host.url() + "\n");
      new CountDownLatch(1).await();
    }
  }
}
