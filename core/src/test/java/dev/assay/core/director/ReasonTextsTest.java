package dev.assay.core.director;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReasonTextsTest {

  @Test
  void everyReasonOfADecisionHasWords() {
    List<String> codes = Arrays.stream(Reasons.class.getFields()).map(Field::getName).toList();

    assertThat(codes).contains("ALL_REQUIRED_PASS", "FAILURE_NOT_CLEARED");
    assertThat(codes)
        .allSatisfy(code ->
            assertThat(ReasonTexts.of(code)).as(code).isNotEqualTo(ReasonTexts.of("NO_SUCH_CODE")));
  }

  @Test
  void aCodeOfALaterVersionIsShownAsUnknown() {
    assertThat(ReasonTexts.of("FROM_TOMORROW").meaning()).contains("does not know");
    assertThat(ReasonTexts.of("FROM_TOMORROW").help()).isNull();
  }
}
