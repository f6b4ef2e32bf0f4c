package dev.assay.starlark.fuzz;

import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.JsonModule;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkLimits;
import dev.assay.starlark.StarlarkProgram;
import dev.assay.starlark.StarlarkValue;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Runs damaged programs: each must end, normally or with a typed error, and nothing else. */
public final class CrashFuzz {
  private static final StarlarkLimits LIMITS =
      StarlarkLimits.standard().withSteps(20_000).withBytes(4 << 20);
  private static final List<String> PIECES =
      List.of(
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          ":",
          ",",
          "\n",
          "\n    ",
          "def f(x):",
          "lambda x: ",
          "if ",
          " else ",
          "for x in ",
          " in ",
          " not ",
          "*",
          "**",
          "=",
          "+=",
          "\"",
          "'''",
          "\\",
          "b\"",
          "r'",
          "0x",
          "1e",
          ".",
          "return ",
          "x",
          "f",
          "print(",
          "%",
          "%s",
          "\u00e9",
          "\uD83D\uDE00",
          "\uD800",
          "\t",
          "#",
          ";",
          "1 << 99999",
          "* 99999999",
          ".format(",
          "sorted(",
          "range(",
          "load(");

  private CrashFuzz() {}

  /** A damaged program: parts of generated ones cut, doubled, swapped and mixed with tokens. */
  public static String damaged(long seed) {
    var random = new Random(seed);
    var text = new StringBuilder(new ProgramGenerator(seed).program());
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, text.substring(at, end));
        default -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
      }
    }
    return text.toString();
  }

  /** Runs one program; answers the code of its error, or {@code ok}. */
  public static String run(String source) {
    Map<String, StarlarkValue> modules = Map.of("json", JsonModule.create());
    Evaluation evaluation = Evaluation.with(Budget.start(LIMITS, System::nanoTime));
    try {
      var _ =
          StarlarkProgram.compile("fuzz.star", source, LIMITS, modules.keySet())
              .run(modules, evaluation);
      return "ok";
    } catch (StarlarkError e) {
      if (e.position() == null || e.backtrace().isEmpty()) {
        throw new AssertionError("an error without a place: " + e.getMessage(), e);
      }
      return e.code();
    }
  }

  /** Arguments: seed, number of programs. Ends with exit code 1 at the first crash. */
  public static void main(String[] args) {
    long seed = Long.parseLong(args[0]);
    int programs = Integer.parseInt(args[1]);
    var codes = new java.util.TreeMap<String, Integer>();
    for (long i = seed; i < seed + programs; i++) {
      String source = damaged(i);
      try {
        codes.merge(run(source), 1, Integer::sum);
      } catch (RuntimeException | Error e) {
        System.out.println("seed " + i + " crashes with " + e + "\n" + source);
        e.printStackTrace(System.out);
        System.exit(1);
      }
    }
    System.out.println(programs + " damaged programs from seed " + seed + ": " + codes);
  }
}
