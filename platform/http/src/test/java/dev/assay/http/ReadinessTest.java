package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** However many probe: a check runs once, and one that hangs is named. */
class ReadinessTest {

  @Test
  void manyProbesAreOneCheckAndGetOneAnswer() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    HealthCheck counting =
        new HealthCheck(
            "store",
            ErrorCode.STORE_UNAVAILABLE,
            () -> {
              if (together.incrementAndGet() > 1) {
                throw new IOException("two at once");
              }
              runs.incrementAndGet();
              together.decrementAndGet();
            });
    try (TestServer server = new TestServer(HttpLimits.defaults(), List.of(counting))) {
      long start = System.nanoTime();
      List<CompletableFuture<HttpResponse<String>>> probes = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        probes.add(
            server
                .client()
                .sendAsync(
                    server.request("/readyz").build(), HttpResponse.BodyHandlers.ofString()));
      }
      for (CompletableFuture<HttpResponse<String>> probe : probes) {
        assertThat(probe.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      }
      long ages =
          1
              + (System.nanoTime() - start)
                  / TimeUnit.MILLISECONDS.toNanos(HttpLimits.CHECK_AGE_MILLIS_MAX);

      assertThat((long) runs.get()).isBetween(1L, ages);
    }
  }

  @Test
  void aCheckThatHangsIsNamedAndNobodyWaitsForItTwice() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    HealthCheck good = new HealthCheck("broker", ErrorCode.BROKER_UNAVAILABLE, () -> {});
    HealthCheck hangs =
        new HealthCheck(
            "store",
            ErrorCode.STORE_UNAVAILABLE,
            () -> {
              runs.incrementAndGet();
              boolean over = false;
              while (!over) {
                try {
                  over = never.await(1, TimeUnit.MINUTES);
                } catch (InterruptedException _) {
                  // as a driver that swallows it
                }
              }
            });
    try (TestServer server = new TestServer(HttpLimits.defaults(), List.of(good, hangs))) {
      HttpResponse<String> first = server.get("/readyz");
      long start = System.nanoTime();
      HttpResponse<String> second = server.get("/readyz");

      assertThat(System.nanoTime() - start)
          .isLessThan(TimeUnit.MILLISECONDS.toNanos(HttpLimits.CHECK_MILLIS_MAX));
      for (HttpResponse<String> answer : List.of(first, second)) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("STORE_UNAVAILABLE", "no answer within 2000 ms");
        assertThat(answer.body()).contains("{\"name\":\"broker\",\"ok\":true}");
      }
      assertThat(runs).hasValue(1);
      assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
      never.countDown();
    }
  }

  @Test
  void aPartThatWorksAgainIsSeen() throws Exception {
    AtomicBoolean works = new AtomicBoolean();
    HealthCheck check =
        new HealthCheck(
            "store",
            ErrorCode.STORE_UNAVAILABLE,
            () -> {
              if (!works.get()) {
                throw new IOException("down");
              }
            });
    try (TestServer server = new TestServer(HttpLimits.defaults(), List.of(check))) {
      assertThat(server.get("/readyz").statusCode()).isEqualTo(503);
      works.set(true);

      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (server.get("/readyz").statusCode() != 200) {
        assertThat(System.nanoTime() - end).isNegative();
      }
    }
  }
}
