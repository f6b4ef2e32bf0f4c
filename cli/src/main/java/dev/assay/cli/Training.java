package dev.assay.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.agencyverify.cli.AgencyVerifyCli;
import dev.assay.agencyverify.cli.Caller;
import dev.assay.agencyverify.cli.RunsCli;
import dev.assay.cfverify.cli.CfVerifyCli;
import dev.assay.delegation.cli.DelegationCli;
import dev.assay.gate.GateCli;
import dev.assay.gate.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Runs the commands whose start time matters on small inputs, so that the ahead-of-time cache of
 * the JDK learns what they load and link. Used by the build only.
 */
final class Training {

  private static final InputStream NOTHING = new ByteArrayInputStream(new byte[0]);

  private final TrainingGround ground;
  private final PrintStream nowhere;
  private final Map<String, String> environment = new HashMap<>(System.getenv());

  private Training(TrainingGround ground, PrintStream nowhere) {
    this.ground = ground;
    this.nowhere = nowhere;
    environment.put("AGENCY_DATA_DIR", ground.name("agency"));
  }

  /**
   * {@code library <directory>} puts SQLite's native library into the directory, so that no start
   * has to unpack it. {@code quick}, {@code contracts}, {@code checks}, {@code hook} and {@code
   * clients} train one group of commands in the directory; each group has a class path and a cache
   * of its own, because a start pays for every jar and every class of its cache.
   */
  public static void main(String[] args) throws IOException, SQLException {
    Path directory = Path.of(args[1]);
    if (args[0].equals("library")) {
      unpackLibrary(directory);
      return;
    }
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    new Training(TrainingGround.prepare(directory), nowhere).group(args[0]);
    System.exit(0);
  }

  private void group(String name) throws IOException, SQLException {
    switch (name) {
      case "quick" -> {
        ground.createDatabase();
        quick();
      }
      case "contracts" -> {
        ground.createDatabase();
        contracts();
      }
      case "checks" -> checks();
      case "hook" -> hook();
      default -> clients();
    }
  }

  private static void unpackLibrary(Path directory) throws IOException {
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream in = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("expected " + resource + " in SQLite's driver, found nothing");
      }
      Files.createDirectories(directory);
      Files.copy(in, directory.resolve(name));
    }
  }

  private void quick() {
    for (String trace : List.of("passing.ndjson", "mixed.ndjson")) {
      quick(trace, "--db", ground.name("truth.db"));
    }
    quick("passing.ndjson", "--db", ground.name("missing.db"));
  }

  private void contracts() {
    quick("mixed.ndjson", "--db", ground.name("truth.db"));
    quick("passing.ndjson", "--postgres-url", "postgresql://nobody@127.0.0.1:9/none");
    for (String command : List.of("check", "enforce")) {
      for (String last : List.of("--create-baseline", "--no-human-report")) {
        List<String> words =
            new ArrayList<>(
                List.of(
                    command,
                    "--registry=" + ground.name("registry.json"),
                    "--events=" + ground.name("events.ndjson"),
                    "--workflow-id=quick-verify",
                    "--db=" + ground.name("truth.db"),
                    last));
        if (command.equals("enforce")) {
          words.add("--state-dir=" + ground.name("state"));
        }
        run(words);
      }
    }
  }

  private void quick(String trace, String flag, String database) {
    run(
        Arrays.asList(
            "quick",
            "--input",
            ground.name(trace),
            flag,
            database,
            "--export-registry",
            ground.name("registry.json"),
            "--emit-events",
            ground.name("events.ndjson"),
            "--report",
            ground.name("report.json")));
  }

  /** On this process's own streams, as every start does it. */
  private static void run(List<String> words) {
    var _ = AssayMain.run(words);
  }

  private void checks() {
    run(Arrays.asList("runs", "--help"));
    for (String risk : List.of("low", "high")) {
      var _ =
          CfVerifyCli.run(
              List.of("--result", ground.name("result.json"), "--risk", risk),
              NOTHING,
              nowhere,
              nowhere,
              ground.directory(),
              environment);
    }
    Caller caller = new Caller(environment, ground.directory(), nowhere, nowhere);
    var _ = AgencyVerifyCli.run(List.of(TrainingGround.RUN, "--timeout", "1m"), caller);
    var _ = AgencyVerifyCli.run(List.of("unknown"), caller);
    var _ = RunsCli.run(List.of("list"), caller);
    var _ = RunsCli.run(List.of("show", TrainingGround.RUN), caller);
    var _ =
        DelegationCli.run(
            List.of(
                "--task",
                "t",
                "--verify",
                ground.name("verify.star"),
                "--verify-args",
                "expected_path=app.conf",
                "--hooks",
                ground.name("hooks"),
                "--",
                "sh",
                "-c",
                "read line; echo '{\"response\":\"done\"}'"),
            NOTHING,
            nowhere,
            nowhere,
            ground.directory(),
            environment);
  }

  /** One claim that fails and one that is promoted, against a server that says so. */
  private void hook() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    for (String path : List.of("/v1/artifacts", "/v1/executions", "/v1/work-items")) {
      server.createContext(path, Training::answer);
    }
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    for (String payload : TrainingGround.EVENTS) {
      InputStream in = new ByteArrayInputStream(payload.getBytes(StandardCharsets.UTF_8));
      var _ =
          GateCli.hook(
              List.of(
                  payload.contains("tool_name") ? "PostToolUse" : "Stop",
                  "--harness",
                  "claude-code",
                  "--url",
                  url),
              new Surroundings(
                  in,
                  nowhere,
                  nowhere,
                  Map.of("ASSAY_DATA_DIR", ground.name("home")),
                  ground.directory()));
    }
    run(List.of("init", "--dry-run"));
    run(List.of("ci", "--help"));
    run(List.of("hook", "install", "--harness", "codex", "--dry-run"));
    server.stop(0);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    var _ = exchange.getRequestBody().readAllBytes();
    byte[] bytes = TrainingGround.ANSWER.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void clients() {
    for (List<String> command :
        List.of(
            List.of("--help"),
            List.of("up", "--help"),
            List.of("schema", "Decision"),
            List.of("keys", "--url", "http://127.0.0.1:9"),
            List.of("submit", "--url", "http://127.0.0.1:9", "--work-item", "w"))) {
      run(command);
    }
  }
}
