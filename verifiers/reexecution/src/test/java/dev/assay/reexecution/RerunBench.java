package dev.assay.reexecution;

import dev.assay.process.IsolationRequest;
import dev.assay.reexecution.ReexecutionSettings.CommandRule;
import dev.assay.reexecution.ReexecutionSettings.Overlay;
import dev.assay.reexecution.ReexecutionSettings.Source;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import dev.assay.verifier.ScratchTree;
import dev.assay.workspace.WorkspaceLimits;
import dev.assay.workspace.Workspaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a re-execution adds to the time of its command: the whole verification, less unpacking, less
 * the same command started by the JDK in the same tree, in turn.
 */
public final class RerunBench {

  private static final int WARM_UP_RUNS = 15;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int TESTS = 20;
  private static final int FILES = 25;

  private RerunBench() {}

  private enum Trusted {
    NOTHING,
    DIRECTORY,
    COMMIT
  }

  /** Prints one row per isolation and overlay; the argument is the number of runs. */
  public static void main(String[] args) throws Exception {
    int count = args.length == 0 ? 100 : Integer.parseInt(args[0]);
    System.out.printf("java: %s%n", Runtime.version());
    System.out.printf("command: ./dev bench reexecution %d%n", count);
    System.out.printf(
        "ms, medians of %d; a workspace of %d files, report and claim of %d tests, as many files laid over;"
            + " added: whole less"
            + " unpacking less command (bound: 60)%n%n",
        count, FILES, TESTS);
    System.out.printf(
        "%-10s %-10s %8s %10s %8s %8s %8s%n",
        "isolation", "overlay", "whole", "unpacking", "command", "added", "p90");
    Path root = Files.createTempDirectory("assay-rerun-bench");
    try {
      for (String isolation : List.of("none", "landlock", "bwrap")) {
        for (Trusted trusted : Trusted.values()) {
          row(root, isolation, trusted, count);
        }
      }
    } finally {
      ScratchTree.delete(root);
    }
  }

  private static void row(Path root, String isolation, Trusted trusted, int count)
      throws Exception {
    if (IsolationRequest.parse(isolation).orElseThrow().ask()
        instanceof IsolationRequest.Answer.Refused(String reason)) {
      System.out.printf("%-10s not on this host: %s%n", isolation, reason);
      return;
    }
    Map<String, String> workspace = new HashMap<>();
    StringBuilder report = new StringBuilder("<testsuite name='all'>");
    for (int i = 0; i < FILES; i++) {
      workspace.put("test/t" + i + ".txt", "content " + i);
    }
    Map<String, String> own = new HashMap<>();
    for (int i = 0; i < TESTS; i++) {
      report.append("<testcase classname='test' name='t").append(i).append("'/>");
      own.put("test/t" + i + ".txt", "content " + i);
    }
    String claim = report.append("</testsuite>").toString();
    workspace.put("kept.xml", claim);
    Path place = Files.createTempDirectory(root, "case-");
    Path source = Reruns.directory(place.resolve("trusted"), own);
    Tools.sh(
        source,
        "git init -q -b main; git config user.name t; git config user.email t@example.org;"
            + " git add -A; git commit -qm base");
    Overlay[] overlays =
        switch (trusted) {
          case NOTHING -> new Overlay[0];
          case DIRECTORY -> new Overlay[] {Reruns.overlay(source, "test/t?.txt", "test/t1?.txt")};
          case COMMIT ->
              new Overlay[] {
                new Overlay(
                    List.of("test/t?.txt", "test/t1?.txt"),
                    new Source(null, source.toString(), "main", null))
              };
        };
    CommandRule rule =
        Reruns.rule(List.of("/bin/sh", "-c", "cp kept.xml report.xml"), "report.xml", overlays);
    long[] whole = new long[count];
    long[] unpacking = new long[count];
    long[] command = new long[count];
    for (int i = -WARM_UP_RUNS; i < count; i++) {
      Reruns reruns = new Reruns(place).with(rule).isolated(isolation);
      ArtifactRef archive = reruns.workspace(workspace);
      ArtifactRef claimed = reruns.claim(claim);
      long started = System.nanoTime();
      Finding finding = reruns.judge(archive, claimed);
      long judged = System.nanoTime();
      if (finding.result() != Result.PASS) {
        throw new IllegalStateException("a run did not pass: " + Reruns.words(finding));
      }
      var _ = Workspaces.unpack(archive, reruns.scope, WorkspaceLimits.DEFAULT);
      long unpacked = System.nanoTime();
      plain(reruns.home);
      long ended = System.nanoTime();
      ScratchTree.delete(reruns.scratch);
      if (i >= 0) {
        whole[i] = judged - started;
        unpacking[i] = unpacked - judged;
        command[i] = ended - unpacked;
      }
    }
    long[] added = new long[count];
    for (int i = 0; i < count; i++) {
      added[i] = whole[i] - unpacking[i] - command[i];
    }
    System.out.printf(
        "%-10s %-10s %8.1f %10.1f %8.1f %8.1f %8.1f%n",
        isolation,
        trusted.name().toLowerCase(Locale.ROOT),
        at(whole, 0.5),
        at(unpacking, 0.5),
        at(command, 0.5),
        at(added, 0.5),
        at(added, 0.9));
  }

  private static void plain(Path directory) throws Exception {
    Files.writeString(directory.resolve("kept.xml"), "<testsuite/>");
    int exit =
        new ProcessBuilder("/bin/sh", "-c", "cp kept.xml report.xml")
            .directory(directory.toFile())
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IllegalStateException("sh ended with " + exit);
    }
  }

  private static double at(long[] times, double quantile) {
    long[] sorted = times.clone();
    Arrays.sort(sorted);
    int index = (int) Math.ceil(quantile * sorted.length) - 1;
    return sorted[Math.max(0, index)] / NANOS_PER_MILLI;
  }
}
