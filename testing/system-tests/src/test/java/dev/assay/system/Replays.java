package dev.assay.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.audit.AuditCommand;
import dev.assay.cli.replay.ExportCommand;
import dev.assay.cli.replay.ReplayCommand;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs {@code assay replay}, {@code audit} and {@code export} in this process. */
final class Replays {

  private Replays() {}

  /** What a replay or an audit printed. */
  record Answer(int exitCode, JsonNode json, String errors) {

    JsonNode first() {
      return json.path("differences").path(0);
    }

    List<String> codes() {
      List<String> codes = new ArrayList<>();
      json.path("differences").forEach(node -> codes.add(node.path("code").asText()));
      json.path("findings").forEach(node -> codes.add(node.path("code").asText()));
      return codes;
    }
  }

  /** {@code assay replay --json <words>}. */
  static Answer replay(String... words) {
    return run(new ReplayCommand(), words);
  }

  /** {@code assay audit --json <words>}. */
  static Answer audit(String... words) {
    return run(new AuditCommand(), words);
  }

  private static Answer run(Object command, String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--json");
    int code =
        new CommandLine(command)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.toArray(String[]::new));
    JsonNode json =
        Json.tree(out.toString().getBytes(StandardCharsets.UTF_8))
                instanceof Parsed.Accepted<JsonNode>(JsonNode node)
            ? node
            : Json.toTree(List.of());
    return new Answer(code, json, err.toString());
  }

  /** {@code assay export --data-dir <from> --to <to>}. */
  static int export(Path from, Path to) {
    return new CommandLine(new ExportCommand())
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(new StringWriter()))
        .execute("--data-dir", from.toString(), "--to", to.toString());
  }
}
