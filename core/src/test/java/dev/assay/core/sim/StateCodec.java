package dev.assay.core.sim;

import dev.assay.core.director.ItemState;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.avro.AvroCodec;

/** The director's state as it is stored. */
final class StateCodec {

  private static final AvroCodec<ItemState> CODEC = AvroCodec.beside(ItemState.class);

  byte[] encode(ItemState state) {
    return CODEC.encode(state);
  }

  ItemState decode(byte[] bytes) {
    return switch (CODEC.decode(bytes)) {
      case Parsed.Accepted<ItemState>(ItemState state) -> state;
      case Parsed.Rejected<ItemState>(var rejection) -> throw rejection.asException();
    };
  }
}
