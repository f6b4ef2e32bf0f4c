package dev.assay.core.sim;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.ItemState;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.avro.AvroCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;

/** The director's state as it is stored. */
final class StateCodec {

  private static final AvroCodec<ItemState> CODEC =
      new AvroCodec<>(ItemState.class, schema(), List.of());

  byte[] encode(ItemState state) {
    return CODEC.encode(state);
  }

  ItemState decode(byte[] bytes) {
    return switch (CODEC.decode(bytes)) {
      case Parsed.Accepted<ItemState>(ItemState state) -> state;
      case Parsed.Rejected<ItemState>(var rejection) -> throw rejection.asException();
    };
  }

  private static Schema schema() {
    try (InputStream in = DirectorStep.class.getResourceAsStream("ItemState.avsc")) {
      if (in == null) {
        throw new IllegalStateException("expected the schema of the director's state");
      }
      return new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
