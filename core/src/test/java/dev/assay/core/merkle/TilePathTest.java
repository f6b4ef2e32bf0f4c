package dev.assay.core.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TilePathTest {

  @Test
  void indexesAreWrittenInElementsOfThreeDigits() {
    assertThat(TilePath.hashes(0, 0, 256).text()).isEqualTo("tile/0/000");
    assertThat(TilePath.hashes(3, 999, 256).text()).isEqualTo("tile/3/999");
    assertThat(TilePath.hashes(0, 1000, 256).text()).isEqualTo("tile/0/x001/000");
    assertThat(TilePath.hashes(0, 1234067, 256).text()).isEqualTo("tile/0/x001/x234/067");
    assertThat(TilePath.hashes(63, 5, 17).text()).isEqualTo("tile/63/005.p/17");
    assertThat(TilePath.entries(273, 112).text()).isEqualTo("tile/entries/273.p/112");
  }

  @Test
  void theExampleTreeOfSeventyThousandHasTheTilesTheSpecificationCounts() {
    List<String> partial =
        TilePath.all(70_000).stream().filter(path -> !path.full()).map(TilePath::text).toList();

    assertThat(partial)
        .containsExactly(
            "tile/entries/273.p/112", "tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1");
    assertThat(TilePath.all(70_000)).filteredOn(path -> path.full()).hasSize(273 + 273 + 1);
    assertThat(TilePath.all(256))
        .containsExactly(
            TilePath.entries(0, 256), TilePath.hashes(0, 0, 256), TilePath.hashes(1, 0, 1));
    assertThat(TilePath.all(0)).isEmpty();
  }

  @Test
  void everyTileOfATreeIsWithinItAndNoneBeyond() {
    for (long size : List.of(1L, 255L, 256L, 257L, 65_535L, 65_536L, 70_000L)) {
      assertThat(TilePath.all(size)).allMatch(path -> path.within(size));
      assertThat(TilePath.all(size).stream().filter(path -> !path.full()))
          .allMatch(
              path -> !new TilePath(path.kind(), path.level(), path.index(), 256).within(size));
    }
    assertThat(TilePath.hashes(0, 1, 1).within(256)).isFalse();
    assertThat(TilePath.hashes(1, 0, 1).within(255)).isFalse();
    assertThat(TilePath.hashes(63, 0, 1).within(Long.MAX_VALUE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999, 1000, 1_000_000, 1_234_067, 999_999_999_999_999_999L})
  void aPathReadsBackAsItself(long index) {
    for (int width : new int[] {1, 99, 255, 256}) {
      TilePath hashes = TilePath.hashes(2, index, width);
      TilePath entries = TilePath.entries(index, width);

      assertThat(TilePath.parse(hashes.text())).contains(hashes);
      assertThat(TilePath.parse(entries.text())).contains(entries);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tile",
        "tile/",
        "tile/0",
        "tile/0/",
        "tile/0/0",
        "tile/0/00",
        "tile/0/0000",
        "tile/00/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/x/000",
        "tile/0/x000/001",
        "tile/0/001/000",
        "tile/0/x001/x000",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/01",
        "tile/0/000.p/",
        "tile/0/000.p/1/",
        "tile/0/000/",
        "/tile/0/000",
        "tile/0/../../checkpoint",
        "tile/0/x../000",
        "tile/entries/000.p/300",
        "tile/0/x001x234/067",
        "tile/0/\u0660\u0660\u0660",
        "tile/0/x001/x001/x001/x001/x001/x001/x001/x001/x001/x001/x001/001"
      })
  void aPathThatIsNotExactlyOfTheFormatNamesNothing(String text) {
    assertThat(TilePath.parse(text)).isEmpty();
  }
}
