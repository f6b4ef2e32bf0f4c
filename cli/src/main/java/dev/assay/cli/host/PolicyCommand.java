package dev.assay.cli.host;

import dev.assay.cli.CommandException;
import dev.assay.cli.ExitCode;
import dev.assay.cli.Output;
import dev.assay.config.Yaml;
import dev.assay.core.director.Policy;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.director.PolicyRule;
import dev.assay.director.PolicyReader;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Risk;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at a policy without starting anything. */
@Command(
    name = "policy",
    description = "Look at a policy without starting anything.",
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
    footerHeading = "%nExit codes: ",
    footer = "as of its commands",
    subcommands = PolicyCommand.CheckCommand.class)
public final class PolicyCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected check, found none");
  }

  /** {@code assay policy check}. */
  @Command(
      name = "check",
      description = {
        "Say whether a director would take this policy: members, bounds, verifiers that rules name.",
        "Prints its digest, as promotions under it name it, and notes on what it leaves open.",
        "Its JSON Schema, for editors: assay schema policy."
      },
      mixinStandardHelpOptions = true,
      exitCodeOnInvalidInput = ExitCode.OPERATIONAL,
      footerHeading = "%nExit codes: ",
      footer = "0 a director takes it, 1 it does not, 3 usage, or a file that cannot be read")
  static final class CheckCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "the policy, YAML (docs/policy.md)")
    private Path file = Path.of("");

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() {
      return check(System.getenv());
    }

    /** The exit code, with {@code environment} in place of this process's. */
    int check(Map<String, String> environment) {
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        throw new CommandException(
            "NOT_FOUND",
            "expected a policy that can be read, found none at "
                + Output.plain(file.toString())
                + "; check the path and its permissions");
      }
      PrintWriter out = spec.commandLine().getOut();
      Yaml.Checked<Policy> checked = PolicyReader.check(file, environment);
      Policy policy = checked.value();
      if (policy == null) {
        refuse(out, checked.mistakes());
      } else {
        tell(out, policy);
      }
      out.flush();
      return policy == null ? ExitCode.NEGATIVE : ExitCode.OK;
    }

    private void refuse(PrintWriter out, List<Yaml.Mistake> mistakes) {
      if (json) {
        out.println(
            Output.compact(
                Map.of(
                    "result",
                    Finding.WRONG,
                    "detail",
                    mistakes.getFirst().text(),
                    "mistakes",
                    mistakes)));
      } else {
        mistakes.forEach(each -> Finding.wrong("policy", each).print(out));
      }
    }

    private void tell(PrintWriter out, Policy policy) {
      List<String> notes = notes(policy);
      List<String> rules = policy.demands().stream().map(PolicyRule::name).toList();
      if (json) {
        Map<String, Object> all = new TreeMap<>();
        all.put("result", Finding.OK);
        all.put("name", policy.name());
        all.put("digest", policy.digest());
        all.put("verifiers", List.copyOf(policy.verifiers().keySet()));
        all.put("rules", rules);
        all.put("notes", notes);
        out.println(Output.compact(all));
        return;
      }
      ok(out, "policy", policy.name());
      ok(out, "digest", policy.digest());
      ok(out, "verifiers", String.join(", ", policy.verifiers().keySet()));
      if (!rules.isEmpty()) {
        ok(out, "rules", String.join(", ", rules));
      }
      notes.forEach(note -> new Finding(Finding.NOTE, "policy", note).print(out));
    }

    private static void ok(PrintWriter out, String what, String text) {
      new Finding(Finding.OK, what, text).print(out);
    }

    /** What a director takes and the one who wrote it may not have meant. */
    private static List<String> notes(Policy policy) {
      List<String> notes = new ArrayList<>();
      EvidenceBasis best =
          policy.verifiers().values().stream()
              .map(VerifierRule::basis)
              .max(EvidenceBasis::compareTo)
              .orElse(EvidenceBasis.CLAIMED);
      for (Risk risk : Risk.values()) {
        EvidenceBasis demanded = policy.evidence().getOrDefault(risk, EvidenceBasis.CLAIMED);
        if (unreachable(demanded, best)) {
          notes.add("at risk " + risk.wire() + " nothing is promoted: " + beyond(demanded, best));
        }
      }
      for (PolicyRule rule : policy.demands()) {
        EvidenceBasis demanded = rule.demand().evidence();
        if (demanded != null && unreachable(demanded, best)) {
          notes.add(
              "what rule "
                  + rule.name()
                  + " is about is never promoted: "
                  + beyond(demanded, best));
        }
        if (rule.when().fleets().isEmpty() && !rule.when().repositories().isEmpty()) {
          notes.add(
              "rule "
                  + rule.name()
                  + " goes by a repository, which is the agent's word; one that must not be"
                  + " escaped names a fleet, or nothing");
        }
      }
      return notes;
    }

    private static String beyond(EvidenceBasis demanded, EvidenceBasis best) {
      return demanded + " is demanded and no verifier rests on more than " + best;
    }

    /** Others can vouch for what is claimed; nobody can observe or run it for a verifier. */
    private static boolean unreachable(EvidenceBasis demanded, EvidenceBasis best) {
      return demanded.compareTo(EvidenceBasis.WITNESSED) > 0 && demanded.compareTo(best) > 0;
    }
  }
}
