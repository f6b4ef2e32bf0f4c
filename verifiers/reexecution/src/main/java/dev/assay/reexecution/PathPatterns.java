package dev.assay.reexecution;

import dev.assay.workspace.GlobPattern;
import java.util.List;

/** Several patterns of paths; a path fits when it matches one of them. */
record PathPatterns(List<GlobPattern> patterns) {

  static PathPatterns of(List<String> texts) {
    return new PathPatterns(texts.stream().map(GlobPattern::new).toList());
  }

  boolean matches(String path) {
    return matches(path.split("/", -1));
  }

  boolean matches(String... names) {
    return patterns.stream().anyMatch(pattern -> pattern.matches(names));
  }

  /** Whether a link at this path could give other files a path that matches. */
  boolean mayMatchThroughLink(String... names) {
    return patterns.stream().anyMatch(pattern -> pattern.mayMatchThroughLink(names));
  }
}
