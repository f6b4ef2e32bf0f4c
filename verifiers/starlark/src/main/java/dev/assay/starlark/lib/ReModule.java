package dev.assay.starlark.lib;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBool;
import dev.assay.starlark.StarlarkDict;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkInt;
import dev.assay.starlark.StarlarkList;
import dev.assay.starlark.StarlarkNone;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.TextOut;
import dev.assay.starlark.lib.RegexEngine.Match;
import dev.assay.starlark.lib.RegexEngine.Regex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The {@code re} module over a host's linear-time engine: {@code match} (at the start of the text),
 * {@code search}, {@code find_all}, {@code split} and {@code replace}. Every search is charged in
 * proportion to text and pattern before it runs.
 */
public final class ReModule {
  /** Longest pattern in UTF-16 units. */
  public static final int PATTERN_CHARS_MAX = 1_000;

  private static final Signature SEARCH = Signature.of("pattern", "text");

  private final RegexEngine engine;

  private ReModule(RegexEngine engine) {
    this.engine = engine;
  }

  /** A new module value. */
  public static StarlarkStruct create(RegexEngine engine) {
    var module = new ReModule(engine);
    return new ModuleBuilder("re")
        .function("match", SEARCH, (ev, a) -> module.first(ev, a, true))
        .function("search", SEARCH, (ev, a) -> module.first(ev, a, false))
        .function("find_all", SEARCH, module::findAll)
        .function("split", SEARCH, module::split)
        .function("replace", Signature.of("pattern", "repl", "text"), module::replace)
        .build();
  }

  private Regex compiled(Evaluation evaluation, Arguments arguments) {
    String pattern = arguments.string("pattern");
    String text = arguments.string("text");
    if (pattern.length() > PATTERN_CHARS_MAX) {
      throw StarlarkError.script(
          arguments.function()
              + ": pattern too long: expected at most "
              + PATTERN_CHARS_MAX
              + " characters, found "
              + pattern.length());
    }
    long perPattern = 1L + (pattern.length() >> 5);
    evaluation.budget().steps(pattern.length() + (text.length() >> 2) * perPattern);
    evaluation.budget().allocate(pattern.length() + 64L, 64);
    try {
      return engine.compile(pattern);
    } catch (IllegalArgumentException e) {
      throw StarlarkError.script(arguments.function() + ": bad pattern: " + e.getMessage(), e);
    }
  }

  private StarlarkValue first(Evaluation evaluation, Arguments arguments, boolean anchored) {
    Regex regex = compiled(evaluation, arguments);
    String text = arguments.string("text");
    return described(regex, regex.find(text, 0, anchored), text, evaluation.budget());
  }

  /** {@code matched}, {@code full_match}, {@code groups}, {@code named_groups}, the range. */
  private static StarlarkValue described(
      Regex regex, @Nullable Match match, String text, Budget budget) {
    var result = new LinkedHashMap<String, StarlarkValue>();
    result.put("matched", StarlarkBool.of(match != null));
    if (match == null) {
      result.put("full_match", StarlarkString.EMPTY);
      result.put("groups", StarlarkList.of(java.util.List.of()));
      result.put("named_groups", new StarlarkDict());
      result.put("start", StarlarkInt.of(-1));
      result.put("end", StarlarkInt.of(-1));
      return StarlarkDict.of(result);
    }
    var groups = new ArrayList<StarlarkValue>();
    for (int i = 1; i < match.starts().size(); i++) {
      groups.add(group(match, text, i, budget));
    }
    var named = new LinkedHashMap<String, StarlarkValue>();
    regex.groupNames().forEach((name, i) -> named.put(name, group(match, text, i, budget)));
    result.put("full_match", group(match, text, 0, budget));
    result.put("groups", StarlarkList.of(groups));
    result.put("named_groups", StarlarkDict.of(named));
    result.put("start", StarlarkInt.of(match.start()));
    result.put("end", StarlarkInt.of(match.end()));
    return StarlarkDict.of(result);
  }

  private static StarlarkValue group(Match match, String text, int number, Budget budget) {
    String group = match.group(text, number);
    if (group == null) {
      return StarlarkNone.NONE;
    }
    budget.text(group.length());
    return StarlarkString.of(group);
  }

  /** What to do with each match of a text. */
  private interface MatchAction {
    void accept(Match match);
  }

  /** Walks over the matches that do not overlap; an empty one moves on by a code point. */
  private static void each(Regex regex, String text, Budget budget, MatchAction action) {
    int from = 0;
    int lastEnd = -1;
    while (from <= text.length()) {
      budget.steps(4);
      Match match = regex.find(text, from, false);
      if (match == null) {
        return;
      }
      boolean empty = match.end() == match.start();
      if (!empty || match.start() != lastEnd) {
        action.accept(match);
        lastEnd = match.end();
      }
      from = match.end();
      if (empty) {
        from += from < text.length() ? Character.charCount(text.codePointAt(from)) : 1;
      }
    }
  }

  private StarlarkValue findAll(Evaluation evaluation, Arguments arguments) {
    Regex regex = compiled(evaluation, arguments);
    String text = arguments.string("text");
    Budget budget = evaluation.budget();
    var found = new ArrayList<StarlarkValue>();
    each(
        regex,
        text,
        budget,
        match -> {
          budget.elements(1);
          found.add(group(match, text, 0, budget));
        });
    return StarlarkList.of(found);
  }

  private StarlarkValue split(Evaluation evaluation, Arguments arguments) {
    Regex regex = compiled(evaluation, arguments);
    String text = arguments.string("text");
    Budget budget = evaluation.budget();
    budget.text(text.length());
    var parts = new ArrayList<StarlarkValue>();
    int[] from = {0};
    each(
        regex,
        text,
        budget,
        match -> {
          if (match.end() > match.start()) {
            budget.elements(1);
            parts.add(StarlarkString.of(text.substring(from[0], match.start())));
            from[0] = match.end();
          }
        });
    parts.add(StarlarkString.of(text.substring(from[0])));
    return StarlarkList.of(parts);
  }

  private StarlarkValue replace(Evaluation evaluation, Arguments arguments) {
    Regex regex = compiled(evaluation, arguments);
    String text = arguments.string("text");
    var template = RegexTemplate.parse(arguments.string("repl"), regex);
    var out = new TextOut(evaluation.budget());
    int[] from = {0};
    each(
        regex,
        text,
        evaluation.budget(),
        match -> {
          out.append(text.substring(from[0], match.start()));
          template.expand(match, text, out, evaluation.budget());
          from[0] = match.end();
        });
    return StarlarkString.of(out.append(text.substring(from[0])).toString());
  }
}
