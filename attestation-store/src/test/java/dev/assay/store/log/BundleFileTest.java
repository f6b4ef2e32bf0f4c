package dev.assay.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class BundleFileTest {

  private static final byte[] BUNDLE =
      "entries of a log, ".repeat(40).getBytes(StandardCharsets.UTF_8);
  private static final LogStorage.LogFile FILE = new LogStorage.LogFile("tile/entries/000", BUNDLE);

  @Test
  void aBundleComesBack() {
    LogStorage.LogFile kept = BundleFile.kept(FILE);

    assertThat(kept.name()).isEqualTo("tile/entries/000.zst");
    assertThat(BundleFile.bundle(kept.bytes())).isEqualTo(BUNDLE);
  }

  @Test
  void aFileThatIsCutAnywhereIsNoBundleAndEndsNothing() {
    byte[] kept = BundleFile.kept(FILE).bytes();
    for (int length = 0; length < kept.length; length++) {
      byte[] cut = Arrays.copyOf(kept, length);
      assertThat(BundleFile.bundle(cut)).isEqualTo(cut);
    }
  }
}
