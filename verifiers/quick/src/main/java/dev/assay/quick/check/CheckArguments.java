package dev.assay.quick.check;

import dev.assay.quick.check.StepVerifier.Consistency;
import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.DatabaseArgument;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.quick.cli.Flags;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a contract replay was asked to do. */
public record CheckArguments(
    String workflowId,
    String events,
    String registry,
    DatabaseArgument database,
    Consistency consistency,
    boolean humanReport) {

  /** Flags with a value. */
  public static final Set<String> VALUED =
      Set.of(
          "--workflow-id",
          "--events",
          "--registry",
          "--db",
          "--postgres-url",
          "--consistency",
          "--verification-window-ms",
          "--poll-interval-ms");

  /** Flags without one. */
  public static final Set<String> BARE = Set.of("--no-human-report");

  static final String HELP =
      """
      usage: assay check --workflow-id <id> --events <ndjson> --registry <json>
                         (--db <sqlite file> | --postgres-url <url>)
                         [--consistency strong|eventual]
                         [--verification-window-ms <n> --poll-interval-ms <n>]
                         [--no-human-report]

      Replays a contract: holds the observed tool calls of one workflow against the registry and
      checks every effect with read-only SQL.

        --workflow-id             1 to 512 characters
        --events                  observed tool calls, one JSON object per line
        --registry                the contract (JSON array), such as assay quick exports
        --db                      a SQLite file, opened read-only
        --postgres-url            postgresql://user@host:port/database, in a read-only session;
                                  the password may be in PGPASSWORD
        --consistency             strong (default) reads once; eventual reads until rows show up
        --verification-window-ms  with eventual: how long to wait for a step, at least 1
        --poll-interval-ms        with eventual: pause between reads, 1 to the window
        --no-human-report         print no text on standard error

      Examples:
        assay check --workflow-id shop --events events.ndjson --registry tools.json --db shop.sqlite

      Standard output is one JSON line, the outcome certificate.
      exit codes: 0 matches, 1 does not match, 2 not established, 3 no verdict (one JSON line on
      standard error)
      """;

  static CheckArguments parse(List<String> args) throws CommandException {
    return of(Flags.parse(args, VALUED, BARE));
  }

  /**
   * Reads the flags of a replay.
   *
   * @throws CommandException CLI_USAGE or VERIFICATION_POLICY_INVALID
   */
  public static CheckArguments of(Flags flags) throws CommandException {
    String workflowId = required(flags, "--workflow-id");
    String events = required(flags, "--events");
    String registry = required(flags, "--registry");
    DatabaseArgument database = DatabaseArgument.of(flags);
    return new CheckArguments(
        Flags.workflowId(workflowId),
        events,
        registry,
        database,
        consistency(flags),
        !flags.has("--no-human-report"));
  }

  private static String required(Flags flags, String name) throws CommandException {
    String value = flags.nonEmpty(name);
    if (value == null) {
      throw Flags.usage("expected " + name + ", found none");
    }
    return value;
  }

  private static Consistency consistency(Flags flags) throws CommandException {
    String mode = flags.value("--consistency");
    String window = flags.value("--verification-window-ms");
    String poll = flags.value("--poll-interval-ms");
    if (mode == null || mode.equals("strong")) {
      if (window != null || poll != null) {
        throw Flags.usage(
            "expected --verification-window-ms and --poll-interval-ms only with --consistency"
                + " eventual, found them without");
      }
      return new Consistency.Strong();
    }
    if (!mode.equals("eventual")) {
      throw Flags.usage("expected --consistency strong or eventual, found " + mode);
    }
    if (window == null || poll == null) {
      throw Flags.usage(
          "expected --verification-window-ms and --poll-interval-ms with --consistency eventual,"
              + " found at most one of them");
    }
    long windowMillis = millis("--verification-window-ms", window);
    long pollMillis = millis("--poll-interval-ms", poll);
    if (pollMillis > windowMillis) {
      throw policy("expected --poll-interval-ms of at most the window, found " + pollMillis);
    }
    return new Consistency.Eventual(windowMillis, pollMillis);
  }

  private static long millis(String name, @Nullable String text) throws CommandException {
    boolean digits =
        text != null
            && !text.isEmpty()
            && text.length() <= 9
            && text.chars().allMatch(c -> '0' <= c && c <= '9');
    long millis = digits ? Long.parseLong(text) : 0;
    if (millis < 1 || millis > CheckLimits.WINDOW_MILLIS_MAX) {
      throw policy(
          "expected "
              + name
              + " as whole milliseconds from 1 to "
              + CheckLimits.WINDOW_MILLIS_MAX
              + ", found "
              + text);
    }
    return millis;
  }

  private static CommandException policy(String message) {
    return new CommandException(
        ErrorCode.VERIFICATION_POLICY_INVALID, message + "; see --help for the flags");
  }
}
