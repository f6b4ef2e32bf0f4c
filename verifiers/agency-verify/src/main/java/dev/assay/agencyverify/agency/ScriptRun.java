package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.process.Cancellation;
import dev.assay.process.Command;
import dev.assay.process.HeadTailLog;
import dev.assay.process.IsolationRequest;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessLimits;
import dev.assay.process.ProcessOutcome;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessOutcome.StopReason;
import dev.assay.process.ProcessRunner;
import dev.assay.process.ProcessRunner.RunRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One execution of a verify script: its log, and what was observed about it. */
final class ScriptRun {

  private final ProcessRunner runner;
  private final InstantSource clock;

  ScriptRun(ProcessRunner runner, InstantSource clock) {
    this.runner = runner;
    this.clock = clock;
  }

  /** What to run and how. */
  record Order(
      RunLocation run,
      Path worktree,
      String script,
      Map<String, String> environment,
      Duration timeout,
      IsolationRequest requested,
      IsolationRequest.Answer.Granted granted) {}

  /**
   * What happened.
   *
   * @param runnerProblem why agency itself could not do its part, or null
   */
  record Result(
      Instant startedAt,
      Instant finishedAt,
      ProcessOutcome outcome,
      boolean logTruncated,
      @Nullable String runnerProblem) {

    boolean started() {
      return !(outcome.end() instanceof ProcessEnd.NotStarted);
    }
  }

  /** Runs the script to its end; the log is replaced. */
  Result run(Order order, Cancellation cancellation) throws InterruptedException {
    Instant startedAt = clock.instant();
    try {
      Files.createDirectories(order.run().logs());
      Files.createDirectories(order.worktree().resolve(".agency").resolve("out"));
      if (order.granted().isolation() != Isolation.NONE) {
        Files.createDirectories(order.worktree().resolve(".agency").resolve("tmp"));
      }
      try (FileChannel log =
          FileChannel.open(
              order.run().log(),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING,
              LinkOption.NOFOLLOW_LINKS)) {
        startedAt = clock.instant();
        write(log, header(order, startedAt));
        HeadTailLog output =
            new HeadTailLog(log, AgencyLimits.LOG_HEAD_BYTES_MAX, AgencyLimits.LOG_TAIL_BYTES_MAX);
        ProcessOutcome outcome = execute(order, output, cancellation);
        Instant finishedAt = clock.instant();
        String problem = finish(output, outcome.outputError());
        return new Result(startedAt, finishedAt, outcome, output.truncated(), problem);
      }
    } catch (IOException e) {
      ProcessEnd end = new ProcessEnd.NotStarted("the log could not be opened: " + e);
      return new Result(startedAt, clock.instant(), notRun(end), false, "log: " + e);
    }
  }

  /** A log that could not be kept to its end is a problem of its own, not one of the script. */
  private static @Nullable String finish(HeadTailLog output, @Nullable String earlierProblem) {
    if (earlierProblem != null) {
      return earlierProblem;
    }
    try {
      output.finish();
      return null;
    } catch (IOException e) {
      return "the end of the output could not be kept: " + e;
    }
  }

  private ProcessOutcome execute(Order order, HeadTailLog output, Cancellation cancellation)
      throws InterruptedException {
    Command command;
    try {
      command =
          new Command(
              List.of("sh", "-lc", order.script()),
              order.environment(),
              order.worktree(),
              order.granted().isolation() == Isolation.NONE
                  ? List.of()
                  : GitLink.readableFor(order.worktree()));
    } catch (IllegalArgumentException e) {
      return notRun(new ProcessEnd.NotStarted("exec failed: " + e.getMessage()));
    }
    RunRules rules =
        new RunRules(order.granted().isolation(), order.timeout(), ProcessLimits.GRACE);
    return runner.run(command, rules, output, cancellation);
  }

  private static ProcessOutcome notRun(ProcessEnd end) {
    return new ProcessOutcome(end, StopReason.NONE, Duration.ZERO, 0, null, true, true);
  }

  private static String header(Order order, Instant startedAt) {
    return """
    # agency verify log
    # timestamp: %s
    # command: sh -lc %s
    # cwd: %s
    # ---

    """
        .formatted(Timestamps.seconds(startedAt), order.script(), order.worktree());
  }

  private static void write(FileChannel log, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      log.write(bytes);
    }
  }

  /** The side document: what the closed record has no room for. */
  static ObjectNode execution(Order order, Result result) throws IOException {
    ProcessOutcome outcome = result.outcome();
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("schema_version", "1.0")
            .put("repo_id", order.run().repoId())
            .put("run_id", order.run().runId())
            .put("started_at", Timestamps.nanos(result.startedAt()));
    document
        .putObject("isolation")
        .put("requested", order.requested().label())
        .put("in_force", order.granted().isolation().label())
        .put("reason", order.granted().reason());
    ObjectNode leader = document.putObject("leader");
    switch (outcome.end()) {
      case ProcessEnd.Exited(int code) -> leader.put("exit_code", code).putNull("signal");
      case ProcessEnd.Signalled(String signal) -> leader.putNull("exit_code").put("signal", signal);
      case ProcessEnd.NotStarted(String _) -> leader.putNull("exit_code").putNull("signal");
    }
    leader.put("exact", outcome.exactStatus());
    document.put(
        "stop",
        switch (outcome.stop()) {
          case NONE -> "none";
          case TIMEOUT -> "timeout";
          case CANCELLED -> "cancelled";
        });
    document.put("group_gone", outcome.groupGone());
    document
        .putObject("log")
        .put("output_bytes", outcome.outputBytes())
        .put("truncated", result.logTruncated())
        .put("sha256", result.runnerProblem() == null ? sha256(order.run().log()) : null);
    return document;
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        DigestInputStream digest =
            new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
      var _ = digest.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
