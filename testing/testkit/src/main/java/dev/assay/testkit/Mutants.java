package dev.assay.testkit;

import dev.assay.schemas.avro.AvroCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * What a stranger may write in place of a message: its encoded form with one field after the other
 * replaced by each of the values that break things, however the message's own type would object.
 */
public final class Mutants {

  private static final int HEADER_BYTES = 10;

  private static final List<String> TEXTS =
      List.of(
          "",
          "\u007f",
          "a\u0000b",
          "\u0001",
          "\u0085",
          "\ufffe\uffff",
          "\u202e\u2028",
          "\\\"'`${x}%n",
          "../../etc/passwd",
          "x".repeat(129),
          "y".repeat(70_000),
          "+999999999-12-31T23:59:59.999Z",
          "-999999999-01-01T00:00:00.000Z",
          "9999-12-31T23:59:59.999Z",
          "9999-12-31T23:59:59.999-18:00",
          "0000-01-01T00:00:00.000Z",
          "f".repeat(64));

  private static final List<Long> LONGS =
      List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE, (long) Integer.MAX_VALUE);
  private static final List<Integer> INTS =
      List.of(Integer.MIN_VALUE, -1, 0, 100, 101, Integer.MAX_VALUE);
  private static final List<Double> DOUBLES =
      List.of(Double.NaN, Double.POSITIVE_INFINITY, -0.0, -1.0, Double.MIN_VALUE, 1e308);

  private Mutants() {}

  /** Every mutant of {@code message}, in single-object encoding. */
  public static <T> List<byte[]> of(AvroCodec<T> codec, T message) {
    byte[] bytes = codec.encode(message);
    GenericRecord root = read(codec.schema(), bytes);
    byte[] header = Arrays.copyOf(bytes, HEADER_BYTES);
    List<byte[]> mutants = new ArrayList<>();
    record(root, () -> mutants.add(written(header, root)));
    return mutants;
  }

  private static void record(GenericRecord record, Runnable changed) {
    for (Schema.Field field : record.getSchema().getFields()) {
      Object before = record.get(field.pos());
      for (Object value : values(field.schema())) {
        record.put(field.pos(), value);
        changed.run();
      }
      record.put(field.pos(), before);
      inside(before, changed);
    }
  }

  private static void inside(Object value, Runnable changed) {
    if (value instanceof GenericRecord nested) {
      record(nested, changed);
    } else if (value instanceof GenericData.Array<?> array) {
      list(array, changed);
    }
  }

  private static <E> void list(GenericData.Array<E> array, Runnable changed) {
    if (array.isEmpty()) {
      return;
    }
    E first = array.getFirst();
    inside(first, changed);
    for (int i = 0; i < 1_100; i++) {
      array.add(first);
    }
    changed.run();
    while (array.size() > 1) {
      array.removeLast();
    }
  }

  private static List<?> values(Schema schema) {
    return switch (schema.getType()) {
      case STRING -> TEXTS;
      case LONG -> LONGS;
      case INT -> INTS;
      case DOUBLE -> DOUBLES;
      case ARRAY -> List.of(new GenericData.Array<>(0, schema));
      case UNION -> schema.getTypes().stream().flatMap(branch -> values(branch).stream()).toList();
      default -> List.of();
    };
  }

  private static GenericRecord read(Schema schema, byte[] bytes) {
    try {
      return new GenericDatumReader<GenericRecord>(schema)
          .read(
              null,
              DecoderFactory.get()
                  .binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] written(byte[] header, GenericRecord record) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(header);
    try {
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
