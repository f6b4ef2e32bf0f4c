package dev.assay.ingest;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures {@code POST /v1/executions}: distinct small events over kept-alive connections, each
 * with a window of pipelined requests, against a publisher that acknowledges at once. Client and
 * server share the machine. Arguments: connections, requests in flight on each, seconds.
 */
public final class IngestBench {

  private static final long WARM_UP_SECONDS = 8;
  private static final byte[] ACCEPTED = "HTTP/1.1 202".getBytes(StandardCharsets.US_ASCII);

  private IngestBench() {}

  /** Runs and prints one line per mode. */
  public static void main(String[] args) throws Exception {
    int connections = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    int window = args.length > 1 ? Integer.parseInt(args[1]) : 16;
    int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 10;
    Path directory = Files.createTempDirectory("ingest-bench");
    System.out.println(
        "machine: "
            + Runtime.getRuntime().availableProcessors()
            + " cores, Java "
            + Runtime.version()
            + ", client in the same process");
    try (TestIngest server = new TestIngest(directory)) {
      server.put(TestIngest.REPORT, "Content-Type", "application/xml");
      run(server, connections, window, WARM_UP_SECONDS);
      System.out.printf(
          "%-12s %-8s %12s %10s %10s%n", "connections", "window", "events/s", "p50 ms", "p99 ms");
      for (int inFlight : new int[] {1, window}) {
        Result result = run(server, connections, inFlight, seconds);
        System.out.printf(
            Locale.ROOT,
            "%-12d %-8d %12.0f %10.2f %10.2f%n",
            connections,
            inFlight,
            result.events() / (double) seconds,
            result.percentileMillis(0.50),
            result.percentileMillis(0.99));
      }
    }
  }

  private record Result(List<Long> sortedNanos) {

    long events() {
      return sortedNanos.size();
    }

    double percentileMillis(double fraction) {
      return sortedNanos.get((int) (fraction * (sortedNanos.size() - 1))) / 1e6;
    }
  }

  private static final AtomicLong NUMBERS = new AtomicLong();

  private static Result run(TestIngest server, int connections, int window, long seconds)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<List<Long>> latencies = new ArrayList<>();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      List<Long> own = new ArrayList<>();
      latencies.add(own);
      clients.add(Thread.startVirtualThread(() -> client(server, window, end, own)));
    }
    for (Thread client : clients) {
      client.join();
    }
    server.published.clear();
    List<Long> all = new ArrayList<>();
    latencies.forEach(all::addAll);
    all.sort(null);
    return new Result(all);
  }

  private static void client(TestIngest server, int window, long end, List<Long> latencies) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.http.port())) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      InputStream in = new java.io.BufferedInputStream(socket.getInputStream(), 64 * 1024);
      while (System.nanoTime() < end) {
        java.io.ByteArrayOutputStream batch = new java.io.ByteArrayOutputStream();
        for (int i = 0; i < window; i++) {
          batch.writeBytes(request(server.http.port()));
        }
        long start = System.nanoTime();
        batch.writeTo(out);
        out.flush();
        for (int i = 0; i < window; i++) {
          readAnswer(in);
          latencies.add(System.nanoTime() - start);
        }
        server.published.clear();
      }
    } catch (IOException e) {
      throw new IllegalStateException("expected the server to answer", e);
    }
  }

  private static byte[] request(int port) {
    long number = NUMBERS.incrementAndGet();
    byte[] body =
        TestIngest.event("e-" + number, "w-" + Digests.sha256Hex("" + number).substring(0, 8))
            .getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /v1/executions HTTP/1.1\r\nHost: 127.0.0.1:"
            + port
            + "\r\nAuthorization: Bearer "
            + TestIngest.TOKEN
            + "\r\nContent-Type: application/cloudevents+json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] bytes =
        Arrays.copyOf(head.getBytes(StandardCharsets.US_ASCII), head.length() + body.length);
    System.arraycopy(body, 0, bytes, head.length(), body.length);
    return bytes;
  }

  private static void readAnswer(InputStream in) throws IOException {
    String status = line(in);
    if (!status.startsWith(new String(ACCEPTED, StandardCharsets.US_ASCII))) {
      throw new IOException("expected 202, found " + status);
    }
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(header.substring(15).strip());
      }
    }
    in.skipNBytes(length);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("expected an answer, found the end");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
