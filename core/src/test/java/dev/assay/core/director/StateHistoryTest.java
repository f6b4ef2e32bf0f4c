package dev.assay.core.director;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Parsed;
import dev.assay.schemas.avro.AvroCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/design/0240-schemas-keep-their-history.md promises of the director's stored state. */
class StateHistoryTest {

  private static final String RESOURCES = "core/src/main/resources/dev/assay/core/director/";
  private static final AvroCodec<ItemState> CODEC = AvroCodec.beside(ItemState.class);

  static IntStream versions() {
    return IntStream.rangeClosed(1, CODEC.history().size());
  }

  @Test
  void theStatesSchemaIsTheNewestOfItsHistory() throws Exception {
    int newest = CODEC.history().size();

    assertThat(newest == 0 ? "nothing" : text("history/ItemState/" + newest))
        .as(
            "expected ItemState.avsc to be recorded as it is; next: cp %1$sItemState.avsc"
                + " %1$shistory/ItemState/%2$d.avsc (only when nothing but text or defaults changed:"
                + " %3$d.avsc)",
            RESOURCES, newest + 1, newest)
        .isEqualTo(text("ItemState"));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void anOldDirectorReadsNewStatesAndTheReverse(int version) {
    Schema recorded = CODEC.history().get(version - 1);

    for (Schema other : CODEC.history()) {
      assertThat(SchemaCompatibility.checkReaderWriterCompatibility(other, recorded).getType())
          .as("%s reads what version %d wrote; next: give new fields a default", other, version)
          .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aStateOfEveryVersionIsReadWithAllThatItSays(int version) throws Exception {
    World world = new World(Facts.policy());
    world.fail("w", 2);
    Schema recorded = CODEC.history().get(version - 1);
    byte[] written = rewritten(CODEC.encode(world.state("w")), recorded);

    assertThat(CODEC.decode(written))
        .isInstanceOfSatisfying(
            Parsed.Accepted.class,
            read ->
                assertThat(read.value())
                    .extracting(value -> CODEC.encode((ItemState) value))
                    .extracting(bytes -> rewritten(bytes, recorded))
                    .isEqualTo(written));
  }

  /** What a director of version {@code to} gets from today's bytes, in bytes that Avro writes. */
  private static byte[] rewritten(byte[] bytes, Schema to) {
    try {
      BinaryMessageDecoder<GenericRecord> reader =
          new BinaryMessageDecoder<>(GenericData.get(), to);
      reader.addSchema(CODEC.schema());
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      new BinaryMessageEncoder<GenericRecord>(GenericData.get(), to)
          .encode(reader.decode(bytes), out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = ItemState.class.getResourceAsStream(resource + ".avsc")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
