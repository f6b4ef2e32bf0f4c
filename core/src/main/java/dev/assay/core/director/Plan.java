package dev.assay.core.director;

import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has to be verified about one execution.
 *
 * @param id content hash of the plan's inputs; the same inputs give the same id
 * @param mood the mood it was made in
 * @param basis the policy that was in force
 * @param items in request order
 * @param refused suggested verifiers that the allowlist does not hold
 * @param unknownRequired required verifiers that the allowlist does not hold
 * @param unmet required verifiers that could not be asked: no artifact came, or the mood forbids it
 * @param closed why nothing more is verified although something could be, or null
 */
public record Plan(
    String id,
    Mood mood,
    Basis basis,
    List<Item> items,
    List<String> refused,
    List<String> unknownRequired,
    List<String> unmet,
    @Nullable String closed) {

  /** The lens of a NEGATIVE item. */
  public static final String NEGATIVE_LENS = "negative-control";

  /**
   * What a plan keeps of the policy it was made under, so that another policy changes nothing about
   * executions that are under way.
   *
   * @param independent PASS attestations that a promotion needs
   * @param promoting moods in which what passed may be promoted
   * @param asking moods in which a person is asked about what passed
   * @param moodBudget what the work item may use while it stays in the plan's mood
   */
  public record Basis(
      String policy,
      String policyDigest,
      int independent,
      List<Mood> promoting,
      List<Mood> asking,
      Budget moodBudget,
      Rules rules) {

    public Basis {
      promoting = List.copyOf(promoting);
      asking = List.copyOf(asking);
    }
  }

  /** What a request is for. */
  public enum Purpose {
    /** Judges an artifact. */
    CORE,
    /** Judges it once more, independently. */
    RERUN,
    /** Judges a known-bad artifact, which it must fail. */
    NEGATIVE,
    /** Judges an artifact after everything else has passed. */
    BROAD,
    /** Judges it once more because the first answer decided nothing. */
    LENS
  }

  /**
   * One request and the pool it goes to.
   *
   * @param of the request id of the CORE or BROAD item that a RERUN or LENS repeats; its own
   *     otherwise
   */
  public record Item(VerificationRequest request, boolean slow, Purpose purpose, String of) {}

  public Plan {
    items = List.copyOf(items);
    refused = List.copyOf(refused);
    unknownRequired = List.copyOf(unknownRequired);
    unmet = List.copyOf(unmet);
  }

  /** The same plan, of which nothing more is awaited because of {@code reason}. */
  Plan closedBy(String reason) {
    return new Plan(id, mood, basis, items, refused, unknownRequired, unmet, reason);
  }

  /** Whether everything that was required can be verified and something is. */
  public boolean verifiable() {
    return !items.isEmpty() && unknownRequired.isEmpty() && unmet.isEmpty();
  }
}
