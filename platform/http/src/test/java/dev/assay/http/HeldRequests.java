package dev.assay.http;

import java.util.concurrent.CountDownLatch;

/** Routes whose requests stay in work until a test lets them go. */
final class HeldRequests {

  static final Route HELLO =
      Route.get("/v1/hello", Permission.READ, _ -> Response.text(200, "text/plain", "hello"));

  private final CountDownLatch release = new CountDownLatch(1);

  /** One that stays open, if it may; else it says so at once. */
  final Route wait =
      Route.post(
          "/v1/wait",
          Permission.SEND,
          request -> {
            boolean waits = request.mayWait();
            if (waits) {
              release.await();
            }
            return Response.text(200, "text/plain", waits ? "waited" : "too many wait");
          });

  /** One that reads for long. */
  final Route slow =
      Route.get(
          "/v1/slow",
          Permission.READ,
          _ -> {
            release.await();
            return Response.text(200, "text/plain", "slow");
          });

  /** Lets all of them go, and those to come. */
  void release() {
    release.countDown();
  }
}
