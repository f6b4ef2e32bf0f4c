package dev.assay.policygate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a program writes, as far as the words of its command do not tell; it is collected here.
 *
 * @param trees directories below which any file may be written; {@code .} is where the command
 *     starts
 * @param globs files that wildcards stand for
 * @param moves what is put elsewhere, a file or all that a directory holds
 * @param files names that follow from others
 */
record Writes(Set<String> trees, Set<String> globs, Set<Move> moves, Set<String> files) {

  /** What is at {@code from} is written to {@code to}; they are the same for what is taken away. */
  record Move(String from, String to) {

    static Move away(String path) {
      return new Move(path, path);
    }
  }

  static Writes none() {
    return new Writes(
        new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
  }

  /** Adds files that are written by name; the words of the command tell those without wildcards. */
  void named(List<String> words) {
    words.stream().filter(Globs::hasWildcard).forEach(globs::add);
  }

  /** Adds what is taken away from these places, which may be files. */
  void away(List<String> words) {
    words.stream().map(Move::away).forEach(moves::add);
  }

  /** Adds what is written by a program that stands in that directory. */
  void add(Writes more, String directory) {
    more.trees.forEach(tree -> trees.add(TreeWrites.below(directory, tree)));
    more.globs.forEach(glob -> globs.add(TreeWrites.below(directory, glob)));
    for (Move move : more.moves) {
      String from = TreeWrites.below(directory, move.from());
      moves.add(new Move(from, TreeWrites.below(directory, move.to())));
    }
    files.addAll(more.files);
  }
}
