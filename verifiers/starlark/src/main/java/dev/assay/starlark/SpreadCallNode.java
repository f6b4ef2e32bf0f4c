package dev.assay.starlark;

import dev.assay.starlark.Frame.Node;
import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A call with {@code *args} or {@code **kwargs}. */
final class SpreadCallNode extends Node {
  private final Node function;
  private final Node[] positional;
  private final String[] names;
  private final Node[] named;
  private final @Nullable Node star;
  private final @Nullable Node starStar;
  private final int position;

  SpreadCallNode(
      Node function,
      Node[] positional,
      String[] names,
      Node[] named,
      @Nullable Node star,
      @Nullable Node starStar,
      int position) {
    this.function = function;
    this.positional = positional;
    this.names = names;
    this.named = named;
    this.star = star;
    this.starStar = starStar;
    this.position = position;
  }

  @Override
  StarlarkValue eval(Frame frame) {
    StarlarkValue callee = function.eval(frame);
    var given = new StarlarkValue[positional.length];
    for (int i = 0; i < given.length; i++) {
      given[i] = positional[i].eval(frame);
    }
    var values = new StarlarkValue[named.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = named[i].eval(frame);
    }
    StarlarkValue more = star == null ? null : star.eval(frame);
    StarlarkValue moreNamed = starStar == null ? null : starStar.eval(frame);
    frame.at = position;
    return frame.evaluation.invoke(
        callee,
        more == null ? given : withStar(given, more, frame.budget),
        moreNamed == null ? names : allNames(moreNamed, frame.budget),
        moreNamed == null ? values : allValues(values, (StarlarkDict) moreNamed));
  }

  private static StarlarkValue[] withStar(
      StarlarkValue[] given, StarlarkValue more, Budget budget) {
    if (!(more instanceof StarlarkIterable iterable)) {
      throw StarlarkError.script("argument after * must be iterable, not " + more.type());
    }
    StarlarkValue[] rest = Iteration.toArray(iterable, budget);
    StarlarkValue[] all = Arrays.copyOf(given, given.length + rest.length);
    System.arraycopy(rest, 0, all, given.length, rest.length);
    return all;
  }

  private String[] allNames(StarlarkValue more, Budget budget) {
    if (!(more instanceof StarlarkDict dict)) {
      throw StarlarkError.script("argument after ** must be a mapping, not " + more.type());
    }
    budget.elements(dict.length());
    var all = new ArrayList<>(Arrays.asList(names));
    dict.forEach((key, _) -> {
      if (!(key instanceof StarlarkString(String name))) {
        throw StarlarkError.script("keywords must be strings, not " + key.type());
      }
      if (Arrays.asList(names).contains(name)) {
        throw StarlarkError.script("got multiple values for keyword argument " + name);
      }
      all.add(name);
    });
    return all.toArray(String[]::new);
  }

  private static StarlarkValue[] allValues(StarlarkValue[] values, StarlarkDict more) {
    StarlarkValue[] all = Arrays.copyOf(values, values.length + more.length());
    int[] at = {values.length};
    more.forEach((_, value) -> all[at[0]++] = value);
    return all;
  }
}
