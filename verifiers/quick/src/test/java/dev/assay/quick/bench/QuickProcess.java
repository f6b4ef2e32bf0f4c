package dev.assay.quick.bench;

import dev.assay.quick.cli.QuickCli;
import java.util.List;

/** The command as a process of its own, for measurements from outside. */
public final class QuickProcess {

  private QuickProcess() {}

  /** Runs {@code assay quick} with {@code args}. */
  public static void main(String[] args) {
    System.exit(QuickCli.run(List.of(args), System.in, System.out, System.err));
  }
}
