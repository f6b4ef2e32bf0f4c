package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks on the process that runs verifiers: it is killed and kept busy. What happens instead of
 * harm: the process is replaced, what it ran is run again, and nobody else notices.
 */
class RedTeamWorkerIT {

  /** Enough for everything that is sent here but two decoded pictures. */
  private static final String SMALL_HEAP = "-Dassay.worker.heap=112m";

  private static final int NEIGHBOURS = 10;
  private static final int PICTURE_SIDE = 4_000;
  private static final int SCANS = 8;
  private static final long SCAN_BYTES = 40L * 1000 * 1000;
  private static final double HEALTH_P99_MILLIS_MAX = 500;

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    Files.createDirectories(home.resolve("system-tmp"));
    system = new UpSystem(home.resolve("data"), flags(SMALL_HEAP)).start();
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @Test
  void aWorkerThatIsKilledIsReplacedAndNothingIsLost() throws Exception {
    for (int i = 0; i < 20; i++) {
      post("killed/" + i, Samples.passing("worker.Killed" + i));
      if (i % 10 == 5) {
        ProcessHandle worker = system.worker();
        assertThat(worker.destroyForcibly()).isTrue();
        Await.until("the worker is gone", () -> !worker.isAlive());
        assertThat(system.api().get("/healthz").status()).isEqualTo(200);
      }
    }

    for (int i = 0; i < 20; i++) {
      assertThat(decision("killed/" + i)).isEqualTo("PROMOTE");
    }
    Await.until("it is ready", () -> system.api().get("/readyz").status() == 200);
  }

  /** Two pictures within every bound of their verifier, and beyond what this worker has. */
  @Test
  void anArtifactThatExhaustsTheWorkerIsConvictedAndNobodyElseNotices() throws Exception {
    byte[] picture = picture();
    String sha256 = system.api().put(picture, "image/png").json().path("sha256").asText();
    ObjectNode data = Samples.data("bomb/1", sha256, picture.length);
    data.withArray("artifacts").removeAll();
    for (String role : List.of("screenshot", "screenshot-baseline")) {
      data.withArray("artifacts")
          .addObject()
          .put("role", role)
          .put("sha256", sha256)
          .put("size", picture.length)
          .put("mediaType", "image/png");
    }
    long began = System.nanoTime();
    post("bomb/1", data);
    for (int i = 0; i < NEIGHBOURS; i++) {
      post("neighbour/" + i, Samples.passing("worker.Neighbour" + i));
    }

    assertThat(decision("bomb/1")).isNotEqualTo("PROMOTE");
    System.out.printf("convicted after %.1f s%n", (System.nanoTime() - began) / 1e9);
    Await.until(
        "the decision's attestation is listed",
        () -> system.api().json("/v1/work-items/bomb/1").at("/attestations/0").isTextual());
    JsonNode attestation =
        system.statement(system.api().json("/v1/work-items/bomb/1").at("/attestations/0").asText());
    assertThat(attestation.at("/predicate/result").asText()).isEqualTo("INCONCLUSIVE");
    assertThat(attestation.at("/predicate/failureSignatures/0/text").asText())
        .isEqualTo("WORKER_DIED");
    for (int i = 0; i < NEIGHBOURS; i++) {
      assertThat(decision("neighbour/" + i)).isEqualTo("PROMOTE");
    }
    assertThat(system.api().get("/healthz").status()).isEqualTo(200);
    Await.until("it is ready", () -> system.api().get("/readyz").status() == 200);
  }

  @Test
  void theServerAnswersAtOnceWhileManyGreatArtifactsAreRead() throws Exception {
    Path great = home.resolve("great.xml");
    writeGreat(great);
    String sha256 = system.api().put(great, "application/xml").json().path("sha256").asText();
    for (int i = 0; i < SCANS; i++) {
      post("scans/" + i, Samples.data("scans/" + i, sha256, Files.size(great)));
    }

    List<Double> millis = new ArrayList<>();
    Await.until(
        "all are read",
        () -> {
          for (int i = 0; i < 20; i++) {
            long began = System.nanoTime();
            assertThat(system.api().get("/healthz").status()).isEqualTo(200);
            millis.add((System.nanoTime() - began) / 1e6);
          }
          return undecided("scans/", SCANS) == 0;
        });

    millis.sort(null);
    double p99 = Load.Latencies.percentile(millis, 0.99);
    System.out.printf(
        "GET /healthz beside %d scans: p99 %.1f ms of %,d%n", SCANS, p99, millis.size());
    assertThat(p99).isLessThan(HEALTH_P99_MILLIS_MAX);
  }

