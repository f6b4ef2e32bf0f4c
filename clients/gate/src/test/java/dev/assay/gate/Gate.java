package dev.assay.gate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;

/** A repository and a person's home in which the commands run. */
final class Gate {

  /** Asks for a report of tests. */
  static final String RULES =
      """
      workItem: shop/cart
      requires: [testreport]
      artifacts:
        - {role: test-report, glob: reports/*.xml}
      """;

  final Path repository;
  final Path home;
  final Map<String, String> environment = new HashMap<>();

  Gate(Path directory) throws IOException {
    this.repository = Files.createDirectories(directory.resolve("shop"));
    this.home = Files.createDirectories(directory.resolve("home"));
    environment.put("ASSAY_DATA_DIR", home.toString());
    environment.put("ASSAY_URL", "http://127.0.0.1:9");
  }

  /** One that asks {@code server}, whose repository has {@code rules} and a report of tests. */
  static Gate withReport(Path directory, StandIn server, String rules) throws IOException {
    Gate gate = new Gate(directory);
    gate.environment.put("ASSAY_URL", server.url());
    gate.write(RepositoryFile.NAME, rules);
    gate.write("reports/a.xml", "<testsuite/>");
    return gate;
  }

  /** What a command printed, and how it ended. */
  record Ran(int exit, String out, String err) {}

  Path write(String name, String text) throws IOException {
    Path file = repository.resolve(name);
    Path parent = file.getParent();
    Files.createDirectories(parent == null ? repository : parent);
    return Files.writeString(file, text);
  }

  Ran hook(String payload, String... words) {
    return run(payload.getBytes(StandardCharsets.UTF_8), GateCli::hook, words);
  }

  Ran hook(byte[] payload, String... words) {
    return run(payload, GateCli::hook, words);
  }

  Ran init(String... words) {
    return run(new byte[0], GateCli::init, words);
  }

  Ran ci(String... words) {
    return run(new byte[0], GateCli::ci, words);
  }

  /** As {@link #hook(String, String...)}, with {@code in} as standard input. */
  Ran hookOf(InputStream in, String... words) {
    return run(in, GateCli::hook, words);
  }

  private Ran run(
      byte[] payload, ToIntBiFunction<List<String>, Surroundings> command, String... words) {
    return run(new ByteArrayInputStream(payload), command, words);
  }

  private Ran run(
      InputStream in, ToIntBiFunction<List<String>, Surroundings> command, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Surroundings around =
        new Surroundings(
            in,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            environment,
            repository);
    int exit = command.applyAsInt(List.of(words), around);
    return new Ran(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  void git(String... words) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("git"));
    command.addAll(List.of("-c", "user.name=t", "-c", "user.email=t@example.com"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .directory(repository.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command + ": " + said);
    }
  }
}
