package dev.assay.ingest;

import com.google.protobuf.CodedOutputStream;
import com.sun.management.OperatingSystemMXBean;
import dev.assay.http.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures {@code POST /v1/traces}: requests of spans of tools as an agent's SDK sends them, each
 * with a run of its own that is handed in ten seconds later, over kept-alive connections; then the
 * memory that open runs hold. Client and server share the process; what its compilers take is a
 * column of its own, since they rest when a server has run for some minutes. Beside it stands what
 * a SHA-256 of the same bytes takes in the same run, as the machine's pace. Arguments: spans in a
 * request, connections, seconds, seconds of warm-up.
 */
public final class OtlpBench {

  private static final long WARM_UP_SECONDS = 20;
  private static final int DIGESTS = 500;
  private static final int OPEN_RUNS = 10_000;
  private static final int RUNS_IN_A_REQUEST = 100;
  private static final double TICKS_A_SECOND = 100;
  private static final double MIB = 1 << 20;
  private static final AtomicInteger REQUESTS = new AtomicInteger();

  /** In the place of a request's number, eight digits. */
  private static final String NUMBER = "77777777";

  private OtlpBench() {}

  /** Runs and prints a line for each encoding, and one for the memory. */
  public static void main(String[] args) throws Exception {
    int spans = args.length > 0 ? Integer.parseInt(args[0]) : 512;
    int connections = args.length > 1 ? Integer.parseInt(args[1]) : 4;
    int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 10;
    long warmUp = args.length > 3 ? Long.parseLong(args[3]) : WARM_UP_SECONDS;
    System.out.printf(
        Locale.ROOT,
        "%-10s %6s %8s %9s %8s %12s %13s %15s %6s%n",
        "encoding",
        "spans",
        "bytes",
        "spans/s",
        "MB/s",
        "CPU us/span",
        "compilers us",
        "SHA-256 us/span",
        "ratio");
    for (boolean protobuf : new boolean[] {true, false}) {
      Path directory = Files.createTempDirectory("otlp-bench");
      try (TestIngest server = new TestIngest(directory);
          HttpClient client = HttpClient.newHttpClient()) {
        Template template = Template.of(protobuf, 1, spans);
        double bytes = template.latin().length();
        run(server, client, protobuf, template, connections, warmUp);
        double before = digestMicros(template);
        double compilers = -compilerSeconds();
        double cpu = -cpuSeconds();
        double requests = run(server, client, protobuf, template, connections, seconds);
        cpu += cpuSeconds();
        compilers += compilerSeconds();
        double perSpan = 1e6 * (cpu - compilers) / (requests * spans);
        double digest = (before + digestMicros(template)) / 2 / spans;
        System.out.printf(
            Locale.ROOT,
            "%-10s %6d %8.0f %9.0f %8.1f %12.2f %13.2f %15.3f %6.1f%n",
            protobuf ? "protobuf" : "json",
            spans,
            bytes,
            requests * spans / seconds,
            requests * bytes / seconds / 1e6,
            perSpan,
            1e6 * compilers / (requests * spans),
            digest,
            perSpan / digest);
      }
    }
    openRuns();
  }