  @Test
  void aSystemThatIsKilledTakesItsWorkerAlongAndLeavesNothingInTheSystemsTemporaryDirectory()
      throws Exception {
    try (UpSystem doomed = new UpSystem(home.resolve("doomed"), flags("-Dunused=1")).start()) {
      promoted(doomed, "doomed/1");
      ProcessHandle worker = doomed.worker();
      long bytes = nativeBytes(doomed);

      doomed.kill();

      Await.until("the worker ends with its parent", () -> !worker.isAlive());
      promoted(doomed.start(), "doomed/2");
      assertThat(nativeBytes(doomed)).as("each library is there once").isEqualTo(bytes);
      doomed.kill();
    }
    try (Stream<Path> left = Files.list(home.resolve("system-tmp"))) {
      assertThat(left).isEmpty();
    }
  }

  /** Has it do its work once, for which each library is loaded that it uses. */
  private static void promoted(UpSystem by, String workItem)
      throws IOException, InterruptedException {
    JsonNode decision = by.submit("event-" + workItem, workItem, Samples.passing("worker.Doomed"));
    assertThat(decision.path("kind").asText()).isEqualTo("PROMOTE");
  }

  /** As the tests start it, with a temporary directory of the system that is looked at. */
  private static List<String> flags(String more) {
    List<String> flags = new ArrayList<>(Child.FLAGS);
    flags.add("-Djava.io.tmpdir=" + home.resolve("system-tmp"));
    flags.add(more);
    return flags;
  }

  private static long nativeBytes(UpSystem of) throws IOException {
    try (Stream<Path> files = Files.walk(of.directory())) {
      return files
          .filter(file -> file.getFileName().toString().matches(".*\\.so(\\..*)?"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private static void post(String workItem, String report) throws Exception {
    assertThat(system.api().put(report, "application/xml").status()).isIn(200, 201);
    post(workItem, Samples.dataOf(workItem, report));
  }

  private static void post(String workItem, JsonNode data) throws Exception {
    Api.Answer answer = system.api().post(Api.EVENT, Samples.event(workItem, data).toString(), "");
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
  }

  private static String decision(String workItem) {
    return Await.value(
        "a decision on " + workItem,
        () ->
            Optional.of(system.api().json("/v1/work-items/" + workItem))
                .map(item -> item.at("/decisions/0/kind").asText())
                .filter(kind -> !kind.isEmpty()));
  }

  private static int undecided(String prefix, int count) throws Exception {
    int undecided = 0;
    for (int i = 0; i < count; i++) {
      Api.Answer item = system.api().get("/v1/work-items/" + prefix + i);
      if (item.status() != 200 || item.json().path("decisions").isEmpty()) {
        undecided++;
      }
    }
    return undecided;
  }

  /** One that is large only when it is decoded. */
  private static byte[] picture() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BufferedImage image =
        new BufferedImage(PICTURE_SIDE, PICTURE_SIDE, BufferedImage.TYPE_BYTE_BINARY);
    assertThat(ImageIO.write(image, "png", out)).isTrue();
    return out.toByteArray();
  }

  /** A report of many tests, which a verifier has to read to its end. */
  private static void writeGreat(Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      out.write("<testsuite name=\"great\" tests=\"1\">\n".getBytes(StandardCharsets.UTF_8));
      byte[] padding = ("<!-- " + "x".repeat(990) + " -->\n").getBytes(StandardCharsets.UTF_8);
      for (long written = 0; written < SCAN_BYTES; written += padding.length) {
        out.write(padding);
      }
      out.write(
          "<testcase classname=\"a\" name=\"b\"/></testsuite>\n".getBytes(StandardCharsets.UTF_8));
    }
  }
}
