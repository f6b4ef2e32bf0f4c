package dev.assay.agencyverify.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A data directory with one repository and one run, and the commands called on it. */
public final class AgencyFixture {

  public static final ObjectMapper JSON = new ObjectMapper();
  public static final String REPO = "0123456789abcdef";
  public static final String RUN = "20260109101112-a3f2";

  public final Path data;
  public final Path worktree;
  public final Path runDirectory;
  final Map<String, String> environment = new HashMap<>(System.getenv());
  Path workingDirectory;

  public AgencyFixture(Path root) throws IOException {
    data = root.resolve("data");
    workingDirectory = root;
    worktree = data.resolve("repos").resolve(REPO).resolve("worktrees").resolve(RUN);
    runDirectory = data.resolve("repos").resolve(REPO).resolve("runs").resolve(RUN);
    Files.createDirectories(worktree.resolve(".agency").resolve("out"));
    Files.createDirectories(runDirectory);
    environment.put("AGENCY_DATA_DIR", data.toString());
    meta(meta -> {});
    script("exit 0");
  }

  /** A shown result: exit code and both streams. */
  record Shown(int exit, String out, String err) {}

  /** Changes meta.json. */
  public interface MetaChange {
    void accept(ObjectNode meta);
  }

  public void meta(MetaChange change) throws IOException {
    ObjectNode meta =
        JSON.createObjectNode()
            .put("schema_version", "1.0")
            .put("run_id", RUN)
            .put("repo_id", REPO)
            .put("name", "fix-login")
            .put("runner", "claude")
            .put("parent_branch", "main")
            .put("branch", "agency/fix-login-a3f2")
            .put("worktree_path", worktree.toString())
            .put("created_at", "2026-01-09T10:11:12Z");
    change.accept(meta);
    Files.writeString(runDirectory.resolve("meta.json"), meta.toPrettyString());
  }

  /** Makes {@code body} the verify script, reached through a file as repositories do. */
  public void script(String body) throws IOException {
    Path file = worktree.resolve("verify.sh");
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    agencyJson("./verify.sh");
  }

  public void agencyJson(String command) throws IOException {
    ObjectNode root = JSON.createObjectNode().put("version", 1);
    ObjectNode scripts = root.putObject("scripts");
    scripts.putObject("setup").put("path", "true");
    scripts.putObject("verify").put("path", command);
    scripts.putObject("archive").put("path", "true");
    Files.writeString(worktree.resolve("agency.json"), root.toString());
  }

  void verifyJson(String text) throws IOException {
    Files.writeString(verifyJsonPath(), text);
  }

  Path verifyJsonPath() {
    return worktree.resolve(".agency").resolve("out").resolve("verify.json");
  }

  Shown verify(String... arguments) {
    List<String> all = new ArrayList<>(List.of(RUN));
    all.addAll(List.of(arguments));
    return verifyWith(all);
  }

  Shown verifyWith(List<String> arguments) {
    return shown(caller -> AgencyVerifyCli.run(arguments, caller));
  }

  Shown runs(String... arguments) {
    return shown(caller -> RunsCli.run(List.of(arguments), caller));
  }

  private interface Call {
    int on(Caller caller);
  }

  private Shown shown(Call call) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        call.on(
            new Caller(
                environment,
                workingDirectory,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)));
    return new Shown(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  public JsonNode record() throws IOException {
    return JSON.readTree(runDirectory.resolve("verify_record.json").toFile());
  }

  JsonNode execution() throws IOException {
    return JSON.readTree(runDirectory.resolve("verify_execution.json").toFile());
  }

  JsonNode meta() throws IOException {
    return JSON.readTree(runDirectory.resolve("meta.json").toFile());
  }

  List<JsonNode> events() throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(runDirectory.resolve("events.jsonl"))) {
      events.add(JSON.readTree(line));
    }
    return events;
  }

  String log() throws IOException {
    return Files.readString(runDirectory.resolve("logs").resolve("verify.log"));
  }

  public Path lock() {
    return data.resolve("repos").resolve(REPO).resolve(".lock");
  }

  String where() {
    return "record=%s log=%s"
        .formatted(
            runDirectory.resolve("verify_record.json"),
            runDirectory.resolve("logs").resolve("verify.log"));
  }
}
