package dev.assay.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** The values of an option or argument that has few, which shells offer. */
public abstract class Choice implements Iterable<String> {

  protected Choice() {}

  /** All of them, in order; asked for only when a shell's script is made. */
  protected abstract List<String> values();

  @Override
  public final Iterator<String> iterator() {
    return values().iterator();
  }

  /** The names of constants as they stand. */
  protected static List<String> names(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Enum::name).toList();
  }

  /** The names of constants in small letters with hyphens. */
  protected static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants)
        .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }
}
