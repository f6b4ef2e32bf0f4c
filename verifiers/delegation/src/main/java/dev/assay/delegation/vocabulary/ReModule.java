package dev.assay.delegation.vocabulary;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.assay.delegation.BoundedText;
import dev.assay.delegation.DelegationLimits;
import dev.assay.starlark.Arguments;
import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.ModuleBuilder;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The {@code re} module: RE2 syntax, matched in time linear in the text. Each match is charged for
 * the text it may look at, times the size of the compiled pattern.
 */
final class ReModule {

  private static final int INSTRUCTIONS_PER_STEP = 2;
  private static final int PROGRAM_MAX = 10_000;
  private static final int REPEATS_MAX = 5_000;

  private ReModule() {}

  static StarlarkStruct create() {
    Signature signature = Signature.of("pattern", "text");
    return new ModuleBuilder("re")
        .function("match", signature, (ev, a) -> first(ev, a, true))
        .function("search", signature, (ev, a) -> first(ev, a, false))
        .function("find_all", signature, ReModule::findAll)
        .function("replace", Signature.of("pattern", "replacement", "text"), ReModule::replace)
        .build();
  }

  private static Pattern pattern(Evaluation evaluation, Arguments a) {
    String text = a.string("pattern");
    if (text.length() > DelegationLimits.PATTERN_CHARS_MAX || repeats(text) > REPEATS_MAX) {
      throw StarlarkError.script(
          a.function()
              + ": expected a pattern of at most "
              + DelegationLimits.PATTERN_CHARS_MAX
              + " characters and few repeats, found a larger one");
    }
    evaluation.budget().steps(text.length() * 20L + repeats(text) * 10L);
    evaluation.budget().allocate(repeats(text) * 200L + text.length() * 400L);
    try {
      Pattern pattern = Pattern.compile(text);
      if (pattern.programSize() > PROGRAM_MAX) {
        throw StarlarkError.script(
            a.function()
                + ": expected a smaller pattern, found "
                + pattern.programSize()
                + " parts");
      }
      return pattern;
    } catch (PatternSyntaxException e) {
      throw StarlarkError.script(
          a.function() + ": expected an RE2 pattern: " + BoundedText.of(e.getDescription()), e);
    }
  }

  /** The product of all counted repeats: a bound on how far a pattern unfolds. */
  private static long repeats(String pattern) {
    long product = 1;
    for (int at = pattern.indexOf('{'); at >= 0; at = pattern.indexOf('{', at + 1)) {
      long largest = 0;
      long number = 0;
      int i = at + 1;
      while (i < pattern.length() && pattern.charAt(i) != '}') {
        char c = pattern.charAt(i++);
        number = c >= '0' && c <= '9' ? Math.min(number * 10 + (c - '0'), REPEATS_MAX) : 0;
        largest = Math.max(largest, number);
      }
      product = Math.min(product * Math.max(1, largest), REPEATS_MAX + 1L);
    }
    return product;
  }

  private static void charge(Budget budget, Pattern pattern, int chars) {
    budget.steps((chars + 1L) * (1 + pattern.programSize() / INSTRUCTIONS_PER_STEP));
  }

  private static StarlarkValue first(Evaluation evaluation, Arguments a, boolean anchored) {
    Pattern pattern = pattern(evaluation, a);
    String text = a.string("text");
    charge(evaluation.budget(), pattern, text.length());
    Matcher matcher = pattern.matcher(text);
    boolean found = anchored ? matcher.lookingAt() : matcher.find();
    return found ? described(matcher, pattern, evaluation) : missed();
  }

  private static StarlarkValue missed() {
    Map<String, StarlarkValue> fields = new LinkedHashMap<>();
    fields.put("matched", StarlarkBool.FALSE);
    fields.put("full_match", StarlarkString.EMPTY);
    fields.put("groups", StarlarkList.of(List.of()));
    fields.put("named_groups", StarlarkDict.of(Map.of()));
    fields.put("start", StarlarkInt.of(-1));
    fields.put("end", StarlarkInt.of(-1));
    return StarlarkDict.of(fields);
  }

  private static StarlarkValue described(Matcher matcher, Pattern pattern, Evaluation evaluation) {
    List<StarlarkValue> groups = new ArrayList<>();
    for (int i = 1; i <= matcher.groupCount(); i++) {
      groups.add(group(matcher.group(i), evaluation));
    }
    Map<String, StarlarkValue> named = new LinkedHashMap<>();
    new TreeMap<>(pattern.namedGroups())
        .forEach((name, index) -> named.put(name, group(matcher.group(index), evaluation)));
    evaluation.budget().elements(groups.size() + 20L);
    Map<String, StarlarkValue> fields = new LinkedHashMap<>();
    fields.put("matched", StarlarkBool.TRUE);
    fields.put("full_match", group(matcher.group(), evaluation));
    fields.put("groups", StarlarkList.of(groups));
    fields.put("named_groups", StarlarkDict.of(named));
    fields.put("start", StarlarkInt.of(matcher.start()));
    fields.put("end", StarlarkInt.of(matcher.end()));
    return StarlarkDict.of(fields);
  }

  private static StarlarkValue group(
      @org.jspecify.annotations.Nullable String text, Evaluation evaluation) {
    if (text == null) {
      return StarlarkNone.NONE;
    }
    evaluation.budget().text(text.length());
    return StarlarkString.of(text);
  }

  private static StarlarkValue findAll(Evaluation evaluation, Arguments a) {
    Pattern pattern = pattern(evaluation, a);
    String text = a.string("text");
    Matcher matcher = pattern.matcher(text);
    List<StarlarkValue> all = new ArrayList<>();
    int from = 0;
    charge(evaluation.budget(), pattern, text.length());
    while (matcher.find()) {
      evaluation.budget().elements(1);
      all.add(group(matcher.group(), evaluation));
      from = matcher.end();
      charge(evaluation.budget(), pattern, text.length() - from);
    }
    return StarlarkList.of(all);
  }

  private static StarlarkValue replace(Evaluation evaluation, Arguments a) {
    Pattern pattern = pattern(evaluation, a);
    String text = a.string("text");
    String replacement = a.string("replacement");
    Matcher matcher = pattern.matcher(text);
    TextOut out = new TextOut(evaluation.budget());
    int from = 0;
    charge(evaluation.budget(), pattern, text.length());
    while (matcher.find()) {
      out.append(text.substring(from, matcher.start())).append(replacement);
      from = matcher.end();
      charge(evaluation.budget(), pattern, text.length() - from);
    }
    return StarlarkString.of(out.append(text.substring(from)).toString());
  }
}
