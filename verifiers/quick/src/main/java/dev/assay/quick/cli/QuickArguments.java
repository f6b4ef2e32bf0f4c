package dev.assay.quick.cli;

import dev.assay.quick.ingest.Profile;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code assay quick} was asked to do (specification A.1).
 *
 * @param input a path, or {@code -} for standard input
 */
record QuickArguments(
    String input,
    DatabaseArgument database,
    String registry,
    @Nullable String events,
    @Nullable String report,
    String workflowId,
    Profile profile,
    boolean humanReport) {

  static final String WORKFLOW_ID_DEFAULT = "quick-verify";

  static final String HELP =
      """
      usage: assay quick --input <path|-> (--db <sqlite file> | --postgres-url <url>)
                         --export-registry <path> [--emit-events <path>] [--report <path>]
                         [--workflow-id <id>] [--profile ladder|envelopes]
                         [--no-human-report]

      Infers which rows the tool calls of a log should have left in the database, checks them
      with read-only SQL, and exports what it checked as a contract.

        --input            the log; - is standard input; at most 8388608 bytes
        --db               a SQLite file, opened read-only
        --postgres-url     postgresql://user@host:port/database, in a read-only session;
                           the password may be in PGPASSWORD
        --export-registry  where to write the contract (JSON array)
        --emit-events      where to write the events that replay it (NDJSON)
        --report           where to write the full report (JSON)
        --workflow-id      1 to 512 characters, default quick-verify
        --profile          ladder reads a log of tool calls (the default); envelopes reads what
                           model APIs, harnesses and frameworks write
        --no-human-report  print no text on standard error

      Examples:
        assay quick --input calls.ndjson --db shop.sqlite --export-registry tools.json
        assay quick --profile envelopes --input s.jsonl --db shop.sqlite --export-registry t.json

      Standard output is one JSON line, the outcome certificate.
      exit codes: 0 pass, 1 fail, 2 uncertain, 3 no verdict (one JSON line on standard error)
      """;

  private static final Set<String> VALUED =
      Set.of(
          "--input",
          "--db",
          "--postgres-url",
          "--export-registry",
          "--emit-events",
          "--report",
          "--workflow-id",
          "--profile");
  private static final Set<String> BARE = Set.of("--no-human-report");
  private static final Set<String> LOCK_FLAGS = Set.of("--output-lock", "--expect-lock");

  static QuickArguments parse(List<String> args) throws CommandException {
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (LOCK_FLAGS.contains(equals < 0 ? arg : arg.substring(0, equals))) {
        throw new CommandException(
            ErrorCode.ENFORCE_USAGE,
            "expected no lock flag here, found " + arg + "; use assay enforce");
      }
    }
    Flags flags = Flags.parse(args, VALUED, BARE);
    String input = flags.nonEmpty("--input");
    String registry = flags.nonEmpty("--export-registry");
    if (input == null || registry == null) {
      throw Flags.usage("expected --input and --export-registry, found at most one of them");
    }
    DatabaseArgument database = DatabaseArgument.of(flags);
    String workflowId = flags.value("--workflow-id");
    String profile = flags.value("--profile");
    return new QuickArguments(
        input,
        database,
        registry,
        flags.value("--emit-events"),
        flags.value("--report"),
        Flags.workflowId(workflowId == null ? WORKFLOW_ID_DEFAULT : workflowId),
        profile == null ? Profile.LADDER : profile(profile),
        !flags.has("--no-human-report"));
  }

  private static Profile profile(String name) throws CommandException {
    return Profile.of(name)
        .orElseThrow(
            () -> Flags.usage("expected --profile ladder or envelopes, found another one"));
  }
}
