package dev.assay.starlark;

import java.util.Map;

/** The methods of bytes. */
final class BytesMethods {
  static final Map<String, Method> TABLE =
      MethodTable.of(new Method("elems", Signature.none(), BytesMethods::elems));

  private BytesMethods() {}

  private static StarlarkValue elems(Evaluation ev, StarlarkValue self, Arguments a) {
    StarlarkBytes bytes = (StarlarkBytes) self;
    ev.budget().elements(bytes.length());
    var items = new StarlarkValue[bytes.length()];
    for (int i = 0; i < items.length; i++) {
      items[i] = StarlarkInt.of(bytes.at(i));
    }
    return new StarlarkView(Printer.repr(bytes, ev.budget()) + ".elems()", items);
  }
}
