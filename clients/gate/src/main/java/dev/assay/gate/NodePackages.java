package dev.assay.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The packages of Node in a repository.
 *
 * @param manifests their {@code package.json}, that of the repository first
 * @param workspace whether the repository has several
 */
record NodePackages(List<String> manifests, boolean workspace) {

  private static final String MANIFEST = "package.json";

  /** Those in {@code root}, and those of its workspace one and two directories below. */
  static NodePackages of(Path root) throws IOException {
    List<String> manifests = new ArrayList<>();
    add(root, manifests);
    boolean workspace =
        Files.isRegularFile(root.resolve("pnpm-workspace.yaml"))
            || manifests.stream().anyMatch(text -> text.contains("\"workspaces\""));
    if (workspace) {
      for (Path child : directories(root)) {
        add(child, manifests);
        for (Path below : directories(child)) {
          add(below, manifests);
        }
      }
    }
    return new NodePackages(manifests, workspace);
  }

  /** Whether one of them names the package {@code name}, as in what it needs for its tests. */
  boolean names(String name) {
    return manifests.stream().anyMatch(text -> text.contains('"' + name + '"'));
  }

  private static List<Path> directories(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children
          .filter(child -> Files.isDirectory(child) && !child.endsWith("node_modules"))
          .limit(GateLimits.PACKAGE_DIRECTORIES_MAX)
          .toList();
    }
  }

  private static void add(Path directory, List<String> manifests) throws IOException {
    Path file = directory.resolve(MANIFEST);
    if (Files.isRegularFile(file) && Files.size(file) <= GateLimits.MANIFEST_BYTES_MAX) {
      manifests.add(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    }
  }
}
