package dev.assay.starlark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.starlark.StarlarkError.Resource;
import dev.assay.starlark.syntax.Parser.Dialect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scripts that want more than they may have: each is stopped by the budget it attacks. */
class HostileScriptTest {
  private static final StarlarkLimits LIMITS =
      Scripts.LIMITS.withTime(Duration.ofSeconds(60)).withBytes(16 << 20);

  /** A script, how it is called in the report, and the resource that stops it. */
  record Attack(String name, String source, Resource resource) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static String inFunction(String... lines) {
    return "def f():\n    " + String.join("\n    ", lines) + "\nf()\n";
  }

  static Stream<Attack> attacks() {
    return Stream.of(
        new Attack(
            "nested loops",
            inFunction(
                "for i in range(1000000000):", "    for j in range(1000000000):", "        pass"),
            Resource.STEPS),
        new Attack(
            "nested comprehension",
            "x = [1 for i in range(100000) for j in range(100000) if False]",
            Resource.STEPS),
        new Attack("string repeat", "x = 'x' * 1000000000", Resource.MEMORY),
        new Attack("list repeat", "x = [1, 2] * 1000000000", Resource.MEMORY),
        new Attack("tuple repeat", "x = (1,) * (1 << 70)", Resource.MEMORY),
        new Attack("bytes repeat", "x = b'ab' * 2000000000", Resource.MEMORY),
        new Attack("list of a huge range", "x = list(range(2000000000))", Resource.MEMORY),
        new Attack("sorted huge range", "x = sorted(range(2000000000))", Resource.MEMORY),
        new Attack(
            "doubling a string",
            inFunction("s = 'ab'", "for i in range(60):", "    s = s + s"),
            Resource.MEMORY),
        new Attack(
            "doubling a list",
            inFunction("l = [1]", "for i in range(60):", "    l += l"),
            Resource.MEMORY),
        new Attack(
            "append loop",
            inFunction("l = []", "for i in range(1000000000):", "    l.append(i)"),
            Resource.MEMORY),
        new Attack(
            "squaring an integer",
            inFunction("x = 3", "for i in range(60):", "    x = x * x"),
            Resource.INTEGER),
        new Attack("shift", "x = 1 << 1000000000", Resource.INTEGER),
        new Attack("wide int of text", "x = int('9' * 100000)", Resource.INTEGER),
        new Attack("wide int of JSON", "x = json.decode('9' * 100000)", Resource.INTEGER),
        new Attack(
            "replace bomb",
            inFunction("s = 'a' * 10000", "x = s.replace('a', s).replace('a', s)"),
            Resource.MEMORY),
        new Attack(
            "join bomb",
            inFunction("s = 'a' * 100000", "x = s.join(['a'] * 10000)"),
            Resource.MEMORY),
        new Attack(
            "format bomb",
            inFunction("s = 'a' * 100000", "x = ('{0}' * 1000).format(s)"),
            Resource.MEMORY),
        new Attack(
            "percent bomb",
            inFunction("s = 'a' * 100000", "x = ('%s' * 1000) % ((s,) * 1000)"),
            Resource.MEMORY),
        new Attack(
            "billion laughs",
            inFunction("a = ['lol']", "for i in range(60):", "    a = [a, a]", "x = str(a)"),
            Resource.STEPS),
        new Attack(
            "billion laughs of tuples as a key",
            inFunction("a = ('lol',)", "for i in range(60):", "    a = (a, a)", "x = {a: 1}"),
            Resource.STEPS),
        new Attack(
            "billion laughs in JSON",
            inFunction(
                "a = ['lol']", "for i in range(60):", "    a = [a, a]", "x = json.encode(a)"),
            Resource.MEMORY),
        new Attack(
            "deep list printed",
            inFunction("a = []", "for i in range(10000):", "    a = [a]", "x = str(a)"),
            Resource.DEPTH),
        new Attack(
            "deep lists compared",
            inFunction(
                "a, b = [], []", "for i in range(10000):", "    a, b = [a], [b]", "x = a == b"),
            Resource.DEPTH),
        new Attack(
            "deep tuple as a key",
            inFunction("a = ()", "for i in range(10000):", "    a = (a,)", "x = {a: 1}"),
            Resource.DEPTH),
        new Attack("deep JSON", "x = json.decode('[' * 100000)", Resource.DEPTH),
        new Attack(
            "list that holds itself, encoded",
            inFunction("a = []", "a.append(a)", "x = json.encode(a)"),
            Resource.DEPTH),
        new Attack(
            "slow substring search",
            inFunction("s = 'a' * 500000", "x = (s + 'b').find('a' * 250000 + 'c')"),
            Resource.STEPS),
        new Attack(
            "keys that collide",
            inFunction(
                "keys = ['']",
                "for i in range(13):",
                "    keys = [k + p for k in keys for p in ['Aa', 'BB']]",
                "x = {k: 1 for k in keys}"),
            Resource.STEPS));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void anAttackIsStoppedByTheBudgetItAttacks(Attack attack) {
    StarlarkError error = Scripts.failure(attack.source(), LIMITS);

    assertThat(error)
        .isInstanceOfSatisfying(
            StarlarkError.Exhausted.class,
            e -> assertThat(e.resource()).isEqualTo(attack.resource()));
    assertThat(error.position()).isNotNull();
  }

  static Stream<String> tallSources() {
    return Stream.of(
        "x = " + "(".repeat(20_000) + "1" + ")".repeat(20_000),
        "x = " + "[".repeat(20_000),
        "x = " + "not ".repeat(20_000) + "1",
        "x = " + "-".repeat(20_000) + "1",
        "x = " + "lambda: ".repeat(20_000) + "1",
        "x = " + "{1: ".repeat(20_000),
        "x = 1" + "+1".repeat(20_000),
        "x = 1" + " and 1".repeat(20_000),
        "x = {}" + ".get(1)".repeat(20_000),
        "x = {}" + "[1]".repeat(20_000),
        "x = 1" + " if 1 else 1".repeat(20_000),
        "x = [1 " + "for i in [] ".repeat(20_000) + "]",
        "def f():\n" + nestedIfs(150),
        "f(".repeat(20_000));
  }

  private static String nestedIfs(int depth) {
    var out = new StringBuilder();
    for (int i = 1; i <= depth; i++) {
      out.append(" ".repeat(i)).append("if 1:\n");
    }
    return out.append(" ".repeat(depth + 1)).append("pass\n").toString();
  }

  @ParameterizedTest
  @MethodSource("tallSources")
  void aSourceThatNestsOrChainsWithoutEndIsRejectedWhenCompiled(String source) {
    assertThat(Scripts.failure(source))
        .isInstanceOf(StarlarkError.Syntax.class)
        .hasMessageContaining("nested too deeply or chained too long");
  }

  @Test
  void aSourceLongerThanTheCapIsRejectedUnread() {
    assertThat(Scripts.failure("#".repeat(300_000)))
        .isInstanceOf(StarlarkError.Syntax.class)
        .hasMessageContaining("source too long");
  }

  @Test
  void recursionIsAScriptErrorInTheCoreDialect() {
    assertThat(Scripts.failure("def f(n): return f(n + 1)\nf(0)"))
        .isInstanceOf(StarlarkError.Script.class)
        .hasMessageContaining("function f called recursively");
    assertThat(Scripts.failure("def f(g): return g(g)\nf(lambda g: g(g))"))
        .isInstanceOf(StarlarkError.Script.class)
        .hasMessageContaining("called recursively");
  }

  @Test
  void endlessRecursionWhereItIsAllowedRunsOutOfDepth() {
    assertThatThrownBy(() ->
            Scripts.run("def f(n): return f(n + 1)\nf(0)", LIMITS, new Dialect(false, false, true)))
        .isInstanceOfSatisfying(
            StarlarkError.Exhausted.class,
            e -> {
              assertThat(e.resource()).isEqualTo(Resource.DEPTH);
              assertThat(e.frames()).hasSize(StarlarkError.FRAMES_MAX);
              assertThat(e.backtrace()).contains("more calls");
            });
  }

  private static StarlarkLimits deepest() {
    return new StarlarkLimits(
        50_000_000,
        1L << 30,
        StarlarkLimits.DEPTH_CEILING,
        65_536,
        Duration.ofSeconds(60),
        256 << 10,
        200);
  }

  static Stream<String> deepestScripts() {
    String nest = "[".repeat(90) + "f(n + 1)" + "]".repeat(90);
    String grow = "def main():\n    a = []\n    for i in range(100000):\n        a = [a]\n";
    return Stream.of(
        "def f(n): return f(n + 1)\nf(0)",
        "def f(n): return " + nest + "\nf(0)",
        "def f(n): return [x for x in [f(n + 1)] if x]\nf(0)",
        "def f(n): return sorted([1], key = lambda _: f(n + 1))\nf(0)",
        "def f(n): return max([1, 2], key = f)\nf(0)",
        "def f(n):\n    for i in [1]:\n        if True:\n            f(n + 1)\nf(0)",
        "def f(*args, **kw): return f(*args, **kw)\nf(1, a = 2)",
        grow + "    return str(a)\nmain()",
        grow + "    return json.encode(a)\nmain()",
        "json.decode('[' * 5000)",
        "json.decode('{\"a\":' * 5000)",
        "def main():\n    a, b = (), ()\n    for i in range(9999):\n        a, b = (a,), (b,)\n    return a < b\nmain()",
        "def main():\n    a = ()\n    for i in range(9999):\n        a = (a,)\n    return a in {1: 2}\nmain()");
  }

  @ParameterizedTest
  @MethodSource("deepestScripts")
  void theDepthCeilingHoldsOnTheStackOfAVirtualThread(String source) throws Exception {
    Callable<StarlarkError> run =
        () -> {
          try {
            var _ = Scripts.run(source, deepest(), new Dialect(false, false, true));
            throw new AssertionError("expected to run out of depth");
          } catch (StarlarkError e) {
            return e;
          }
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      StarlarkError error = threads.submit(run).get();

      assertThat(error)
          .isInstanceOfSatisfying(
              StarlarkError.Exhausted.class,
              e -> assertThat(e.resource()).isEqualTo(Resource.DEPTH));
      assertThat(error.getMessage()).contains("stack units of nested calls and values");
    }
  }

  @Test
  void theDeadlineStopsALoopOnAnInjectedClock() {
    var nanos = new AtomicLong();
    Budget budget =
        Budget.start(LIMITS.withTime(Duration.ofSeconds(2)), () -> nanos.addAndGet(100_000_000));
    var program =
        StarlarkProgram.compile(
            "t", "def f():\n    for i in range(100000000):\n        pass\nf()", LIMITS, List.of());

    assertThatThrownBy(() -> program.run(java.util.Map.of(), Evaluation.with(budget)))
        .isInstanceOfSatisfying(
            StarlarkError.Exhausted.class, e -> assertThat(e.resource()).isEqualTo(Resource.TIME));
    assertThat(budget.stepsUsed()).isLessThan(100_000);
  }

  @Test
  void anInterruptStopsALoopAndTheFlagStaysSet() throws Exception {
    StarlarkLimits endless = LIMITS.withSteps(Long.MAX_VALUE / 4).withTime(Duration.ofMinutes(5));
    var started = new java.util.concurrent.CountDownLatch(1);
    var flag = new java.util.concurrent.CompletableFuture<Boolean>();
    var error = new java.util.concurrent.CompletableFuture<StarlarkError>();
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              started.countDown();
              String loop = "def f():\n    for i in range(2000000000):\n        pass\nf()";
              error.complete(Scripts.failure(loop, endless));
              flag.complete(Thread.currentThread().isInterrupted());
            });
    started.await();

