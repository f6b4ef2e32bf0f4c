package dev.assay.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestBytesTest {

  @Test
  void aDigestIsKeptInThirtyTwoBytes() {
    String digest = Digests.sha256Hex("some");

    assertThat(DigestBytes.of(digest)).hasSize(32);
    assertThat(DigestBytes.text(DigestBytes.of(digest))).isEqualTo(digest);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "d-1",
        "0",
        "c0ffee",
        "thirty-two characters, no digest",
        "not a SHA-256 in hexadecimal digits: ",
        "Überschrift",
        "ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789"
      })
  void whatIsNoDigestComesBackAsItWasAndIsNeverOne(String text) {
    assertThat(DigestBytes.of(text)).hasSizeGreaterThan(32);
    assertThat(DigestBytes.text(DigestBytes.of(text))).isEqualTo(text);
  }

  @Test
  void theDigestsThatBeginWithSomeDigitsAreThoseBetweenTheFirstAndTheLast() {
    List<String> all =
        IntStream.range(0, 5_000).mapToObj(i -> Digests.sha256Hex("some" + i)).toList();
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    all.forEach(each -> sorted.add(DigestBytes.of(each)));

    for (String prefix : List.of("", "f", "0", "00", "7a", "7a3", all.getLast())) {
      assertThat(sorted.subSet(DigestBytes.first(prefix), true, DigestBytes.last(prefix), true))
          .extracting(DigestBytes::text)
          .containsExactlyElementsOf(
              all.stream().filter(each -> each.startsWith(prefix)).sorted().toList());
    }
  }
}
