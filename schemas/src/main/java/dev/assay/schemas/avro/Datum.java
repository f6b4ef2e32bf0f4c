package dev.assay.schemas.avro;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How values of one schema are written and read; made once of a schema and a Java type. Records
 * have classes of their own, see {@link RecordCodecGenerator}.
 */
interface Datum {

  void write(@Nullable Object value, BinaryOut out);

  @Nullable Object read(BinaryIn in);

  /** A value that must be there. */
  static Object present(@Nullable Object value) {
    if (value == null) {
      throw new IllegalArgumentException("expected a value where the schema allows no null");
    }
    return value;
  }

  /** A primitive value or text. */
  enum Simple implements Datum {
    TEXT {
      @Override
      public void write(@Nullable Object value, BinaryOut out) {
        out.text((String) present(value));
      }

      @Override
      public Object read(BinaryIn in) {
        return in.text();
      }
    },
    INT {
      @Override
      public void write(@Nullable Object value, BinaryOut out) {
        out.varint((Integer) present(value));
      }

      @Override
      public Object read(BinaryIn in) {
        return in.int32();
      }
    },
    LONG {
      @Override
      public void write(@Nullable Object value, BinaryOut out) {
        out.varint((Long) present(value));
      }

      @Override
      public Object read(BinaryIn in) {
        return in.varint();
      }
    },
    DOUBLE {
      @Override
      public void write(@Nullable Object value, BinaryOut out) {
        out.fixed(Double.doubleToLongBits((Double) present(value)));
      }

      @Override
      public Object read(BinaryIn in) {
        return Double.longBitsToDouble(in.fixed());
      }
    },
    BOOLEAN {
      @Override
      public void write(@Nullable Object value, BinaryOut out) {
        out.raw((byte) ((Boolean) present(value) ? 1 : 0));
      }

      @Override
      public Object read(BinaryIn in) {
        return in.raw() != 0;
      }
    }
  }

  /** A union of null and something else. */
  record Optional(Datum some, int nullIndex) implements Datum {

    @Override
    public void write(@Nullable Object value, BinaryOut out) {
      if (value == null) {
        out.varint(nullIndex);
      } else {
        out.varint(1 - nullIndex);
        some.write(value, out);
      }
    }

    @Override
    public @Nullable Object read(BinaryIn in) {
      long index = in.varint();
      if (index != 0 && index != 1) {
        throw new IllegalArgumentException("expected branch 0 or 1 of a union, found " + index);
      }
      return index == nullIndex ? null : some.read(in);
    }
  }

  /** An array, a list in Java. */
  record Listed(Datum item) implements Datum {

    @Override
    public void write(@Nullable Object value, BinaryOut out) {
      List<?> items = (List<?>) present(value);
      if (!items.isEmpty()) {
        out.varint(items.size());
        for (Object each : items) {
          item.write(each, out);
        }
      }
      out.varint(0);
    }

    @Override
    public Object read(BinaryIn in) {
      int count = in.block();
      if (count == 0) {
        return List.of();
      }
      List<Object> items = new ArrayList<>();
      for (; count > 0; count = in.block()) {
        for (int i = 0; i < count; i++) {
          items.add(present(item.read(in)));
        }
      }
      return List.copyOf(items);
    }
  }

  /** A map with text as keys. */
  record Mapped(Datum item) implements Datum {

    @Override
    public void write(@Nullable Object value, BinaryOut out) {
      Map<?, ?> map = (Map<?, ?>) present(value);
      if (!map.isEmpty()) {
        out.varint(map.size());
        map.forEach((key, each) -> {
          out.text((String) key);
          item.write(each, out);
        });
      }
      out.varint(0);
    }

    @Override
    public Object read(BinaryIn in) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      for (int count = in.block(); count > 0; count = in.block()) {
        for (int i = 0; i < count; i++) {
          map.put(in.text(), item.read(in));
        }
      }
      return map;
    }
  }

  /** Symbols of an enum by index, in the schema's order. */
  record Symbol(List<? extends Enum<?>> constants, Map<Object, Integer> indexes) implements Datum {

    @Override
    public void write(@Nullable Object value, BinaryOut out) {
      Integer index = indexes.get(present(value));
      if (index == null) {
        throw new IllegalArgumentException("expected a symbol of the schema, found " + value);
      }
      out.varint(index);
    }

    @Override
    public Object read(BinaryIn in) {
      int index = in.int32();
      if (index < 0 || index >= constants.size()) {
        throw new IllegalArgumentException("expected a symbol of the schema, found " + index);
      }
      return constants.get(index);
    }
  }

  /** An enum whose wire name is text in the schema. */
  record EnumAsString(
      Function<Object, @Nullable Object> toWire, Function<Object, @Nullable Object> ofWire)
      implements Datum {

    @Override
    public void write(@Nullable Object value, BinaryOut out) {
      out.text((String) present(toWire.apply(present(value))));
    }

    @Override
    public @Nullable Object read(BinaryIn in) {
      return ofWire.apply(in.text());
    }
  }
}
