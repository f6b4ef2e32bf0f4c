package dev.assay.delegation.vocabulary;

import dev.assay.delegation.BoundedText;
import dev.assay.delegation.DelegationLimits;
import dev.assay.starlark.Arguments;
import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.JsonModule;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBuiltin;
import dev.assay.starlark.StarlarkNone;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.Values;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The names scripts find beside the language's own. */
public final class Vocabulary {

  /** Every name, in the order of the documentation. */
  public static final List<String> NAMES =
      List.of(
          "json", "http", "fs", "re", "hash", "base64", "time", "math", "string", "env", "log",
          "args");

  private static final StarlarkValue JSON = JsonModule.create();
  private static final StarlarkValue RE = ReModule.create();
  private static final StarlarkValue HASH = DigestModules.hash();
  private static final StarlarkValue BASE64 = DigestModules.base64();
  private static final StarlarkValue MATH = MathModule.create();
  private static final StarlarkValue STRING = TextModule.create();
  private static final StarlarkValue LOG =
      StarlarkBuiltin.of("log", Signature.of("message"), Vocabulary::log);

  private final ScriptGrants grants;
  private final Jail jail;
  private final StarlarkValue fs;
  private final StarlarkValue time;
  private final StarlarkValue env;
  private final AtomicBoolean asked = new AtomicBoolean();

  /** The vocabulary over these grants. */
  public Vocabulary(ScriptGrants grants) {
    this.grants = grants;
    this.jail = new Jail(grants.roots(), grants.base());
    this.fs = new FsModule(jail).create();
    this.time = TimeModule.create(grants.clock());
    this.env = StarlarkBuiltin.of("env", Signature.of("name"), (_, a) -> env(a));
  }

  /** A fresh budget, and a place for what is logged and printed. */
  public Evaluation evaluation() {
    AtomicInteger lines = new AtomicInteger();
    return Evaluation.with(
        Budget.start(DelegationLimits.EVALUATION, System::nanoTime),
        line -> {
          int count = lines.incrementAndGet();
          if (count <= DelegationLimits.LOG_LINES_MAX) {
            grants.log().accept(BoundedText.of(line));
          } else if (count == DelegationLimits.LOG_LINES_MAX + 1) {
            grants.log().accept("more lines are not shown");
          }
        });
  }

  /** Whether a service has answered a script so far. */
  public boolean hasAsked() {
    return asked.get();
  }

  /** Whether a script has looked at something below {@code root}, one of its roots, so far. */
  public boolean hasLookedAt(Path root) {
    return jail.hasLookedAt(root);
  }

  /** A value for each of {@link #NAMES}, for one evaluation. */
  public Map<String, StarlarkValue> values(Evaluation evaluation) {
    var values = new LinkedHashMap<String, StarlarkValue>();
    values.put("json", JSON);
    values.put("http", new HttpModule(grants.egress(), () -> asked.set(true)).create());
    values.put("fs", fs);
    values.put("re", RE);
    values.put("hash", HASH);
    values.put("base64", BASE64);
    values.put("time", time);
    values.put("math", MATH);
    values.put("string", STRING);
    values.put("env", env);
    values.put("log", LOG);
    values.put("args", Values.fromJava(grants.args(), evaluation.budget()));
    return values;
  }

  private static StarlarkValue log(Evaluation evaluation, Arguments a) {
    evaluation.print(Values.str(a.value("message"), evaluation.budget()));
    return StarlarkNone.NONE;
  }

  private StarlarkValue env(Arguments a) {
    String name = a.string("name");
    return StarlarkString.of(grants.environment().getOrDefault(name, ""));
  }
}
