package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptedEncodingsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip",
        "GZip",
        "x-gzip",
        "gzip, deflate, br, zstd",
        "br;q=1.0, gzip;q=0.8, *;q=0.1",
        "*",
        "gzip;q=0.001",
        " gzip ; q=0.5 ",
        "identity;q=0.5, gzip;q=0.5",
        "identity;q=0, gzip;q=0.1",
        "identity;q=0, *",
        "gzip;Q=1.000",
        "gzip;q=0.5, *;q=0",
      })
  void gzipIsTaken(String header) {
    assertThat(AcceptedEncodings.takesGzip(Optional.of(header))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "identity",
        "deflate, br",
        "gzip;q=0",
        "gzip;q=0.000, *",
        "x-gzip;q=0, *",
        "*;q=0",
        "identity;q=0",
        "identity, gzip;q=0.5",
        "identity;q=0.9, *;q=0.5",
        "gzipped",
        "gzip;q=2",
        "gzip;q=none",
        "gzip;level=9",
        "notgzip, br",
        ",,;",
      })
  void gzipIsNotTaken(String header) {
    assertThat(AcceptedEncodings.takesGzip(Optional.of(header))).isFalse();
  }

  @Test
  void whoSaysNothingGetsPlainBytes() {
    assertThat(AcceptedEncodings.takesGzip(Optional.empty())).isFalse();
  }

  @Test
  void aHeaderOfManyCodingsIsReadUpToABound() {
    assertThat(AcceptedEncodings.takesGzip(Optional.of("br,".repeat(1_000) + "gzip"))).isFalse();
  }
}
