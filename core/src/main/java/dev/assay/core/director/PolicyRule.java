package dev.assay.core.director;

import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TouchedFiles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the policy demands of executions that it is about. All rules that match add up; none takes
 * anything away. What an execution does not say matches: an agent escapes no rule by silence.
 *
 * @param name for people
 */
public record PolicyRule(String name, When when, Demand demand) {

  /** Rules of one policy. */
  public static final int RULES_MAX = 32;

  /** Entries of one list of a rule. */
  public static final int ENTRIES_MAX = 16;

  /** Characters of a pattern. */
  public static final int PATTERN_CHARS_MAX = 200;

  /**
   * Which executions a rule is about: of each list that is not empty one entry fits.
   *
   * @param fleets names of fleets
   * @param repositories patterns of the target's repository
   * @param paths patterns of touched files
   * @param risks of the work item, as the other rules have it
   * @param roles of artifacts that came
   */
  public record When(
      List<String> fleets,
      List<String> repositories,
      List<String> paths,
      List<Risk> risks,
      List<ArtifactRole> roles) {

    public When {
      fleets = List.copyOf(fleets);
      repositories = List.copyOf(repositories);
      paths = List.copyOf(paths);
      risks = List.copyOf(risks);
      roles = List.copyOf(roles);
    }

    /** Whether it is about {@code data}, whatever files that touches. */
    private boolean fits(ExecutionData data, Risk risk) {
      String repository = data.target() == null ? null : data.target().repository();
      return (fleets.isEmpty() || fleets.contains(data.agent().fleet()))
          && (repositories.isEmpty()
              || repository == null
              || repositories.stream().anyMatch(each -> Glob.matches(each, repository)))
          && (risks.isEmpty() || risks.contains(risk))
          && (roles.isEmpty()
              || data.artifacts().stream().anyMatch(each -> roles.contains(each.role())));
    }
  }

  /**
   * What is demanded, by a rule or by several.
   *
   * @param verifiers that have to pass, each as {@link Required#name}
   * @param evidence how what passes has to be known at least, or null
   * @param risk the least that it has, or null
   * @param approvals how many people have to agree to a promotion
   */
  public record Demand(
      List<String> verifiers,
      @Nullable EvidenceBasis evidence,
      @Nullable Risk risk,
      int approvals) {

    public Demand {
      verifiers = List.copyOf(verifiers);
    }
  }

  /**
   * A demand that holds as soon as a verifier sees such a file changed.
   *
   * @param paths patterns
   */
  public record Watched(List<String> paths, Demand demand) {

    public Watched {
      paths = List.copyOf(paths);
    }

    boolean sees(List<String> touched) {
      return touched.contains(TouchedFiles.UNTOLD) || touches(paths, touched);
    }
  }

  private static boolean touches(List<String> patterns, List<String> files) {
    return files.stream()
        .anyMatch(file -> patterns.stream().anyMatch(pattern -> Glob.matches(pattern, file)));
  }

  private boolean fits(ExecutionData data, Risk risk) {
    List<String> files = data.target() == null ? List.of() : data.target().files();
    return when.fits(data, risk)
        && (when.paths().isEmpty() || files.isEmpty() || touches(when.paths(), files));
  }

  /**
   * What {@code rules} demand of {@code data}. A rule that raises the risk may bring in another
   * one.
   *
   * @param required what the work item requires without them
   */
  static Requirements applied(List<PolicyRule> rules, ExecutionData data, Requirements required) {
    Requirements all = required;
    for (int round = 0; round <= Risk.values().length; round++) {
      Requirements before = all;
      for (PolicyRule rule : rules) {
        if (rule.fits(data, before.risk())) {
          all = all.and(rule.demand());
        }
      }
      if (all.equals(before)) {
        break;
      }
    }
    return all;
  }

  /** Those of {@code rules} that would match if {@code data} touched other files than it says. */
  static List<Watched> watched(List<PolicyRule> rules, ExecutionData data, Risk risk) {
    List<Watched> watched = new ArrayList<>();
    for (PolicyRule rule : rules) {
      if (rule.when().fits(data, risk) && !rule.fits(data, risk)) {
        watched.add(new Watched(rule.when().paths(), rule.demand()));
      }
    }
    return List.copyOf(watched);
  }
}
