package dev.assay.gate;

import java.nio.file.Path;
import java.util.List;

/** The command as a process, for the scripts of the integrations. */
final class CiMain {

  private CiMain() {}

  public static void main(String[] args) {
    List<String> words = List.of(args);
    System.exit(
        GateCli.ci(
            words.subList(1, words.size()),
            new Surroundings(
                System.in, System.out, System.err, System.getenv(), Path.of("").toAbsolutePath())));
  }
}