    thread.interrupt();

    assertThat(error.get()).isInstanceOf(StarlarkError.Interrupted.class);
    assertThat(flag.get()).isTrue();
  }

  @Test
  void hostileNeighboursDoNotKeepHonestScriptsFromTheirResults() throws Exception {
    List<Attack> attacks = attacks().toList();
    var results = new ArrayList<Future<Boolean>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 300; i++) {
        Attack attack = attacks.get(i % attacks.size());
        if (i % 3 == 0) {
          results.add(
              threads.submit(() ->
                  Scripts.failure(attack.source(), LIMITS.withBytes(2 << 20))
                      .code()
                      .startsWith("starlark-budget")));
        } else {
          results.add(
              threads.submit(() -> Scripts.repr("[x * x for x in range(9)][3]").equals("9")));
        }
      }
    }
    assertThat(results).allSatisfy(result -> assertThat(value(result)).isTrue());
  }

  private static boolean value(Future<Boolean> result)
      throws ExecutionException, InterruptedException {
    return result.get();
  }

  @Test
  void theSameScriptUsesTheSameStepsAndBytesEveryTime() {
    String source = "x = sorted([str(i) + 'x' * 3 for i in range(500)], key = lambda s: s[::-1])";
    var used = new ArrayList<List<Long>>();
    for (int i = 0; i < 3; i++) {
      Evaluation evaluation = Scripts.evaluation(LIMITS);
      var _ =
          StarlarkProgram.compile("t", source, LIMITS, List.of())
              .run(java.util.Map.of(), evaluation);
      used.add(List.of(evaluation.budget().stepsUsed(), evaluation.budget().bytesUsed()));
    }
    assertThat(used).allSatisfy(use -> assertThat(use).isEqualTo(used.getFirst()));
  }
}
