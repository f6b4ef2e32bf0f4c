package dev.assay.starlark;

import dev.assay.starlark.syntax.TokenKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host-defined immutable value. Subclasses give {@code equals} and {@code hashCode} by content
 * and a {@code toString} that {@code str} and {@code repr} show; all must take constant time.
 */
public abstract non-sealed class StarlarkOpaque implements StarlarkValue {
  /** The value of an attribute, or null when there is none. */
  public @Nullable StarlarkValue attribute(String name) {
    return null;
  }

  /** The attributes {@code dir} lists. */
  public List<String> attributeNames() {
    return List.of();
  }

  /**
   * The result of an arithmetic operator, or null when it is not supported.
   *
   * @param operator one of {@code + - * / // %}
   * @param other the other operand
   * @param leftHand whether this value is the left operand
   */
  public @Nullable StarlarkValue arithmetic(
      Operator operator, StarlarkValue other, boolean leftHand) {
    return null;
  }

  /** The order against a value of the same type, or null when there is none. */
  public @Nullable Integer order(StarlarkOpaque other) {
    return null;
  }

  @Override
  public boolean truth() {
    return true;
  }

  /** The operators a host value may support. */
  public enum Operator {
    /** {@code +}. */
    ADD,
    /** {@code -}. */
    SUBTRACT,
    /** {@code *}. */
    MULTIPLY,
    /** {@code /}. */
    DIVIDE,
    /** {@code //}. */
    FLOOR_DIVIDE,
    /** {@code %}. */
    MODULO;

    static @Nullable Operator of(TokenKind token) {
      return switch (token) {
        case PLUS -> ADD;
        case MINUS -> SUBTRACT;
        case STAR -> MULTIPLY;
        case SLASH -> DIVIDE;
        case SLASHSLASH -> FLOOR_DIVIDE;
        case PERCENT -> MODULO;
        default -> null;
      };
    }
  }
}
