package dev.assay.director;

import dev.assay.config.Yaml;
import dev.assay.core.director.Policy;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The director.
 *
 * @param policy file with the policy; the standard one without it
 * @param stateDirectory where RocksDB keeps its files
 * @param instance a stable name, one for each director
 * @param threads stream threads; one decides about 2,000 inputs a second on a slow core, more help
 *     where there are more cores, at most one for each partition
 * @param reexecution touched files for which the standard policy has workspaces run again, as
 *     patterns; {@code **} for all workspaces, which holds without it where {@code
 *     worker.verifiers.reexecution} of the same file names commands
 * @param manifestSeconds how long a record of a topic waits for others before a manifest covers it,
 *     from 1 to 3600; a manifest that is full is written at once
 * @param reportSeconds how long an execution waits for the next report of a verification, besides
 *     what that may take, from 2 to 31536000; after half of it what is missing is asked for again,
 *     then it is decided without ({@code VERIFICATION_OVERDUE})
 * @param earlyReportSeconds how long a report waits for an execution that the director does not
 *     know or has not planned, from 1 to 3600; then it is refused ({@code UNKNOWN_REQUEST})
 */
public record DirectorSection(
    @Nullable String policy,
    String stateDirectory,
    String instance,
    Integer threads,
    @Nullable List<String> reexecution,
    Integer manifestSeconds,
    Long reportSeconds,
    Integer earlyReportSeconds) {

  /** How long a record waits for its manifest unless configured otherwise. */
  public static final int MANIFEST_SECONDS_DEFAULT = 30;

  /** How long an execution waits for a report unless configured otherwise: a day. */
  public static final long REPORT_SECONDS_DEFAULT = 86_400;

  /** The longest that an execution may wait for a report. */
  public static final long REPORT_SECONDS_MAX = 365 * 86_400L;

  /**
   * How long a report waits for its execution unless configured otherwise. It comes first only
   * after a crash, from which the director reads on within seconds.
   */
  public static final int EARLY_REPORT_SECONDS_DEFAULT = 30;

  /** The longest that a report may wait for its execution. */
  public static final int EARLY_REPORT_SECONDS_MAX = 3_600;

  /** The longest that a record may wait for its manifest. */
  public static final int MANIFEST_SECONDS_MAX = 3_600;

  /** Stream threads unless configured otherwise; each sends requests of its own. */
  public static final int THREADS_DEFAULT = 1;

  /** Of {@code reexecution}: all workspaces. */
  public static final String ALL = "**";

  private static final Pattern INSTANCE = Pattern.compile("[A-Za-z0-9._-]{1,200}");

  public DirectorSection {
    stateDirectory = Objects.requireNonNullElse(stateDirectory, "director");
    instance = Objects.requireNonNullElse(instance, "director-1");
    Settings.matching(
        "director.instance", instance, INSTANCE, "1 to 200 letters, digits, dots, _ and -");
    reexecution = reexecution == null ? null : List.copyOf(reexecution);
    threads = Objects.requireNonNullElse(threads, THREADS_DEFAULT);
    Settings.between("director.threads", threads, 1, KafkaConfig.GROUP_MEMBERS_MAX);
    manifestSeconds = Objects.requireNonNullElse(manifestSeconds, MANIFEST_SECONDS_DEFAULT);
    Settings.between("director.manifestSeconds", manifestSeconds, 1, MANIFEST_SECONDS_MAX);
    reportSeconds = Objects.requireNonNullElse(reportSeconds, REPORT_SECONDS_DEFAULT);
    Settings.between("director.reportSeconds", reportSeconds, 2, REPORT_SECONDS_MAX);
    earlyReportSeconds =
        Objects.requireNonNullElse(earlyReportSeconds, EARLY_REPORT_SECONDS_DEFAULT);
    Settings.between(
        "director.earlyReportSeconds", earlyReportSeconds, 1, EARLY_REPORT_SECONDS_MAX);
  }

  /** This section with a standard policy that has workspaces run again. */
  public DirectorSection withReexecution(List<String> patterns) {
    return new DirectorSection(
        policy,
        stateDirectory,
        instance,
        threads,
        patterns,
        manifestSeconds,
        reportSeconds,
        earlyReportSeconds);
  }

  /** The policy: the configured one, else the standard one. */
  public Policy readPolicy(Path home, Map<String, String> environment) {
    if (policy != null) {
      return PolicyReader.read(home.resolve(policy), environment);
    }
    return standardPolicy();
  }

  /** What is wrong with the file that is named as policy; paths are relative to {@code home}. */
  public List<Yaml.Mistake> policyMistakes(Path home, Map<String, String> environment) {
    return policy == null
        ? List.of()
        : PolicyReader.check(home.resolve(policy), environment).mistakes();
  }

  /** The standard policy, also where another one is configured. */
  public Policy standardPolicy() {
    if (reexecution == null || reexecution.isEmpty()) {
      return PolicyReader.standard();
    }
    return PolicyReader.reexecuting(reexecution.contains(ALL) ? List.of() : reexecution);
  }
}
