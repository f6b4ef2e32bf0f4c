package dev.assay.schemas.avro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.Samples;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/design/0240-schemas-keep-their-history.md promises of every message of a topic. */
class SchemaHistoryTest {

  private static final String RESOURCES = "schemas/src/main/resources/dev/assay/schemas/avro/";

  static Stream<String> names() {
    return Topic.all().stream().map(topic -> topic.codec().schema().getName()).distinct().sorted();
  }

  /** Name and number of every recorded version. */
  static Stream<Arguments> versions() {
    return names()
        .flatMap(name ->
            IntStream.rangeClosed(1, Codecs.of(name).history().size())
                .mapToObj(version -> Arguments.of(name, version)));
  }

  @ParameterizedTest
  @MethodSource("names")
  void aSchemaThatIsWrittenIsTheNewestOfItsHistory(String name) throws Exception {
    int newest = Codecs.of(name).history().size();

    assertThat(newest == 0 ? "nothing" : text("history/" + name + "/" + newest))
        .as(
            "expected %2$s.avsc to be recorded as it is; next: cp %1$s%2$s.avsc"
                + " %1$shistory/%2$s/%3$d.avsc (only when nothing but text or defaults changed, and"
                + " all fingerprints stay: %4$d.avsc)",
            RESOURCES, name, newest + 1, newest)
        .isEqualTo(text(name));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void anOldReaderReadsNewDataAndTheReverse(String name, int version) {
    Schema recorded = Codecs.of(name).history().get(version - 1);

    for (Schema other : Codecs.of(name).history()) {
      assertThat(SchemaCompatibility.checkReaderWriterCompatibility(other, recorded))
          .extracting(SchemaCompatibility.SchemaPairCompatibility::getType)
          .as("%s reads what version %d wrote; next: give new fields a default", other, version)
          .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void bytesOfEveryVersionAreReadWithAllThatTheySay(String name, int version) throws Exception {
    AvroCodec<Object> codec = Codecs.of(name);
    Schema recorded = codec.history().get(version - 1);
    byte[] today = codec.encode(sample(name));
    byte[] written = Codecs.rewritten(today, codec.schema(), recorded);

    assertThat(codec.decode(written))
        .isInstanceOfSatisfying(
            Parsed.Accepted.class,
            read ->
                assertThat(Codecs.rewritten(codec.encode(read.value()), codec.schema(), recorded))
                    .isEqualTo(written));
  }

  @Test
  void aDecisionOfTheFirstVersionHasTheDefaultsOfWhatItDoesNotSay() throws Exception {
    Schema first = Topic.DECISIONS.codec().history().getFirst();
    byte[] today = Codecs.of("Decision").encode(sample("Decision"));

    assertThat(
            Topic.DECISIONS
                .codec()
                .decode(Codecs.rewritten(today, Codecs.of("Decision").schema(), first)))
        .isInstanceOfSatisfying(
            Parsed.Accepted.class,
            read ->
                assertThat(read.value())
                    .hasFieldOrPropertyWithValue("transitions", List.of())
                    .hasFieldOrPropertyWithValue("workItem", "shop/cart-42"));
  }

  private static Object sample(String name) {
    return Objects.requireNonNull(Samples.all().get(name));
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = AvroCodec.class.getResourceAsStream(resource + ".avsc")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
