package dev.assay.agencyverify.cli;

import java.util.Arrays;
import java.util.List;

/** {@code assay verify} in a JVM of its own, to be killed and interrupted. */
public final class CommandMain {

  private CommandMain() {}

  public static void main(String[] args) {
    List<String> arguments = Arrays.asList(args);
    System.exit(AgencyVerifyCli.run(arguments, System.in, System.out, System.err));
  }
}
