/**
 * A Starlark interpreter whose every cost is charged to a budget. Uses the JDK only.
 *
 * <p>Compile once, run with a budget, call as often as needed:
 *
 * <pre>{@code
 * StarlarkLimits limits = StarlarkLimits.standard();
 * StarlarkProgram program =
 *     StarlarkProgram.compile("verify.star", source, limits, List.of("json", "args", "greet"));
 *
 * // A host function: a signature, and code that reads its bound arguments.
 * StarlarkValue greet =
 *     StarlarkBuiltin.of(
 *         "greet",
 *         Signature.of("name", "*", "loud?"),
 *         (evaluation, a) -> {
 *           String text = "hello " + a.string("name");
 *           evaluation.budget().text(text.length()); // charge before allocating
 *           return StarlarkString.of(a.bool("loud", false) ? text.toUpperCase(ROOT) : text);
 *         });
 *
 * // One budget and one evaluation per attempt; any thread, virtual ones included.
 * Evaluation evaluation =
 *     Evaluation.with(Budget.start(limits, System::nanoTime), line -> log.info(line));
 * try {
 *   StarlarkModule module =
 *       program.run(Map.of("json", JsonModule.create(), "args", args, "greet", greet), evaluation);
 *   StarlarkValue verdict =
 *       module.call(evaluation, "run", Values.fromJava(result, evaluation.budget()));
 *   Object plain = Values.toJava(verdict, evaluation.budget());
 * } catch (StarlarkError e) {
 *   switch (e) { // each has code(), position() and backtrace()
 *     case StarlarkError.Syntax s -> ...
 *     case StarlarkError.Script s -> ...
 *     case StarlarkError.Exhausted x -> ... x.resource()
 *     case StarlarkError.Interrupted i -> ...
 *   }
 * }
 * }</pre>
 *
 * <p>Layers: {@code syntax} (text to resolved tree), this package (values, evaluation, embedding),
 * {@code lib} (modules a host may offer, written against this package's public part only).
 */
@NullMarked
package dev.assay.starlark;

import org.jspecify.annotations.NullMarked;
