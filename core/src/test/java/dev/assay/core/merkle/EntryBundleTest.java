package dev.assay.core.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntryBundleTest {

  private static final List<byte[]> ENTRIES =
      List.of(new byte[] {1, 2, 3}, new byte[0], new byte[300]);

  @Test
  void entriesAreLengthPrefixedBigEndian() {
    assertThat(HexFormat.of().formatHex(EntryBundle.encode(ENTRIES.subList(0, 2))))
        .isEqualTo("0003010203" + "0000");
    assertThat(EntryBundle.encode(ENTRIES)).hasSize(5 + 2 + 302);
    assertThat(EntryBundle.decode(EntryBundle.encode(ENTRIES)).orElseThrow())
        .containsExactlyElementsOf(ENTRIES);
  }

  @Test
  void aPartialBundleIsThePrefixOfTheFullOne() {
    byte[] bundle = EntryBundle.encode(ENTRIES);

    for (int count = 0; count <= ENTRIES.size(); count++) {
      assertThat(EntryBundle.prefix(bundle, count))
          .hasValue(EntryBundle.encode(ENTRIES.subList(0, count)));
    }
    assertThat(EntryBundle.prefix(bundle, 4)).isEmpty();
  }

  @Test
  void aCutOrOverlongBundleIsNotRead() {
    byte[] bundle = EntryBundle.encode(ENTRIES);

    for (int length : new int[] {1, 4, 6, bundle.length - 1}) {
      assertThat(EntryBundle.decode(java.util.Arrays.copyOf(bundle, length))).isEmpty();
    }
    assertThat(EntryBundle.decode(new byte[2 * 256])).isPresent();
    assertThat(EntryBundle.decode(new byte[2 * 257])).isEmpty();
  }

  @Test
  void anEntryOverTheFormatsLengthIsRefused() {
    assertThat(EntryBundle.encode(List.of(new byte[EntryBundle.ENTRY_BYTES_MAX]))).hasSize(65_537);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EntryBundle.encode(Collections.singletonList(new byte[65_536])));
  }
}
