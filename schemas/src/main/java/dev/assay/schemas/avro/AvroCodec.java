package dev.assay.schemas.avro;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Turns one message type into Avro single-object encoding and back (Avro 1.12 specification,
 * "Single-object encoding": C3 01, CRC-64-AVRO fingerprint of the writer's schema, little endian,
 * then the binary datum). Thread-safe.
 *
 * <p>A datum written with an older schema is resolved by Avro's own rules; an unknown fingerprint
 * or a datum that does not fit is a {@link Rejection} with UNDECODABLE_RECORD.
 */
public final class AvroCodec<T> {

  private static final int HEADER_BYTES = 10;
  private static final int BYTES_FIRST_MIN = 1_024;
  private static final int BYTES_FIRST_MAX = 16 * 1_024;
  private static final byte MAGIC_0 = (byte) 0xC3;
  private static final byte MAGIC_1 = 0x01;

  private final Schema schema;
  private final long fingerprint;
  private final Class<T> type;
  private final Datum plan;
  private final Map<Long, Schema> writers = new LinkedHashMap<>();

  /** Room for a message like the last one; any value is right, so threads need not agree on it. */
  private int bytesFirst = BYTES_FIRST_MIN;

  /**
   * A codec that writes {@code schema} and reads what it or one of {@code older} wrote.
   *
   * @param type the record whose components have the schema's field names
   */
  public AvroCodec(Class<T> type, Schema schema, List<Schema> older) {
    this.schema = schema;
    this.fingerprint = SchemaNormalization.parsingFingerprint64(schema);
    this.type = type;
    this.plan = DatumPlan.of(type, schema);
    older.forEach(s -> writers.put(SchemaNormalization.parsingFingerprint64(s), s));
  }

  /**
   * The codec of the schema resource {@code <name>.avsc} of this module, which also reads what the
   * versions of its history wrote: {@code history/<name>/1.avsc} and on.
   */
  public static <T> AvroCodec<T> of(Class<T> type, String name) {
    return recorded(type, AvroCodec.class, name);
  }

  /**
   * The codec of the schema resource beside {@code type}, of the same simple name, with the history
   * beside it.
   */
  public static <T> AvroCodec<T> beside(Class<T> type) {
    return recorded(type, type, type.getSimpleName());
  }

  private static <T> AvroCodec<T> recorded(Class<T> type, Class<?> neighbour, String name) {
    return new AvroCodec<>(type, schema(neighbour, name), history(neighbour, name));
  }

  /** The versions of a schema that were ever written, the oldest first. */
  private static List<Schema> history(Class<?> neighbour, String name) {
    List<Schema> versions = new ArrayList<>();
    Optional<Schema> version = resource(neighbour, "history/" + name + "/1");
    while (version.isPresent()) {
      versions.add(version.get());
      version = resource(neighbour, "history/" + name + "/" + (versions.size() + 1));
    }
    return versions;
  }

  /** The schema resource {@code <name>.avsc} of this module. */
  public static Schema schema(String name) {
    return schema(AvroCodec.class, name);
  }

  private static Schema schema(Class<?> neighbour, String name) {
    return resource(neighbour, name)
        .orElseThrow(
            () -> new IllegalArgumentException("expected a schema resource named " + name));
  }

  private static Optional<Schema> resource(Class<?> neighbour, String name) {
    try (InputStream in = neighbour.getResourceAsStream(name + ".avsc")) {
      return in == null ? Optional.empty() : Optional.of(new Schema.Parser().parse(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The schema that this codec writes. */
  public Schema schema() {
    return schema;
  }

  /** The recorded schemas whose data this codec reads, the oldest first. */
  public List<Schema> history() {
    return List.copyOf(writers.values());
  }

  /** Whether {@code bytes} start as single-object encoding does. */
  public static boolean isSingleObject(byte @Nullable [] bytes) {
    return bytes != null
        && bytes.length >= HEADER_BYTES
        && bytes[0] == MAGIC_0
        && bytes[1] == MAGIC_1;
  }

  /** {@code value} in single-object encoding. */
  public byte[] encode(T value) {
    BinaryOut out = begun(fingerprint, bytesFirst);
    plan.write(value, out);
    bytesFirst = Math.clamp(out.size() + out.size() / 8, BYTES_FIRST_MIN, BYTES_FIRST_MAX);
    return out.toByteArray();
  }

  /** A record that has its header, with room for {@code bytesFirst} bytes before it grows. */
  private static BinaryOut begun(long fingerprint, int bytesFirst) {
    BinaryOut out = new BinaryOut(bytesFirst);
    out.raw(MAGIC_0);
    out.raw(MAGIC_1);
    out.fixed(fingerprint);
    return out;
  }

  /**
   * All that a record of {@code value} may be: what {@link #encode} gives, then what it was under
   * each recorded schema that has a place for it.
   */
  public List<byte[]> encodings(T value) {
    byte[] today = encode(value);
    List<byte[]> all = new ArrayList<>(List.of(today));
    writers.forEach((written, older) -> {
      if (written != fingerprint) {
        try {
          byte[] header = begun(written, HEADER_BYTES).toByteArray();
          byte[] datum = resolved(schema, older, today);
          all.add(ByteBuffer.allocate(header.length + datum.length).put(header).put(datum).array());
        } catch (IOException | RuntimeException _) {
          // The older schema has no place for a value, so nobody has written it so.
        }
      }
    });
    return all;
  }

  /** The message in {@code bytes}, or why there is none; a record without a value has none. */
  public Parsed<T> decode(byte @Nullable [] bytes) {
    if (bytes == null || !isSingleObject(bytes)) {
      return undecodable("expected Avro single-object encoding (C3 01), found other bytes");
    }
    long written = ByteBuffer.wrap(bytes, 2, 8).order(ByteOrder.LITTLE_ENDIAN).getLong();
    try {
      if (written == fingerprint) {
        return new Parsed.Accepted<>(read(bytes, HEADER_BYTES));
      }
      Schema writerSchema = writers.get(written);
      if (writerSchema == null) {
        return undecodable(
            String.format(
                "expected a recorded schema of %s, found fingerprint %016x; next: upgrade this"
                    + " reader to its writer's version, or repair the writer",
                schema.getName(), written));
      }
      return new Parsed.Accepted<>(read(resolved(writerSchema, schema, bytes), 0));
    } catch (IOException | RuntimeException e) {
      return rejected(e);
    }
  }

  private T read(byte[] bytes, int offset) {
    BinaryIn in = new BinaryIn(bytes, offset);
    T value = type.cast(Datum.present(plan.read(in)));
    if (in.left() > 0) {
      throw new IllegalArgumentException("expected the end, found " + in.left() + " more bytes");
    }
    return value;
  }

  /** The datum of {@code bytes}, which {@code from} wrote, as {@code to} writes it. */
  private static byte[] resolved(Schema from, Schema to, byte[] bytes) throws IOException {
    GenericRecord datum =
        new GenericDatumReader<GenericRecord>(from, to)
            .read(
                null,
                DecoderFactory.get()
                    .binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, null));
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(to).write(datum, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private Parsed<T> rejected(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof RejectedException rejected) {
        return new Parsed.Rejected<>(rejected.rejection());
      }
    }
    return undecodable(
        "expected a datum of schema "
            + schema.getName()
            + ", found bytes that do not fit ("
            + e.getClass().getSimpleName()
            + ")");
  }

  private Parsed<T> undecodable(String detail) {
    return new Parsed.Rejected<>(Rejection.of(ErrorCode.UNDECODABLE_RECORD, detail));
  }
}
