package dev.assay.core.nocopy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NoCopyGateTest {

  private static final int MAX = 200;

  @Test
  void aReportOfShortFieldsNeedsNoArtifact() {
    NoCopyGate gate = NoCopyGate.of(Map.of("summary", "x".repeat(MAX)), MAX);

    assertThat(gate.needsArtifact()).isFalse();
    assertThat(gate.finish()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64, 100_000})
  void aRunOfOneCharacterTooManyIsRefusedWhereverTheChunksEnd(int chunk) {
    String artifact = text(1, 5_000) + "größe→😀" + text(2, 5_000);
    int from = artifact.indexOf("größe") - 100;
    String pasted = artifact.substring(from, from + MAX + 1);

    Optional<NoCopyGate.Copied> copied = run("It says: " + pasted, artifact, chunk);

    assertThat(copied).contains(new NoCopyGate.Copied("summary", 9, from));
    assertThat(copied.orElseThrow().detail()).contains("summary").doesNotContain(pasted);
  }

  @Test
  void aRunOfTheAllowedLengthPasses() {
    String artifact = text(3, 5_000);
    String field = "!" + artifact.substring(1_000, 1_000 + MAX) + "!" + "?".repeat(100);

    assertThat(run(field, artifact, 512)).isEmpty();
  }

  @Test
  void theGateAgreesWithANaiveSearch() {
    Random random = new Random(42);
    for (int round = 0; round < 300; round++) {
      String artifact = narrow(random, 400);
      String field = narrow(random, 40);
      int max = 3 + random.nextInt(8);

      boolean refused = run(field, artifact, 1 + random.nextInt(50), max).isPresent();

      assertThat(refused).isEqualTo(naive(field, artifact, max));
    }
  }

  @Test
  void bytesThatAreNotUtf8AreReadAsReplacements() {
    NoCopyGate gate = NoCopyGate.of(Map.of("summary", "a".repeat(MAX + 1)), MAX);
    byte[] bytes = new byte[MAX + 2];
    java.util.Arrays.fill(bytes, (byte) 'a');
    bytes[100] = (byte) 0xff;

    gate.accept(bytes, 0, bytes.length);

    assertThat(gate.finish()).isEmpty();
  }

  private static Optional<NoCopyGate.Copied> run(String field, String artifact, int chunk) {
    return run(field, artifact, chunk, MAX);
  }

  private static Optional<NoCopyGate.Copied> run(
      String field, String artifact, int chunk, int max) {
    NoCopyGate gate = NoCopyGate.of(Map.of("summary", field), max);
    byte[] bytes = artifact.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += chunk) {
      gate.accept(bytes, at, Math.min(chunk, bytes.length - at));
    }
    return gate.finish();
  }

  private static boolean naive(String field, String artifact, int max) {
    for (int i = 0; i + max + 1 <= field.length(); i++) {
      if (artifact.contains(field.substring(i, i + max + 1))) {
        return true;
      }
    }
    return false;
  }

  private static String text(long seed, int length) {
    Random random = new Random(seed);
    StringBuilder out = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      out.append((char) ('a' + random.nextInt(26)));
    }
    return out.toString();
  }

  private static String narrow(Random random, int length) {
    StringBuilder out = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      out.append(random.nextBoolean() ? 'a' : 'b');
    }
    return out.toString();
  }
}
