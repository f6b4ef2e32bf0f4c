package dev.assay.gate;

import dev.assay.schemas.message.ArtifactRole;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What builds a repository, and where it leaves the reports of its tests. */
enum BuildTool {
  MAVEN("pom.xml", "**/target/surefire-reports/TEST-*.xml", "mvn test"),
  GRADLE(
      "build.gradle build.gradle.kts settings.gradle settings.gradle.kts",
      "**/build/test-results/*/TEST-*.xml",
      "./gradlew test"),
  PYTEST(
      "pytest.ini pytest.toml pyproject.toml setup.py setup.cfg tox.ini conftest.py requirements*.txt",
      "test-results.xml",
      "pytest --junitxml=test-results.xml"),
  NODE(
      "package.json",
      "test-results.xml",
      "node --test --test-reporter=junit --test-reporter-destination=test-results.xml"),
  GO("go.mod", "test-results.jsonl", "go test -json ./... > test-results.jsonl"),
  VITEST(
      "package.json",
      "test-results.xml",
      "npx vitest run --reporter=junit --outputFile=test-results.xml"),
  JEST(
      "package.json",
      "test-results.xml",
      "npx jest --reporters=jest-junit, with JEST_JUNIT_OUTPUT_NAME=test-results.xml"),
  CARGO(
      "Cargo.toml",
      "target/nextest/*/junit.xml",
      "cargo nextest run, with [profile.default.junit] path = \"junit.xml\" in"
          + " .config/nextest.toml"),
  DOTNET(
      "*.sln *.slnx *.csproj *.fsproj",
      "**/TestResults/*.xml",
      "dotnet test --logger junit, with the package JunitXml.TestLogger");

  private final String marks;
  private final String glob;
  private final String command;

  BuildTool(String marks, String glob, String command) {
    this.marks = marks;
    this.glob = glob;
    this.command = command;
  }

  /**
   * Those of one repository.
   *
   * @param workspace whether it has several packages of Node, each with reports of its own
   */
  record Found(Set<BuildTool> tools, boolean workspace) {

    /** The repository's file for them. */
    String file() {
      StringBuilder out = new StringBuilder(HEAD);
      if (tools.isEmpty()) {
        return out.append(NOTHING_FOUND).append(TAIL).toString();
      }
      out.append("requires: [testreport]\nartifacts:\n");
      for (BuildTool tool : tools) {
        out.append("  - role: ").append(ArtifactRole.TEST_REPORT.wire()).append('\n');
        String glob = workspace && tool.isNode() ? "**/" + tool.glob : tool.glob;
        out.append("    glob: \"").append(glob).append("\"   # ").append(tool.command);
        out.append('\n');
      }
      return out.append(TAIL).toString();
    }
  }

  private static final String HEAD =
      """
      # What counts as evidence here when an agent says "done" (docs/stop-gate.md of Assay).
      """;

  private static final String NOTHING_FOUND =
      """
      # No build file was found that assay init knows. Name the reports of your tests, such as:
      # requires: [testreport]
      # artifacts:
      #   - role: test-report
      #     glob: "reports/*.xml"
      """;

  private static final String TAIL =
      """
      # workItem: "%s"
      # risk: low             # low, medium or high
      # workspace: true       # send tracked and untracked files, so that tests are run again
      # groundTruth: shop     # a database of worker.groundTruths: are the rows there that tools promised?
      # waitSeconds: 60       # for the decision
      """
          .formatted(RepositoryFile.WORK_ITEM);

  private boolean builds(Path directory) throws IOException {
    for (String mark : marks.split(" ", -1)) {
      if (mark.contains("*") ? has(directory, mark) : isFile(directory, mark)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFile(Path directory, String name) {
    return Files.isRegularFile(directory.resolve(name));
  }

  private static boolean has(Path directory, String pattern) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, pattern)) {
      return files.iterator().hasNext();
    }
  }

  /** What builds the repository in {@code root}. */
  static Found of(Path root) throws IOException {
    Set<BuildTool> found = EnumSet.noneOf(BuildTool.class);
    for (BuildTool tool : values()) {
      if (tool.builds(root)) {
        found.add(tool);
      }
    }
    if (found.isEmpty()) {
      found.addAll(oneBelow(root));
    }
    NodePackages packages = NodePackages.of(root);
    BuildTool runner = runner(packages);
    found.removeIf(tool -> tool.isNode() && tool != runner);
    return new Found(found, packages.workspace());
  }

  /** What runs the tests of a repository of Node. */
  private static BuildTool runner(NodePackages packages) {
    return packages.names("vitest") ? VITEST : packages.names("jest") ? JEST : NODE;
  }

  private boolean isNode() {
    return this == NODE || this == VITEST || this == JEST;
  }

  /** Of repositories whose parts are built each by itself only patterns that reach them help. */
  private static List<BuildTool> oneBelow(Path root) throws IOException {
    List<BuildTool> found = new ArrayList<>();
    try (var children = Files.list(root)) {
      for (Path child : children.limit(GateLimits.RULES_MAX * 16L).toList()) {
        for (BuildTool tool : List.of(MAVEN, GRADLE)) {
          if (tool.builds(child)) {
            found.add(tool);
          }
        }
      }
    }
    return found;
  }
}
