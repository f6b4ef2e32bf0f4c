package dev.assay.schemas.avro;

import dev.assay.schemas.topic.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;

/** The codecs of messages by name, and what writers of other versions write. */
public final class Codecs {

  private Codecs() {}

  /** The codec of the topic whose message has this name. */
  @SuppressWarnings(
      "unchecked") // a topic's codec writes its message, and the tests' values are such
  public static AvroCodec<Object> of(String message) {
    return (AvroCodec<Object>)
        Topic.all().stream()
            .map(Topic::codec)
            .filter(codec -> codec.schema().getName().equals(message))
            .findFirst()
            .orElseThrow();
  }

  /** What a reader of version {@code to} gets from {@code bytes}, in bytes that Avro writes. */
  static byte[] rewritten(byte[] bytes, Schema from, Schema to) {
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
}
