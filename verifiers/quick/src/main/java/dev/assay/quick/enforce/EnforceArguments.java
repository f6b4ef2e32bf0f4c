package dev.assay.quick.enforce;

import dev.assay.quick.check.CheckArguments;
import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.DatabaseArgument;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.quick.cli.Flags;
import dev.assay.quick.enforce.Transition.Acceptance;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonParser;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code assay enforce} was asked to do.
 *
 * @param acceptance null unless the operation accepts a drift
 */
record EnforceArguments(
    Operation operation,
    Run run,
    String stateDirectory,
    @Nullable Acceptance acceptance,
    boolean humanReport) {

  /** The verification whose result is enforced. */
  sealed interface Run {
    /** The workflow that the state is kept for. */
    String workflowId();
  }

  /** A replay of a contract. */
  record Contract(CheckArguments arguments) implements Run {
    @Override
    public String workflowId() {
      return arguments.workflowId();
    }
  }

  /** A preview from a log. */
  record Preview(String workflowId, String input, DatabaseArgument database) implements Run {}

  static final String STATE_DIRECTORY_DEFAULT = ".assay/enforce";

  static final String HELP =
      """
      usage: assay enforce <flags of assay check> [--state-dir <directory>]
                           [--create-baseline | --accept-drift, see below]
             assay enforce --input <path|-> (--db <file> | --postgres-url <url>)
                           [--workflow-id <id>] [--state-dir <directory>]

      Verifies a workflow and compares what matters of the result with its baseline.

        the flags of assay check    --workflow-id <id>, --events <ndjson>, --registry <json>,
                                    --db <file>, --postgres-url <url>,
                                    --consistency strong|eventual,
                                    --verification-window-ms <n>, --poll-interval-ms <n>
        --state-dir                 where baselines and their history are kept,
                                    default .assay/enforce
        --create-baseline           make this run the baseline; needs a contract
        --accept-drift              make this run the new baseline after a drift, with
          --expected-projection-hash <hash>  the hash that the drift check showed as pending
          --lifecycle-state-version <n>      the version that it showed
          --reason <text>                    why, 1 to 4096 characters
          --owner <name>                     who, 1 to 512 characters
          --review-by <date>                 optional date, such as 2027-01-31
          --evidence-links <json>            optional JSON array of strings
        --no-human-report           print no text for people on standard error

      Examples:
        assay enforce --workflow-id shop --events e.ndjson --registry tools.json --db shop.sqlite
        assay enforce --input calls.ndjson --db shop.sqlite --state-dir .assay/enforce

      Standard output is one JSON line. Nothing but the state directory is written.
      exit codes: 0 matches, 1 does not match, 2 not established, 3 refused or no verdict (one
      JSON line on standard error), 4 drift (one JSON line at the end of standard error)
      """;

  private static final Set<String> ACCEPT_FLAGS =
      Set.of(
          "--expected-projection-hash",
          "--lifecycle-state-version",
          "--reason",
          "--owner",
          "--review-by",
          "--evidence-links");
  private static final Set<String> LOCK_FLAGS = Set.of("--output-lock", "--expect-lock");
  private static final Set<String> QUICK_FILE_FLAGS = Set.of("--export-registry", "--emit-events");
  private static final String PREVIEW_WORKFLOW = "quick-verify";
  private static final int HASH_CHARS = 64;
  private static final int VERSION_DIGITS_MAX = 18;

  static EnforceArguments parse(List<String> args) throws CommandException {
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (LOCK_FLAGS.contains(equals < 0 ? arg : arg.substring(0, equals))) {
        throw usage("expected no lock flag, found " + arg + "; baselines live in --state-dir");
      }
    }
    Set<String> valued = new HashSet<>(CheckArguments.VALUED);
    valued.addAll(ACCEPT_FLAGS);
    valued.addAll(QUICK_FILE_FLAGS);
    valued.add("--input");
    valued.add("--state-dir");
    Set<String> bare = new HashSet<>(CheckArguments.BARE);
    bare.add("--create-baseline");
    bare.add("--accept-drift");
    Flags flags = Flags.parse(args, valued, bare);
    Operation operation = operation(flags);
    String directory = flags.value("--state-dir");
    if (directory != null && directory.isEmpty()) {
      throw usage("expected a directory at --state-dir, found an empty value");
    }
    return new EnforceArguments(
        operation,
        run(flags),
        directory == null ? STATE_DIRECTORY_DEFAULT : directory,
        operation == Operation.ACCEPT_DRIFT ? acceptance(flags) : null,
        !flags.has("--no-human-report"));
  }

  private static Operation operation(Flags flags) throws CommandException {
    boolean create = flags.has("--create-baseline");
    boolean accept = flags.has("--accept-drift");
    if (create && accept) {
      throw usage("expected --create-baseline or --accept-drift, found both");
    }
    if (!accept) {
      for (String flag : ACCEPT_FLAGS) {
        if (flags.value(flag) != null) {
          throw usage("expected " + flag + " only with --accept-drift, found it without");
        }
      }
    }
    if (create) {
      return Operation.CREATE_BASELINE;
    }
    return accept ? Operation.ACCEPT_DRIFT : Operation.CHECK;
  }

  private static Run run(Flags flags) throws CommandException {
    String input = flags.nonEmpty("--input");
    if (input == null) {
      for (String flag : QUICK_FILE_FLAGS) {
        if (flags.value(flag) != null) {
          throw Flags.usage("expected " + flag + " only with --input, found it without");
        }
      }
      return new Contract(CheckArguments.of(flags));
    }
    for (String flag : CheckArguments.VALUED) {
      boolean shared = Set.of("--workflow-id", "--db", "--postgres-url").contains(flag);
      if (!shared && flags.value(flag) != null) {
        throw Flags.usage("expected " + flag + " only without --input, found it with --input");
      }
    }
    DatabaseArgument database = DatabaseArgument.of(flags);
    String workflowId = flags.value("--workflow-id");
    return new Preview(
        Flags.workflowId(workflowId == null ? PREVIEW_WORKFLOW : workflowId), input, database);
  }

  private static Acceptance acceptance(Flags flags) throws CommandException {
    String hash = required(flags, "--expected-projection-hash", HASH_CHARS);
    boolean hex = hash.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80);
    if (hash.length() != HASH_CHARS || !hex) {
      throw usage("expected 64 hex digits at --expected-projection-hash, found something else");
    }
    String version = required(flags, "--lifecycle-state-version", VERSION_DIGITS_MAX);
    if (!version.chars().allMatch(c -> '0' <= c && c <= '9')) {
      throw usage("expected a whole number at --lifecycle-state-version, found " + version);
    }
    return new Acceptance(
        hash.toLowerCase(Locale.ROOT),
        Long.parseLong(version),
        required(flags, "--reason", EnforceLimits.REASON_CODE_POINTS_MAX),
        required(flags, "--owner", EnforceLimits.NAME_CODE_POINTS_MAX),
        reviewBy(flags.value("--review-by")),
        links(flags.value("--evidence-links")));
  }

  private static String required(Flags flags, String name, int codePointsMax)
      throws CommandException {
    String value = flags.value(name);
    if (value == null || value.isBlank()) {
      throw usage("expected " + name + " with --accept-drift, found none");
    }
    if (value.codePointCount(0, value.length()) > codePointsMax) {
      throw usage("expected " + name + " of at most " + codePointsMax + " characters, found more");
    }
    return value;
  }

  private static @Nullable String reviewBy(@Nullable String date) throws CommandException {
    if (date == null) {
      return null;
    }
    try {
      return LocalDate.parse(date).toString();
    } catch (DateTimeException e) {
      throw new CommandException(
          ErrorCode.ENFORCE_USAGE,
          "expected a date such as 2027-01-31 at --review-by, found " + date,
          e);
    }
  }

  private static List<String> links(@Nullable String text) throws CommandException {
    if (text == null) {
      return List.of();
    }
    List<String> links = new ArrayList<>();
    if (JsonParser.parse(text) instanceof JsonArray array
        && array.size() <= EnforceLimits.LINKS_MAX) {
      for (Json element : array) {
        String link = Json.textOf(element);
        if (!link.isEmpty()
            && link.codePointCount(0, link.length()) <= EnforceLimits.NAME_CODE_POINTS_MAX) {
          links.add(link);
        }
      }
      if (links.size() == array.size()) {
        return List.copyOf(links);
      }
    }
    throw usage(
        "expected a JSON array of at most "
            + EnforceLimits.LINKS_MAX
            + " strings at --evidence-links, found something else");
  }

  private static CommandException usage(String message) {
    return new CommandException(ErrorCode.ENFORCE_USAGE, message + "; see assay enforce --help");
  }

  /** What a command asks for. */
  enum Operation {
    /** Compare with the baseline. */
    CHECK("check"),
    /** Make this run the baseline. */
    CREATE_BASELINE("create_baseline"),
    /** Make a drift the new baseline. */
    ACCEPT_DRIFT("accept_drift");

    private final String word;

    Operation(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
