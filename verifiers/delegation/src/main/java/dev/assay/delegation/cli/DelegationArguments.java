package dev.assay.delegation.cli;

import dev.assay.delegation.DelegationException;
import dev.assay.delegation.DelegationLimits;
import dev.assay.egress.AllowedHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words of one {@code assay delegate}. */
final class DelegationArguments {

  static final String HELP =
      """
      usage: assay delegate --task <text|file> [options] -- <delegate command...>

        --task <text|file>          what the delegate is asked; a file's content if there is one
        --verify <script.star>      Starlark that defines run(result)
        --verify-args <key=value>   what the script sees as args; repeatable
        --hooks <dir>               *.md hooks with YAML front matter
        --max-verify-retries <n>    attempts after the first; unset, 0 and less mean 2
        --roots <dir>               directory that fs may read; repeatable; default: here
        --allow-host <host[:port]>  host that http may reach; repeatable; default: none
        --env <NAME>                variable that env may read; repeatable; default: none
        --kind <name>               the delegate's profile in telemetry; default: inline
        --attempt-timeout <seconds> longest time of one attempt; default: 300

      Examples:
        assay delegate --task "create out.txt" --verify exists.star -- ./agent.sh

      exit codes: 0 verified, 1 attempts exhausted, 2 usage,
                  3 a verifier or hook is broken, or the delegate failed
      """;

  @Nullable String task;
  @Nullable String verify;
  @Nullable String hooks;
  @Nullable Integer maxVerifyRetries;
  String kind = "inline";
  Duration attemptTime = DelegationLimits.ATTEMPT_TIME;
  boolean help;
  final Map<String, @Nullable Object> verifyArgs = new LinkedHashMap<>();
  final List<String> roots = new ArrayList<>();
  final List<AllowedHost> allowHosts = new ArrayList<>();
  final List<String> variables = new ArrayList<>();
  final List<String> command = new ArrayList<>();

  private DelegationArguments() {}

  static DelegationArguments parse(List<String> words) throws DelegationException {
    DelegationArguments parsed = new DelegationArguments();
    int at = 0;
    while (at < words.size() && !words.get(at).equals("--")) {
      String word = words.get(at++);
      if (word.equals("--help") || word.equals("-h")) {
        parsed.help = true;
        return parsed;
      }
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!name.startsWith("--")) {
        throw DelegationException.usage(
            "expected an option, or -- before the delegate command, found '" + word + "'");
      }
      String value;
      if (equals >= 0) {
        value = word.substring(equals + 1);
      } else if (at < words.size()) {
        value = words.get(at++);
      } else {
        throw DelegationException.usage("expected a value after " + name + ", found none");
      }
      parsed.option(name, value);
    }
    if (at < words.size()) {
      parsed.command.addAll(words.subList(at + 1, words.size()));
    }
    parsed.requireWhole();
    return parsed;
  }

  private void option(String name, String value) throws DelegationException {
    switch (name) {
      case "--task" -> task = once(name, task, value);
      case "--verify" -> verify = once(name, verify, value);
      case "--hooks" -> hooks = once(name, hooks, value);
      case "--max-verify-retries" -> maxVerifyRetries = retries(value);
      case "--verify-args" -> verifyArg(value);
      case "--roots" -> roots.add(value);
      case "--allow-host" -> allowHosts.add(host(value));
      case "--env" -> variables.add(value);
      case "--kind" -> kind = value;
      case "--attempt-timeout" -> attemptTime = Duration.ofSeconds(seconds(value));
      default -> throw DelegationException.usage("unknown option '" + name + "'");
    }
  }

  private static String once(String name, @Nullable String present, String value)
      throws DelegationException {
    if (present != null) {
      throw DelegationException.usage("expected " + name + " once, found it twice");
    }
    return value;
  }

  private static int retries(String value) throws DelegationException {
    try {
      int retries = Integer.parseInt(value.strip());
      if (retries <= DelegationLimits.RETRIES_MAX) {
        return retries;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    throw DelegationException.usage(
        "expected an integer up to %d as --max-verify-retries, found '%s'"
            .formatted(DelegationLimits.RETRIES_MAX, value));
  }

  private static int seconds(String value) throws DelegationException {
    try {
      int seconds = Integer.parseInt(value);
      if (seconds >= 1 && seconds <= Duration.ofDays(1).toSeconds()) {
        return seconds;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    throw DelegationException.usage(
        "expected seconds from 1 to 86400 as --attempt-timeout, found '" + value + "'");
  }

  private void verifyArg(String value) throws DelegationException {
    int equals = value.indexOf('=');
    if (equals < 1) {
      throw DelegationException.usage(
          "expected key=value after --verify-args, found '" + value + "'");
    }
    verifyArgs.put(value.substring(0, equals), value.substring(equals + 1));
  }

  private static AllowedHost host(String value) throws DelegationException {
    try {
      return AllowedHost.parseDomain(value);
    } catch (IllegalArgumentException e) {
      throw DelegationException.usage("--allow-host: " + e.getMessage());
    }
  }

  private void requireWhole() throws DelegationException {
    if (task == null) {
      throw DelegationException.usage("expected --task <text|file>, found none");
    }
    if (command.isEmpty()) {
      throw DelegationException.usage("expected -- and the delegate command, found none");
    }
  }
}
