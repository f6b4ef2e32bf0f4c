package dev.assay.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs the commands whose start time matters once, on small inputs, so that the ahead-of-time cache
 * of the JDK learns what they load. Used by the build only.
 */
final class Training {

  private static final String TRACE =
      "{\"tool\":\"orders.create\",\"params\":{\"id\":\"o-1\",\"status\":\"open\"}}\n";
  private static final String SUB_RESULT =
      """
      {"schema":"SubResult.v1","task_id":"t","status":"ok","claims":[{"id":"c1","text":"a",
       "evidence":[{"kind":"file","locator":{"type":"line_range","path":"trace.ndjson",
       "start":1,"end":1}}]}]}
      """;

  private Training() {}

  /** Trains in the directory that is the only argument. */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Path trace = Files.writeString(directory.resolve("trace.ndjson"), TRACE);
    Path result = Files.writeString(directory.resolve("result.json"), SUB_RESULT);
    Path database = Files.createFile(directory.resolve("truth.db"));
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      System.setOut(nowhere);
      System.setErr(nowhere);
      for (List<String> command :
          List.of(
              List.of("--help"),
              List.of("up", "--help"),
              List.of("schema", "Decision"),
              List.of("keys", "--url", "http://127.0.0.1:9"),
              List.of("submit", "--url", "http://127.0.0.1:9", "--work-item", "w"))) {
        var _ = AssayMain.run(command);
      }
      var _ =
          SpecifiedCommand.QUICK.run(
              List.of(
                  "--input", trace.toString(),
                  "--db", database.toString(),
                  "--export-registry", directory.resolve("registry.json").toString()),
              System.in,
              nowhere,
              nowhere);
      var _ =
          dev.assay.subresult.cli.SubresultCli.run(
              List.of("--result", result.toString()),
              System.in,
              nowhere,
              nowhere,
              directory,
              Map.of());
      var _ = SpecifiedCommand.RUNS.run(List.of("--help"), System.in, nowhere, nowhere);
      var _ = SpecifiedCommand.VERIFY.run(List.of("--help"), System.in, nowhere, nowhere);
    }
  }
}
