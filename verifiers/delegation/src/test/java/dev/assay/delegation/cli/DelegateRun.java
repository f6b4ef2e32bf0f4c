package dev.assay.delegation.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.delegation.DelegationJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the command in a directory with real delegates. */
final class DelegateRun {

  private final Path directory;
  private final List<String> options = new ArrayList<>(List.of("--task", "the task"));
  private final Map<String, String> env =
      new LinkedHashMap<>(Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin")));

  DelegateRun(Path directory) {
    this.directory = directory;
  }

  record Ended(int exit, String out, String err) {

    JsonNode result() {
      return DelegationJson.parse(out);
    }

    /** The last line of standard error. */
    JsonNode error() {
      List<String> lines = err.lines().toList();
      return DelegationJson.parse(lines.getLast());
    }
  }

  DelegateRun file(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return this;
  }

  DelegateRun option(String... words) {
    options.addAll(List.of(words));
    return this;
  }

  DelegateRun variable(String name, String value) {
    env.put(name, value);
    return this;
  }

  DelegateRun verify(String source) throws IOException {
    return file("verify.star", source).option("--verify", "verify.star");
  }

  /** Runs with a delegate that is a shell script. */
  Ended shell(String script) {
    return command("sh", "-c", script);
  }

  Ended command(String... command) {
    List<String> words = new ArrayList<>(options);
    words.add("--");
    words.addAll(List.of(command));
    return words(words);
  }

  Ended words(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        DelegationCli.run(
            words,
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            directory,
            env);
    return new Ended(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
