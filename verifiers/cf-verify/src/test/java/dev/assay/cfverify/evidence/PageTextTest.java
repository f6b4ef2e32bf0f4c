package dev.assay.cfverify.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PageTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "a <b>bold</b> word~ a bold word",
        "x<script>if (a < b) evil()</script>y~ x\\ny",
        "x<STYLE>p{}</STYLE >y~ x\\ny",
        "x<!-- a > b -->y~ xy",
        "1 &lt; 2 &amp; 3 &unknown;~ 1 < 2 & 3 &unknown;",
        "unclosed <tag~ unclosed"
      })
  void markupIsRemoved(String html, String text) {
    assertThat(PageText.of("text/html", html).strip()).isEqualTo(text.replace("\\n", "\n"));
  }

  @Test
  void otherTextIsLeftAlone() {
    assertThat(PageText.of("application/json", "{\"a\":\"<b>\"}")).isEqualTo("{\"a\":\"<b>\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"&", "<", "<!--", "<script>", "</", "&amp"})
  void hostilePagesTakeLinearTime(String unit) {
    String page = unit.repeat(1_000_000);

    assertThat(PageText.of("text/html", page).length()).isLessThanOrEqualTo(page.length());
  }
}
