package dev.assay.schemas.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Samples;
import dev.assay.schemas.topic.Topic;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AvroCodecTest {

  static Stream<String> messages() {
    return Samples.all().keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void avrosOwnDecoderReadsWhatWeWrite(String name) throws Exception {
    Object message = Objects.requireNonNull(Samples.all().get(name));
    Schema schema = AvroCodec.schema(name);

    GenericRecord read =
        new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema)
            .decode(encode(message, name));

    JsonNode expected = Json.toTree(message);
    expected
        .fieldNames()
        .forEachRemaining(field -> assertThat(read.get(field)).as(field).isNotNull());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyMessageHasTheBytesThatAvroItselfGivesIt(String name) throws Exception {
    Object message = Objects.requireNonNull(Samples.all().get(name));
    byte[] ours = encode(message, name);
    Schema schema = AvroCodec.schema(name);
    GenericRecord read =
        new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema).decode(ours);

    ByteArrayOutputStream avros = new ByteArrayOutputStream();
    new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema).encode(read, avros);

    assertThat(ours).isEqualTo(avros.toByteArray());
  }

  /** A short run of the fuzzer with fixed seeds; longer ones are {@code ./dev fuzz parsers}. */
  @Test
  void damagedMessagesOfEverySchemaVersionAreRefusedOrReadAsTheyAreWritten() {
    Set<String> outcomes = new TreeSet<>();

    for (long seed = 0; seed < 40_000; seed++) {
      outcomes.add(AvroFuzz.decoded(seed));
    }

    assertThat(outcomes).contains("ExecutionEvent version 1 read", "Decision version 3 refused");
  }

  @Test
  void aLengthThatTheBytesDoNotHoldTakesNoMemory() {
    byte[] good = Topic.EXECUTIONS.codec().encode(Samples.execution());
    byte[] oneGibibyte = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x08};
    byte[] claimed = Arrays.copyOf(good, 10 + oneGibibyte.length);
    System.arraycopy(oneGibibyte, 0, claimed, 10, oneGibibyte.length);

    assertThat(Topic.EXECUTIONS.codec().decode(claimed))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class,
            rejected ->
                assertThat(rejected.rejection().code()).isEqualTo(ErrorCode.UNDECODABLE_RECORD));
  }

  @Test
  void bytesAfterTheDatumAndTextThatIsNoUtf8AreRejected() {
    byte[] good = Topic.EXECUTIONS.codec().encode(Samples.execution());
    byte[] longer = Arrays.copyOf(good, good.length + 1);
    byte[] broken = good.clone();
    broken[11] = (byte) 0xFF;

    for (byte[] bytes : List.of(longer, broken)) {
      assertThat(Topic.EXECUTIONS.codec().decode(bytes)).isInstanceOf(Parsed.Rejected.class);
    }
  }

  @Test
  void aRecordThatItsSchemaDoesNotFitIsNoCodec() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AvroCodec.of(ExecutionEvent.class, "WorkItem"));
  }

  private record Hidden(String text) {}

  @Test
  void aRecordThatNobodyElseMayMakeIsNoCodec() {
    Schema schema = SchemaBuilder.record("Hidden").fields().requiredString("text").endRecord();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AvroCodec<>(Hidden.class, schema, List.of()))
        .withMessageContaining("expected to call");
  }

  @Test
  void aDatumOfAnotherSchemaVersionIsResolved() {
    Schema current = AvroCodec.schema("ExecutionEvent");
    Schema other = withOneMoreField(current);
    byte[] written =
        new AvroCodec<>(ExecutionEvent.class, other, List.of()).encode(Samples.execution());

    Parsed<ExecutionEvent> read =
        new AvroCodec<>(ExecutionEvent.class, current, List.of(other)).decode(written);

    assertThat(read).isEqualTo(new Parsed.Accepted<>(Samples.execution()));
  }

  @Test
  void bytesThatAreNoDatumAreRejectedWithTheirCode() {
    byte[] good = Topic.EXECUTIONS.codec().encode(Samples.execution());
    byte[] otherSchema = good.clone();
    otherSchema[5] ^= 1;
    byte[] cut = java.util.Arrays.copyOf(good, good.length - 7);

    for (byte[] bytes :
        List.of(
            new byte[0],
            "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8),
            otherSchema,
            cut)) {
      assertThat(Topic.EXECUTIONS.codec().decode(bytes))
          .isInstanceOfSatisfying(
              Parsed.Rejected.class,
              rejected ->
                  assertThat(rejected.rejection().code()).isEqualTo(ErrorCode.UNDECODABLE_RECORD));
    }
  }

  private static Schema withOneMoreField(Schema schema) {
    Schema next = Schema.createRecord(schema.getName(), null, schema.getNamespace(), false);
    List<Schema.Field> fields =
        new java.util.ArrayList<>(
            schema.getFields().stream().map(f -> new Schema.Field(f, f.schema())).toList());
    fields.add(
        new Schema.Field(
            "addedLater",
            Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.STRING)),
            null,
            Schema.Field.NULL_DEFAULT_VALUE));
    next.setFields(fields);
    return next;
  }

  @SuppressWarnings("unchecked")
  private static byte[] encode(Object message, String name) {
    return AvroCodec.of((Class<Object>) message.getClass(), name).encode(message);
  }
}
