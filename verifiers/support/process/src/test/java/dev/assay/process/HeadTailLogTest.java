package dev.assay.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadTailLogTest {

  @TempDir Path directory;

  private String logged(int head, int tail, String text, int chunk) throws IOException {
    Path file = directory.resolve("log");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      HeadTailLog log = new HeadTailLog(channel, head, tail);
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      for (int at = 0; at < bytes.length; at += chunk) {
        log.accept(ByteBuffer.wrap(bytes, at, Math.min(chunk, bytes.length - at)));
      }
      log.finish();
    }
    return Files.readString(file);
  }

  @Test
  void shortOutputIsKeptWhole() throws IOException {
    assertThat(logged(10, 5, "0123456789", 3)).isEqualTo("0123456789");
    assertThat(logged(10, 5, "0123456789abcde", 4)).isEqualTo("0123456789abcde");
  }

  @Test
  void longOutputKeepsItsStartAndItsEndAndSaysHowMuchIsMissing() throws IOException {
    assertThat(logged(4, 3, "0123456789", 10))
        .isEqualTo(
            "0123\n# --- 3 bytes left out here: the log keeps the first 4 and the last 3 ---\n789");
  }

  @Test
  void theSizeOfTheWritesMakesNoDifference() throws IOException {
    Random random = new Random(20_261_121);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    String whole = logged(100, 77, text.toString(), text.length());

    for (int chunk : new int[] {1, 2, 76, 77, 78, 100, 101, 999}) {
      assertThat(logged(100, 77, text.toString(), chunk)).isEqualTo(whole);
    }
    assertThat(whole).startsWith(text.substring(0, 100)).endsWith(text.substring(4_923));
  }
}
