package dev.assay.schemas.avro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.Samples;
import dev.assay.schemas.topic.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
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
            IntStream.rangeClosed(1, codec(name).history().size())
                .mapToObj(version -> Arguments.of(name, version)));
  }

  @ParameterizedTest
  @MethodSource("names")
  void aSchemaThatIsWrittenIsTheNewestOfItsHistory(String name) throws Exception {
    int newest = codec(name).history().size();

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
    Schema recorded = codec(name).history().get(version - 1);

    for (Schema other : codec(name).history()) {
      assertThat(SchemaCompatibility.checkReaderWriterCompatibility(other, recorded))
          .extracting(SchemaCompatibility.SchemaPairCompatibility::getType)
          .as("%s reads what version %d wrote; next: give new fields a default", other, version)
          .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void bytesOfEveryVersionAreReadWithAllThatTheySay(String name, int version) throws Exception {
    AvroCodec<Object> codec = codec(name);
    Schema recorded = codec.history().get(version - 1);
    byte[] today = codec.encode(sample(name));
    byte[] written = rewritten(today, codec.schema(), recorded);

    assertThat(codec.decode(written))
        .isInstanceOfSatisfying(
            Parsed.Accepted.class,
            read ->
                assertThat(rewritten(codec.encode(read.value()), codec.schema(), recorded))
                    .isEqualTo(written));
  }

  @Test
  void aDecisionOfTheFirstVersionHasTheDefaultsOfWhatItDoesNotSay() throws Exception {
    Schema first = Topic.DECISIONS.codec().history().getFirst();
    byte[] today = codec("Decision").encode(sample("Decision"));

    assertThat(Topic.DECISIONS.codec().decode(rewritten(today, codec("Decision").schema(), first)))
        .isInstanceOfSatisfying(
            Parsed.Accepted.class,
            read ->
                assertThat(read.value())
                    .hasFieldOrPropertyWithValue("transitions", List.of())
                    .hasFieldOrPropertyWithValue("workItem", "shop/cart-42"));
  }

  /** What a reader of version {@code to} gets from {@code bytes}, in bytes that Avro writes. */
  private static byte[] rewritten(byte[] bytes, Schema from, Schema to) {
    try {
      BinaryMessageDecoder<GenericRecord> reader =
          new BinaryMessageDecoder<>(GenericData.get(), to);
      reader.addSchema(from);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      new BinaryMessageEncoder<GenericRecord>(GenericData.get(), to)
          .encode(reader.decode(bytes), out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object sample(String name) {
    return Objects.requireNonNull(Samples.all().get(name));
  }

  @SuppressWarnings("unchecked") // a topic's codec writes its message, and samples are such
  private static AvroCodec<Object> codec(String name) {
    return (AvroCodec<Object>)
        Topic.all().stream()
            .map(Topic::codec)
            .filter(codec -> codec.schema().getName().equals(name))
            .findFirst()
            .orElseThrow();
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = AvroCodec.class.getResourceAsStream(resource + ".avsc")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
