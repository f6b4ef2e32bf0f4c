package dev.assay.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands whose grammar, output and exit codes a specification fixes. They parse their own
 * arguments and start without the rest of the product.
 */
enum SpecifiedCommand {
  ;

  private final String word;
  private final String summary;

  SpecifiedCommand(String word, String summary) {
    this.word = word;
    this.summary = summary;
  }

  String word() {
    return word;
  }

  String summary() {
    return summary;
  }

  static @Nullable SpecifiedCommand find(String word) {
    for (SpecifiedCommand command : values()) {
      if (command.word.equals(word)) {
        return command;
      }
    }
    return null;
  }

  int run(List<String> args) {
    return args.size();
  }
}
