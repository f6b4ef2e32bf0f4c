package dev.assay.starlark;

/**
 * A value of the language. {@link Values} turns Java values into these and back.
 *
 * <p>{@code equals} and {@code hashCode} are by content for numbers, strings, bytes and booleans
 * and by identity for all other values; the language's own equality is charged to a budget and
 * lives in {@link Values#equal}.
 */
public sealed interface StarlarkValue
    permits StarlarkNone,
        StarlarkBool,
        StarlarkInt,
        StarlarkFloat,
        StarlarkString,
        StarlarkBytes,
        StarlarkIterable,
        StarlarkValue.StarlarkCallable,
        StarlarkStruct {
  /** The name {@code type(x)} gives. */
  String type();

  /** What {@code bool(x)} gives. */
  boolean truth();

  /** A value that can be called. */
  sealed interface StarlarkCallable extends StarlarkValue
      permits StarlarkFunction, StarlarkBuiltin {
    /** The name it is shown with. */
    String name();

    @Override
    default boolean truth() {
      return true;
    }
  }
}
