package dev.assay.schemas.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TouchedFilesTest {

  @Test
  void filesAreListedOnceAndInOrder() {
    assertThat(TouchedFiles.listed(List.of("src/b", "src/a", "src/b")))
        .containsExactly("src/a", "src/b");
  }

  @Test
  void aCrowdOfFilesHidesNone() {
    List<String> crowd = new ArrayList<>();
    IntStream.range(0, Limits.FILES_MAX).forEach(i -> crowd.add("docs/" + i));
    crowd.add("src/payments/Card.java");

    assertThat(TouchedFiles.listed(crowd))
        .hasSizeLessThanOrEqualTo(Limits.FILES_MAX)
        .contains(TouchedFiles.UNTOLD);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0x1b, 0x7f, 0x85, 0xd800})
  void aNameThatNoMessageHoldsIsUntold(int sign) {
    assertThat(TouchedFiles.listed(List.of("src/a" + (char) sign)))
        .containsExactly(TouchedFiles.UNTOLD);
  }

  @Test
  void aNameThatIsTooLongIsUntold() {
    assertThat(TouchedFiles.listed(List.of("a".repeat(Limits.FILE_CHARS_MAX + 1))))
        .containsExactly(TouchedFiles.UNTOLD);
  }
}
