package dev.assay.cli.replay;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Edition;
import dev.assay.core.director.Policy;
import dev.assay.director.ItemFold;
import java.util.List;
import java.util.stream.Stream;

/**
 * The policies that may have been in force, oldest first, each also as it was before reports said
 * how they are known, and as earlier editions of the director applied it: a data directory may be
 * older than today's.
 */
final class Editions {

  private final List<Policy> policies;
  private final List<ItemFold> today;
  private final List<ItemFold> all;

  Editions(List<Policy> policies) {
    List<Policy> earlier = policies.stream().map(Policy::beforeEvidence).toList();
    this.policies = Stream.concat(earlier.stream(), policies.stream()).toList();
    this.today = folds(policies, Edition.TODAY).toList();
    this.all =
        Stream.of(
                folds(this.policies, Edition.BEFORE_FLEETS),
                folds(policies, Edition.BEFORE_NAMED_TRUST),
                folds(policies, Edition.BEFORE_OWN_FAILURES),
                folds(policies, Edition.BEFORE_REMEMBERED_FAILURES),
                folds(policies, Edition.BEFORE_SEEN_SCOPES),
                folds(policies, Edition.BEFORE_ROLES),
                today.stream())
            .flatMap(folds -> folds)
            .toList();
  }

  private static Stream<ItemFold> folds(List<Policy> policies, Edition edition) {
    return policies.stream().map(policy -> new ItemFold(new DirectorStep(policy, edition)));
  }

  /** Whether a policy of that digest is among them. */
  boolean has(String digest) {
    return policies.stream().anyMatch(policy -> policy.digest().equals(digest));
  }

  /** Their digests, as people read them. */
  List<String> digests() {
    return policies.stream().map(Policy::digest).toList();
  }

  /**
   * Replays one work item by the policies of today, and when they do not explain it, also by the
   * earlier ones; when those do not either, the result is the one that came further.
   *
   * @param topics its executions, reports and facts
   * @param searchMax steps beyond one for each input, both times together
   */
  ItemReplay.Result replay(
      List<List<ItemReplay.Input>> topics,
      PublishedOutputs found,
      PublishedOutputs.OfItem there,
      long searchMax) {
    ItemReplay.Result now = new ItemReplay(topics, today, 0, found, there).run(searchMax);
    if (now.explained()) {
      return now;
    }
    ItemReplay.Result both =
        new ItemReplay(topics, all, all.size() - today.size(), found, there)
            .run(Math.max(0, searchMax - now.searched()));
    boolean further = both.explained() || both.steps().size() > now.steps().size();
    ItemReplay.Result taken = further ? both : now;
    return new ItemReplay.Result(
        taken.steps(),
        taken.explained(),
        taken.byTime(),
        taken.exhausted(),
        now.searched() + both.searched());
  }
}
