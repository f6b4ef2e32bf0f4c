package dev.assay.reexecution;

import dev.assay.process.ProcessRunner;
import dev.assay.reexecution.TrustedFiles.TrustedFile;
import dev.assay.reexecution.TrustedFiles.UnavailableException;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The trusted sources of one run: read once, laid over any number of trees. */
final class TrustedOverlay {

  private final @Nullable String target;
  private final VerificationScope scope;
  private final ProcessRunner git;
  private final Map<TrustedSource, TrustedFiles> read = new HashMap<>();

  /**
   * Nothing read yet.
   *
   * @param target the commit that the execution names, or null
   */
  TrustedOverlay(@Nullable String target, VerificationScope scope, ProcessRunner git) {
    this.target = target;
    this.scope = scope;
    this.git = git;
  }

  /** How a protected file of the workspace differs from the trusted one. */
  enum Change {
    CHANGED,
    DELETED,
    ADDED
  }

  /**
   * One file that differs.
   *
   * @param replaced whether the run did not see the workspace's file, because it was laid over
   */
  record Difference(String path, Change change, boolean replaced) {}

  private TrustedFiles files(TrustedSource source)
      throws UnavailableException, IOException, InterruptedException {
    TrustedFiles known = read.get(source);
    if (known == null) {
      known = source.read(target, scope, git);
      read.put(source, known);
    }
    return known;
  }

  /** What each source of {@code command} is, for records. */
  List<String> identities(NamedCommand command)
      throws UnavailableException, IOException, InterruptedException {
    List<String> identities = new ArrayList<>();
    for (TrustedSource source : command.overlays().keySet()) {
      identities.add(files(source).identity());
    }
    return identities;
  }

  /**
   * Lays the trusted files of {@code command} over {@code tree}.
   *
   * @return what the workspace had otherwise, by path
   */
  List<Difference> layOver(NamedCommand command, WorkspaceTree tree)
      throws UnavailableException, IOException, InterruptedException {
    if (command.overlays().isEmpty()) {
      return List.of();
    }
    Map<String, TrustedFile> trusted = new LinkedHashMap<>();
    Map<String, TrustedFile> overlay = new TreeMap<>();
    for (Map.Entry<TrustedSource, PathPatterns> source : command.overlays().entrySet()) {
      PathPatterns patterns = source.getValue();
      NavigableMap<String, TrustedFile> found =
          files(source.getKey())
              .files(path -> patterns.matches(path) || command.protectedPaths().matches(path));
      if (found.keySet().stream().noneMatch(patterns::matches)) {
        throw new UnavailableException("an overlay's patterns match no file of its source");
      }
      found.forEach((path, file) -> {
        trusted.putIfAbsent(path, file);
        if (patterns.matches(path)) {
          overlay.putIfAbsent(path, file);
        }
      });
    }
    PathPatterns laid = laidOver(command);
    List<Difference> differences = differences(command, laid, tree, trusted);
    var _ = tree.remove(laid, overlay.keySet());
    for (Map.Entry<String, TrustedFile> file : overlay.entrySet()) {
      scope.deadline().check();
      tree.put(file.getKey(), file.getValue());
    }
    return differences;
  }

  private static PathPatterns laidOver(NamedCommand command) {
    return new PathPatterns(
        command.overlays().values().stream()
            .flatMap(patterns -> patterns.patterns().stream())
            .toList());
  }

  private static List<Difference> differences(
      NamedCommand command, PathPatterns laid, WorkspaceTree tree, Map<String, TrustedFile> trusted)
      throws IOException {
    NavigableMap<String, Long> own =
        tree.files(path -> laid.matches(path) || command.protectedPaths().matches(path));
    TreeSet<String> paths = new TreeSet<>(own.keySet());
    paths.addAll(trusted.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String path : paths) {
      TrustedFile file = trusted.get(path);
      if (file == null) {
        differences.add(new Difference(path, Change.ADDED, laid.matches(path)));
      } else if (!own.containsKey(path)) {
        differences.add(new Difference(path, Change.DELETED, laid.matches(path)));
      } else if (!same(file.content(), tree.root().resolve(path))) {
        differences.add(new Difference(path, Change.CHANGED, laid.matches(path)));
      }
    }
    return differences;
  }

  private static boolean same(Path one, Path other) throws IOException {
    try {
      return Files.mismatch(one, other) < 0;
    } catch (IOException e) {
      throw WorkspaceTree.unwritable(e);
    }
  }
}
