package dev.assay.starlark.fuzz;

import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.JsonModule;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkLimits;
import dev.assay.starlark.StarlarkProgram;
import dev.assay.starlark.StarlarkValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs generated programs here and in another implementation, a process that reads one program per
 * line in base64 and answers {@code ok} or {@code err}, the printed text and the message, the last
 * two in base64. What is printed must agree byte for byte, and so must whether the program fails.
 */
public final class OracleComparison {
  private static final StarlarkLimits LIMITS = StarlarkLimits.standard();

  /** Failures of the other implementation that are documented differences. */
  private static final List<String> DOCUMENTED =
      List.of(
          "unknown binary op: dict | dict",
          "unknown binary op: set",
          "set < set not implemented",
          "set <= set not implemented",
          "shift count too large",
          "maximum recursion",
          "excessive repeat",
          "repeat count");

  private OracleComparison() {}

  /** What a program did. */
  private record Outcome(boolean ok, String printed, String message) {}

  /**
   * Arguments: seed, number of programs, then the command of the other implementation.
   *
   * @throws IOException when the other implementation cannot be run
   */
  public static void main(String[] args) throws IOException {
    long seed = Long.parseLong(args[0]);
    int programs = Integer.parseInt(args[1]);
    List<String> command = List.of(args).subList(2, args.length);
    int different = 0;
    int succeeded = 0;
    int skipped = 0;
    try (var oracle = new Oracle(command)) {
      for (int i = 0; i < programs; i++) {
        String source = new ProgramGenerator(seed + i).program();
        Outcome ours = run(source);
        if (ours.message().contains("budget exceeded")) {
          continue; // The other implementation has no budget and may print without end.
        }
        Outcome theirs = oracle.run(source);
        if (theirs == null) {
          skipped++;
          continue;
        }
        succeeded += ours.ok() ? 1 : 0;
        if (!agree(source, ours, theirs)) {
          different++;
          report(seed + i, source, ours, theirs);
        }
      }
    }
    System.out.printf(
        "%d programs from seed %d: %d ran to their end, %d ended the other process, %d differ%n",
        programs, seed, succeeded, skipped, different);
    if (different > 0) {
      System.exit(1);
    }
  }

  private static boolean agree(String source, Outcome ours, Outcome theirs) {
    if (ours.message().contains("unhashable type")
        || DOCUMENTED.stream().anyMatch(theirs.message()::contains)) {
      return true;
    }
    if (ours.ok() != theirs.ok()) {
      return false;
    }
    // Older builds of starlark-go encode 1.0 as 1, against their own specification.
    return source.contains("json.encode")
        ? ours.printed().replace(".0", "").equals(theirs.printed().replace(".0", ""))
        : ours.printed().equals(theirs.printed());
  }

  private static void report(long seed, String source, Outcome ours, Outcome theirs) {
    System.out.println("seed " + seed + " differs:\n" + source);
    System.out.println("  here:  " + ours);
    System.out.println("  there: " + theirs);
  }

  private static Outcome run(String source) {
    var printed = new StringBuilder();
    Map<String, StarlarkValue> modules = Map.of("json", JsonModule.create());
    Evaluation evaluation =
        Evaluation.with(
            Budget.start(LIMITS, System::nanoTime), line -> printed.append(line).append('\n'));
    try {
      var _ =
          StarlarkProgram.compile("fuzz.star", source, LIMITS, modules.keySet())
              .run(modules, evaluation);
      return new Outcome(true, printed.toString(), "");
    } catch (StarlarkError e) {
      return new Outcome(false, printed.toString(), String.valueOf(e.getMessage()));
    }
  }

  /** The other process; it is started anew when a program ends it. */
  private static final class Oracle implements AutoCloseable {
    private final List<String> command;
    private Process process;
    private PrintStream in;
    private BufferedReader out;

    Oracle(List<String> command) throws IOException {
      this.command = command;
      this.process = start();
      this.in = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
      this.out = process.inputReader(StandardCharsets.US_ASCII);
    }

    private Process start() throws IOException {
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** What the program did, or null when the process did not survive it. */
    @Nullable Outcome run(String source) throws IOException {
      in.println(encoded(source));
      String line = out.readLine();
      if (line != null) {
        String[] parts = line.split(" ", -1);
        return new Outcome(parts[0].equals("ok"), decoded(parts[1]), decoded(parts[2]));
      }
      process.destroy();
      process = start();
      in = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
      out = process.inputReader(StandardCharsets.US_ASCII);
      return null;
    }

    @Override
    public void close() {
      process.destroy();
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
