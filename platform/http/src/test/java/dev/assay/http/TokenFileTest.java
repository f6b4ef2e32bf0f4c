package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {

  private static final int ROUNDS = 20;
  private static final int SERVICES = 8;

  @TempDir private Path directory;

  @Test
  void servicesThatCreateOneTokenFileAtOnceEndWithOneToken() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Path file = directory.resolve("round-" + round).resolve("token");

      List<BearerToken> tokens = createdAtOnce(file);

      String kept = Files.readString(file).strip();
      assertThat(tokens).allMatch(token -> token.sha256().equals(Digests.sha256Hex(kept)));
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      try (Stream<Path> left = Files.list(file.getParent())) {
        assertThat(left).containsExactly(file);
      }
    }
  }

  private static List<BearerToken> createdAtOnce(Path file) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<BearerToken>> asked = new ArrayList<>();
    try (ExecutorService services = Executors.newFixedThreadPool(SERVICES)) {
      for (int i = 0; i < SERVICES; i++) {
        asked.add(
            services.submit(() -> {
              start.await();
              return BearerToken.loadOrCreate(file);
            }));
      }
      start.countDown();
      List<BearerToken> tokens = new ArrayList<>();
      for (Future<BearerToken> each : asked) {
        tokens.add(each.get());
      }
      return tokens;
    }
  }
}
