package dev.assay.cli.replay;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Policy;
import dev.assay.director.DirectorInput;
import dev.assay.director.ItemFold;
import java.util.List;
import java.util.stream.Stream;

/**
 * The policies that may have been in force, oldest first, each also as it was before reports said
 * how they are known: a data directory may be older than that.
 */
final class Editions {

  private final List<Policy> policies;
  private final List<ItemFold> today;
  private final List<ItemFold> all;

  Editions(List<Policy> policies) {
    List<Policy> earlier = policies.stream().map(Policy::beforeEvidence).toList();
    this.policies = Stream.concat(earlier.stream(), policies.stream()).toList();
    this.today = folds(policies);
    this.all = Stream.concat(folds(earlier).stream(), today.stream()).toList();
  }

  private static List<ItemFold> folds(List<Policy> policies) {
    return policies.stream().map(policy -> new ItemFold(new DirectorStep(policy))).toList();
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
   * What a work item may have been folded by. When all of its reports say how they are known, no
   * earlier version planned it, and it is not searched for one.
   *
   * @param topics its executions, reports and facts
   */
  List<ItemFold> of(List<List<ItemReplay.Input>> topics) {
    List<DirectorInput.Report> reports =
        topics.stream()
            .flatMap(List::stream)
            .map(ItemReplay.Input::content)
            .filter(DirectorInput.Report.class::isInstance)
            .map(DirectorInput.Report.class::cast)
            .toList();
    boolean known =
        !reports.isEmpty() && reports.stream().allMatch(r -> r.message().basis() != null);
    return known ? today : all;
  }
}
