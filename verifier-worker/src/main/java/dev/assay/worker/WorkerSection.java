package dev.assay.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.director.Policy;
import dev.assay.runtime.kafka.WorkQueueConfig;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Settings;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A worker.
 *
 * @param name shown in reports
 * @param consumers consumers of fast verifications, at most 16
 * @param lanes long verifications at once, at most 16; for more, start more workers
 * @param scratchDirectory where runs get their scratch directories
 * @param groundTruths databases that verifiers may read, by name
 * @param verifiers configuration of single verifiers, by type, passed through as it is
 * @param budgetMillisMax the longest run, whatever a request allows
 * @param verifierPath a directory of jars with further verifiers
 */
public record WorkerSection(
    String name,
    Integer consumers,
    Integer lanes,
    String scratchDirectory,
    Map<String, GroundTruth> groundTruths,
    Map<String, JsonNode> verifiers,
    Long budgetMillisMax,
    @Nullable String verifierPath) {

  private static final Pattern NAME =
      Pattern.compile("[^\\p{Cntrl}]{1," + Limits.ID_CHARS_MAX + "}");

  public WorkerSection {
    name = Objects.requireNonNullElse(name, "worker-1");
    Settings.matching(
        "worker.name",
        name,
        NAME,
        "1 to " + Limits.ID_CHARS_MAX + " characters without control characters");
    consumers = Objects.requireNonNullElse(consumers, 2);
    Settings.between("worker.consumers", consumers, 1, WorkQueueConfig.CONSUMERS_MAX);
    lanes = Objects.requireNonNullElse(lanes, 4);
    Settings.between("worker.lanes", lanes, 1, WorkQueueConfig.CONSUMERS_MAX);
    scratchDirectory = Objects.requireNonNullElse(scratchDirectory, "scratch");
    groundTruths = Map.copyOf(Objects.requireNonNullElse(groundTruths, Map.of()));
    verifiers = Map.copyOf(Objects.requireNonNullElse(verifiers, Map.of()));
    budgetMillisMax =
        Objects.requireNonNullElse(budgetMillisMax, VerificationRequest.BUDGET_MILLIS_MAX);
    Settings.between(
        "worker.budgetMillisMax", budgetMillisMax, 1, VerificationRequest.BUDGET_MILLIS_MAX);
  }

  /**
   * This section with what {@code policy} grants, where one owner writes both files. A request
   * still gets no more.
   *
   * @throws ConfigException for settings of the policy that cannot be used
   */
  public WorkerSection granted(Policy policy) {
    Map<String, String> configs = new HashMap<>();
    policy.verifiers().forEach((type, rule) -> configs.put(type, rule.config()));
    try {
      return withVerifiers(VerifierCatalog.builtIn().granted(verifiers, configs));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  /** This section with other configuration of single verifiers. */
  public WorkerSection withVerifiers(Map<String, JsonNode> others) {
    return new WorkerSection(
        name,
        consumers,
        lanes,
        scratchDirectory,
        groundTruths,
        others,
        budgetMillisMax,
        verifierPath);
  }

  /**
   * A database that verifiers may read.
   *
   * @param sqlite a SQLite file
   * @param postgresUrl in its place a PostgreSQL URL of a read-only role
   */
  public record GroundTruth(@Nullable String sqlite, @Nullable String postgresUrl) {

    public GroundTruth {
      if ((sqlite == null) == (postgresUrl == null)) {
        throw new ConfigException(
            "expected either sqlite or postgresUrl for each database in worker.groundTruths,"
                + " found both or none; give one of them");
      }
    }
  }
}
