package dev.assay.schemas.avro;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Finds out once how a Java record and an Avro schema fit together, so that encoding and decoding
 * follow a ready tree of {@link Datum}s. Components have the names of the schema's fields, or those
 * of {@link JsonProperty}; enums are symbols, or text when they have a {@link JsonValue}.
 */
final class DatumPlan {

  private static final MethodType GET = MethodType.methodType(Object.class, Object.class);

  private final Set<String> open = new HashSet<>();

  private DatumPlan() {}

  /**
   * The plan for {@code type} as {@code schema} has it.
   *
   * @throws IllegalArgumentException when they do not fit together
   */
  static Datum of(Class<?> type, Schema schema) {
    return new DatumPlan().datum(schema, type);
  }

  private Datum datum(Schema schema, Type type) {
    return switch (schema.getType()) {
      case RECORD -> structure(schema, raw(type));
      case ENUM -> symbols(schema, raw(type));
      case ARRAY -> new Datum.Listed(datum(schema.getElementType(), argument(type, 0)));
      case MAP -> new Datum.Mapped(datum(schema.getValueType(), argument(type, 1)));
      case UNION -> optional(schema, type);
      case STRING -> raw(type).isEnum() ? worded(schema, raw(type)) : Datum.Simple.TEXT;
      case INT -> Datum.Simple.INT;
      case LONG -> Datum.Simple.LONG;
      case DOUBLE -> Datum.Simple.DOUBLE;
      case BOOLEAN -> Datum.Simple.BOOLEAN;
      case FIXED, BYTES, FLOAT, NULL -> throw misfit(schema, type);
    };
  }

  private Datum optional(Schema schema, Type type) {
    int nullIndex = schema.getIndexNamed("null") == null ? -1 : schema.getIndexNamed("null");
    if (schema.getTypes().size() != 2 || nullIndex < 0) {
      throw misfit(schema, type);
    }
    return new Datum.Optional(datum(schema.getTypes().get(1 - nullIndex), type), nullIndex);
  }

  private static Datum symbols(Schema schema, Class<?> type) {
    Map<String, Enum<?>> named = named(schema, type);
    List<Enum<?>> ordered = new ArrayList<>();
    Map<Object, Integer> indexes = new HashMap<>();
    for (String symbol : schema.getEnumSymbols()) {
      Enum<?> constant = named.get(symbol);
      if (constant == null) {
        throw misfit(schema, type);
      }
      indexes.put(constant, ordered.size());
      ordered.add(constant);
    }
    return new Datum.Symbol(List.copyOf(ordered), Map.copyOf(indexes));
  }

  private static Map<String, Enum<?>> named(Schema schema, Class<?> type) {
    Object[] constants = type.getEnumConstants();
    if (constants == null) {
      throw misfit(schema, type);
    }
    Map<String, Enum<?>> named = new HashMap<>();
    for (Object constant : constants) {
      Enum<?> symbol = (Enum<?>) constant;
      named.put(symbol.name(), symbol);
    }
    return named;
  }

  private static Datum worded(Schema schema, Class<?> type) {
    Optional<Method> toWire = annotated(type, JsonValue.class);
    Optional<Method> ofWire = annotated(type, JsonCreator.class);
    if (toWire.isPresent() && ofWire.isPresent()) {
      return new Datum.EnumAsString(call(handle(toWire.get())), call(handle(ofWire.get())));
    }
    Map<String, Enum<?>> named = named(schema, type);
    return new Datum.EnumAsString(
        value -> ((Enum<?>) value).name(),
        name -> {
          Enum<?> constant = named.get((String) name);
          if (constant == null) {
            throw new IllegalArgumentException("expected one of " + named.keySet());
          }
          return constant;
        });
  }

  private static Optional<Method> annotated(Class<?> type, Class<? extends Annotation> annotation) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(annotation))
        .findFirst();
  }

  private Datum structure(Schema schema, Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    if (components == null || !open.add(schema.getFullName())) {
      throw misfit(schema, type);
    }
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < components.length; i++) {
      positions.put(name(components[i], type), i);
    }
    List<RecordCodecGenerator.Member> members = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      Integer position = positions.remove(field.name());
      members.add(
          position == null
              ? new RecordCodecGenerator.Member(datum(field.schema(), Object.class), -1)
              : new RecordCodecGenerator.Member(
                  datum(field.schema(), components[position].getGenericType()), position));
    }
    if (!positions.isEmpty()) {
      throw new IllegalArgumentException(
          "expected fields " + positions.keySet() + " in schema " + schema.getFullName());
    }
    open.remove(schema.getFullName());
    return RecordCodecGenerator.of(type, components, members);
  }

  /** The component's name in documents; Jackson's annotation lands on the constructor's side. */
  private static String name(RecordComponent component, Class<?> type) {
    try {
      JsonProperty renamed =
          type.getDeclaredField(component.getName()).getAnnotation(JsonProperty.class);
      return renamed == null ? component.getName() : renamed.value();
    } catch (NoSuchFieldException e) {
      throw new AssertionError("expected a field of every record component", e);
    }
  }

  private static MethodHandle handle(Method method) {
    try {
      return MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup())
          .unreflect(method)
          .asType(GET);
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException("expected to call " + method, e);
    }
  }

  private static Function<Object, @Nullable Object> call(MethodHandle handle) {
    return value -> {
      try {
        return handle.invokeExact(value);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("a record's own code threw", e);
      }
    };
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      default -> throw new IllegalArgumentException("expected a class, found " + type);
    };
  }

  private static Type argument(Type type, int index) {
    if (type instanceof ParameterizedType generic) {
      return generic.getActualTypeArguments()[index];
    }
    throw new IllegalArgumentException("expected a List or a Map, found " + type);
  }

  private static IllegalArgumentException misfit(Schema schema, Type type) {
    return new IllegalArgumentException(
        "expected " + type.getTypeName() + " to fit " + schema.getType() + " " + schema.getName());
  }
}
