package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients for JavaScript, Python and Java and the command mean the same. */
class ClientsIT {

  private static final Path CLIENTS = Path.of("../../clients").toAbsolutePath().normalize();
  private static final int MINUTES_MAX = 8;

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    for (String tool : List.of("python3", "node")) {
      assertThat(run(CLIENTS, Map.of(), tool, "--version"))
          .as("expected %s on the PATH; install it to run these tests", tool)
          .startsWith("0 ");
    }
    system = SharedUp.system();
  }

  @Test
  void allClientsAgreeOnGoodAndBadInput() throws Exception {
    List<String> cli = Child.line();
    List<String> java = new ArrayList<>(cli);
    java.set(java.size() - 1, ClientLines.class.getName());

    String printed =
        run(
            CLIENTS,
            Child.environment(),
            "python3",
            "conformance/conformance.py",
            "--url",
            system.api().url(),
            "--token-file",
            system.directory().resolve("tokens/operator").toString(),
            "--cli",
            quoted(cli),
            "--java",
            quoted(java));

    assertThat(printed).startsWith("0 ").contains("all agree");
  }

  /** As a shell reads it. */
  private static String quoted(List<String> command) {
    return command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
  }

  @Test
  void theReadmesShowWhatRuns() throws Exception {
    Map<String, String> environment =
        Map.of(
            "ASSAY_URL",
            system.api().url(),
            "ASSAY_TOKEN",
            Files.readString(system.directory().resolve("tokens/operator")).strip(),
            "PYTHONPATH",
            CLIENTS.resolve("python/src").toString(),
            "CLASSPATH",
            StartCache.CLASS_PATH);
    Path work = home.resolve("readme");
    Path modules = Files.createDirectories(work.resolve("node_modules"));
    Files.createSymbolicLink(modules.resolve("assay-referee"), CLIENTS.resolve("npm"));
    Files.writeString(work.resolve("report.xml"), Samples.passing("readme"));
    Files.writeString(work.resolve("a.mjs"), example("npm", "js"));
    Files.writeString(work.resolve("a.py"), example("python", "python"));
    Files.writeString(work.resolve("A.java"), example("java", "java"));
    List<String> java = new ArrayList<>(Child.line());
    java.set(java.size() - 1, "A.java");

    for (String printed :
        List.of(
            run(work, environment, "node", "a.mjs"),
            run(work, environment, "python3", "a.py"),
            run(work, environment, java.toArray(String[]::new)))) {
      assertThat(printed).startsWith("0 ").contains("PROMOTE").contains("verified");
    }
  }

  @Test
  void theClientsKeepTheirOwnTests() throws Exception {
    assertThat(run(CLIENTS.resolve("npm"), Map.of(), "node", "--test", "test/"))
        .startsWith("0 ")
        .contains("# fail 0");
    assertThat(
            run(
                CLIENTS.resolve("python"),
                Map.of("PYTHONPATH", "src", "PYTHONDONTWRITEBYTECODE", "1"),
                "python3",
                "-m",
                "unittest",
                "discover",
                "-s",
                "tests"))
        .startsWith("0 ")
        .contains("OK");
  }

  private static String example(String client, String language) throws IOException {
    String readme = Files.readString(CLIENTS.resolve(client).resolve("README.md"));
    int start = readme.indexOf("```" + language + "\n") + language.length() + 4;
    return readme.substring(start, readme.indexOf("```", start));
  }

  /** The exit code, a space and what the command printed. */
  private static String run(Path directory, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(home, "client", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(List.of(command)))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("ASSAY_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return process.exitValue() + " " + Files.readString(output, StandardCharsets.UTF_8);
  }
}
