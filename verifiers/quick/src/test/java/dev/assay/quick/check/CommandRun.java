package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.quick.vectors.Documents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a command printed and how it ended. */
public record CommandRun(int exitCode, String stdout, String stderr) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A command that prints to two streams. */
  public interface Command {
    /** Runs and gives the exit code. */
    int run(PrintStream out, PrintStream err);
  }

  /** Runs {@code command} and keeps what it printed. */
  public static CommandRun of(Command command) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        command.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Standard output as JSON. */
  public JsonNode json() {
    return tree(stdout);
  }

  /** The codes of the certificate's explanation, in order. */
  public List<String> codes() {
    List<String> codes = new ArrayList<>();
    json().path("explanation").path("details").forEach(d -> codes.add(d.path("code").asText()));
    return codes;
  }

  /** Fails unless this run ended without a verdict and with {@code code} in its envelope. */
  public void assertRefused(String code) {
    assertThat(exitCode).as(stderr).isEqualTo(3);
    assertThat(stdout).isEmpty();
    assertThat(stderr.lines()).hasSize(1);
    Documents.assertValid(Documents.ENVELOPE, stderr);
    assertThat(tree(stderr).path("code").asText()).as(stderr).isEqualTo(code);
  }

  /** {@code text} as JSON. */
  public static JsonNode tree(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
