package dev.assay.system;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/** Passing test reports with so much output that each has 100 MB. */
final class LargeReports {

  static final int MB = 100;

  private static final int LINES_OF_MB = 10_000;
  private static final String LINE = "x".repeat(99) + "\n";

  private final Path home;

  LargeReports(Path home) {
    this.home = home;
  }

  LoadEvents events(Api api) {
    return n -> {
      Path file = home.resolve("large-" + n + ".xml");
      try (OutputStream out = Files.newOutputStream(file)) {
        out.write(
            ("<testsuite name=\"large.Suite%d\" tests=\"1\" failures=\"0\" errors=\"0\">"
                    + "<testcase classname=\"large.Suite%d\" name=\"talks\"/><system-out>")
                .formatted(n, n)
                .getBytes(StandardCharsets.UTF_8));
        byte[] output = LINE.repeat(LINES_OF_MB).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < MB; i++) {
          out.write(output);
        }
        out.write("</system-out></testsuite>\n".getBytes(StandardCharsets.UTF_8));
      }
      String sha256 = api.put(file, "application/xml").json().path("sha256").asText();
      long size = Files.size(file);
      Files.delete(file);
      return Samples.event(LoadEvents.PREFIX + n, Samples.data(LoadEvents.PREFIX + n, sha256, size))
          .toString();
    };
  }

  /** MB a second that one thread hashes. */
  double hashedPerSecond() throws IOException {
    MessageDigest digest = Digests.sha256();
    byte[] output = LINE.repeat(LINES_OF_MB).getBytes(StandardCharsets.UTF_8);
    long begin = System.nanoTime();
    for (int i = 0; i < 5 * MB; i++) {
      digest.update(output);
    }
    return 5 * MB * 1e9 / (System.nanoTime() - begin);
  }
}
