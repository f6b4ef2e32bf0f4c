package dev.assay.gate;

import dev.assay.schemas.message.ArtifactRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What builds a repository, and where it leaves the reports of its tests. */
enum BuildTool {
  MAVEN("pom.xml", "**/target/surefire-reports/TEST-*.xml", "mvn test"),
  GRADLE(
      "build.gradle build.gradle.kts settings.gradle settings.gradle.kts",
      "**/build/test-results/*/TEST-*.xml",
      "./gradlew test"),
  PYTEST(
      "pytest.ini pyproject.toml setup.py setup.cfg tox.ini",
      "test-results.xml",
      "pytest --junitxml=test-results.xml"),
  NODE(
      "package.json",
      "test-results.xml",
      "node --test --test-reporter=junit --test-reporter-destination=test-results.xml"),
  GO("go.mod", "test-results.jsonl", "go test -json ./... > test-results.jsonl"),
  CARGO("Cargo.toml", "target/nextest/*/junit.xml", "cargo nextest run");

  private final String marks;
  private final String glob;
  private final String command;

  BuildTool(String marks, String glob, String command) {
    this.marks = marks;
    this.glob = glob;
    this.command = command;
  }

  /** Those of one repository. */
  record Found(Set<BuildTool> tools) {

    /** The repository's file for them. */
    String file() {
      StringBuilder out = new StringBuilder(HEAD);
      if (tools.isEmpty()) {
        return out.append(NOTHING_FOUND).append(TAIL).toString();
      }
      out.append("requires: [testreport]\nartifacts:\n");
      for (BuildTool tool : tools) {
        out.append("  - role: ").append(ArtifactRole.TEST_REPORT.wire()).append('\n');
        out.append("    glob: \"").append(tool.glob).append("\"   # ").append(tool.command);
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

  private boolean builds(Path directory) {
    return Stream.of(marks.split(" ", -1))
        .anyMatch(each -> Files.isRegularFile(directory.resolve(each)));
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
    return new Found(found);
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