  /** Time of processors that this process took, the client's too. */
  private static double cpuSeconds() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime() / 1e9
        : 0;
  }

  /** Time of processors that the compilers of the virtual machine took. */
  private static double compilerSeconds() throws IOException {
    long ticks = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.contains("CompilerThre")) {
          String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
          ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]); // utime, stime
        }
      }
    }
    return ticks / TICKS_A_SECOND;
  }

  /** Processor time of a SHA-256 of such a request on this thread, in microseconds. */
  private static double digestMicros(Template template) throws GeneralSecurityException {
    byte[] bytes = template.next();
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < DIGESTS; i++) {
      digest.update(bytes);
    }
    digest.digest();
    return (threads.getCurrentThreadCpuTime() - start) / 1e3 / DIGESTS;
  }

  private static double run(
      TestIngest server,
      HttpClient client,
      boolean protobuf,
      Template template,
      int connections,
      long seconds)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    AtomicLong requests = new AtomicLong();
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      senders.add(
          Thread.startVirtualThread(() -> {
            while (System.nanoTime() < end) {
              send(server, client, TestIngest.TOKEN, protobuf, template.next());
              requests.incrementAndGet();
            }
          }));
    }
    for (Thread sender : senders) {
      sender.join();
    }
    return requests.get();
  }

  private static void openRuns() throws IOException {
    Path directory = Files.createTempDirectory("otlp-bench");
    try (TestIngest server = new TestIngest(directory);
        HttpClient client = HttpClient.newHttpClient()) {
      String token = TestIngest.token(Role.SUBMIT, "f");
      Template template = Template.of(true, RUNS_IN_A_REQUEST, 1);
      send(server, client, token, true, template.next());
      double before = usedBytes();
      for (int sent = 0; sent < OPEN_RUNS - RUNS_IN_A_REQUEST; sent += RUNS_IN_A_REQUEST) {
        send(server, client, token, true, template.next());
      }
      System.out.printf(
          Locale.ROOT,
          "%n%d open runs, %d in a request: %.1f MiB more of heap after a collection%n",
          OPEN_RUNS,
          RUNS_IN_A_REQUEST,
          (usedBytes() - before) / MIB);
    }
  }

  private static double usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void send(
      TestIngest server, HttpClient client, String token, boolean protobuf, byte[] body) {
    try {
      HttpResponse<Void> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(server.http.url() + "/v1/traces"))
                  .header("Authorization", "Bearer " + token)
                  .header("Content-Type", protobuf ? OtlpDocuments.PROTOBUF : OtlpDocuments.JSON)
                  .POST(BodyPublishers.ofByteArray(body))
                  .build(),
              HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("expected 200, found " + answer.statusCode());
      }
    } catch (IOException e) {
      throw new IllegalStateException("expected the server to answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A request that is made again with another number, so that making it takes little time. */
  private record Template(String latin, List<Integer> numbers) {

    static Template of(boolean protobuf, int runs, int spans) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream(runs * spans * 600);
      out.writeBytes(protobuf ? new byte[0] : text("{\"resourceSpans\":["));
      for (int i = 0; i < runs; i++) {
        String run = NUMBER + String.format(Locale.ROOT, "%08d", i);
        out.writeBytes(protobuf ? message(1, resource(run, spans)) : text(json(run, spans, i > 0)));
      }
      out.writeBytes(protobuf ? new byte[0] : text("]}"));
      String latin = out.toString(StandardCharsets.ISO_8859_1);
      List<Integer> numbers = new ArrayList<>();
      for (int at = latin.indexOf(NUMBER); at >= 0; at = latin.indexOf(NUMBER, at + 16)) {
        numbers.add(at);
      }
      return new Template(latin, numbers);
    }

    byte[] next() {
      byte[] bytes = latin.getBytes(StandardCharsets.ISO_8859_1);
      byte[] number = text(String.format(Locale.ROOT, "%08d", REQUESTS.incrementAndGet()));
      numbers.forEach(at -> System.arraycopy(number, 0, bytes, at, number.length));
      return bytes;
    }
  }

  private static String arguments(int span) {
    return "{\"id\":" + span + ",\"status\":\"shipped\",\"note\":\"left at the door of no. 7\"}";
  }

  private static List<String> attributes(int span) {
    return List.of(
        "gen_ai.operation.name", "execute_tool",
        "gen_ai.tool.name", "orders_update",
        "gen_ai.tool.call.id", "call_" + span,
        "gen_ai.tool.type", "function",
        "gen_ai.conversation.id", "conversation-1",
        "gen_ai.tool.call.arguments", arguments(span),
        "gen_ai.tool.call.result", "{\"ok\":true,\"rows\":1}");
  }

  private static byte[] resource(String run, int spans) throws IOException {
    ByteArrayOutputStream scope = new ByteArrayOutputStream();
    for (int i = 0; i < spans; i++) {
      ByteArrayOutputStream span = new ByteArrayOutputStream();
      CodedOutputStream fields = CodedOutputStream.newInstance(span);
      fields.writeByteArray(1, text(run));
      fields.writeByteArray(2, text(String.format(Locale.ROOT, "%08d", i)));
      if (spans == 1 || i > 0) { // one span alone leaves its run open
        fields.writeByteArray(4, text("parent01"));
      }
      fields.writeString(5, "execute_tool orders_update");
      fields.writeInt32(6, 1);
      fields.writeFixed64(7, 1_795_514_400_000_000_000L + i);
      fields.writeFixed64(8, 1_795_514_401_000_000_000L + i);
      fields.flush();
      List<String> attributes = attributes(i);
      for (int at = 0; at < attributes.size(); at += 2) {
        span.writeBytes(message(9, attribute(attributes.get(at), attributes.get(at + 1))));
      }
      scope.writeBytes(message(2, span.toByteArray()));
    }
    ByteArrayOutputStream resource = new ByteArrayOutputStream();
    resource.writeBytes(message(1, message(1, attribute("assay.run", "run-" + run))));
    resource.writeBytes(message(2, scope.toByteArray()));
    return resource.toByteArray();
  }

  private static byte[] attribute(String key, String value) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(message(1, text(key)));
    out.writeBytes(message(2, message(1, text(value))));
    return out.toByteArray();
  }

  private static byte[] message(int field, byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 8);
    CodedOutputStream fields = CodedOutputStream.newInstance(out);
    fields.writeByteArray(field, content);
    fields.flush();
    return out.toByteArray();
  }

  private static String json(String run, int spans, boolean more) {
    StringBuilder out = new StringBuilder(more ? "," : "");
    out.append("{\"resource\":{\"attributes\":[").append(pair("assay.run", "run-" + run));
    out.append("]},\"scopeSpans\":[{\"spans\":[");
    for (int i = 0; i < spans; i++) {
      out.append(i == 0 ? "" : ",")
          .append(
              String.format(
                  Locale.ROOT,
                  "{\"traceId\":\"%s0123456789abcdef\",\"spanId\":\"%016x\",%s",
                  run,
                  i,
                  spans == 1 || i > 0 ? "\"parentSpanId\":\"00000000000000ff\"," : ""))
          .append("\"name\":\"execute_tool orders_update\",\"kind\":1,")
          .append("\"startTimeUnixNano\":\"1795514400000000000\",")
          .append("\"endTimeUnixNano\":\"1795514401000000000\",\"attributes\":[");
      List<String> attributes = attributes(i);
      for (int at = 0; at < attributes.size(); at += 2) {
        out.append(at == 0 ? "" : ",").append(pair(attributes.get(at), attributes.get(at + 1)));
      }
      out.append("]}");
    }
    return out.append("]}]}").toString();
  }

  private static String pair(String key, String value) {
    return "{\"key\":\""
        + key
        + "\",\"value\":{\"stringValue\":\""
        + value.replace("\"", "\\\"")
        + "\"}}";
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
