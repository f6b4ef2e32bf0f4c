package dev.assay.ingest;

import dev.assay.http.Principal;
import dev.assay.schemas.Bounded;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.service.StoreReads;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What each fleet has: the artifacts whose bytes it sent or that accepted work of it names, and the
 * work items that it began. To name the digest of another fleet's artifact gives nobody its bytes.
 * Remembers a bounded number; what it forgot is looked up.
 */
final class Holdings {

  private final StoreReads source;
  private final Map<String, Boolean> artifacts;
  private final Map<String, Began> items;

  /** Whose a work item is; not accepted while the event that began it is under way. */
  private record Began(String fleet, boolean accepted) {}

  Holdings(StoreReads source, int rememberedMax) {
    this.source = source;
    this.artifacts = Bounded.map(rememberedMax, true);
    this.items = Bounded.map(rememberedMax, true);
  }

  /** Whether {@code reader} may have the artifact or report {@code sha256}. */
  boolean has(Principal reader, String sha256) {
    Set<String> fleets = reader.fleets();
    return fleets == null || remembered(fleets, sha256) || source.names(fleets, sha256);
  }

  /** When work of {@code reader}'s fleets that was attested used an artifact last. */
  Optional<Instant> lastUse(Principal reader, String sha256) {
    return source.lastUse(reader.fleets(), sha256);
  }

  private synchronized boolean remembered(Set<String> fleets, String sha256) {
    return fleets.stream().anyMatch(fleet -> artifacts.get(key(fleet, sha256)) != null);
  }

  /** {@code sender} has sent the bytes of {@code sha256}. */
  synchronized void sent(Principal sender, String sha256) {
    Set<String> fleets = sender.fleets();
    if (fleets != null) {
      fleets.forEach(fleet -> artifacts.put(key(fleet, sha256), true));
    }
  }

  /** {@code sha256} was made of nothing but what {@code fleet} sent. */
  synchronized void made(String fleet, String sha256) {
    artifacts.put(key(fleet, sha256), true);
  }

  /** Work was accepted, here or elsewhere, now or earlier. */
  synchronized void accepted(ExecutionEvent event) {
    String fleet = event.data().agent().fleet();
    items.compute(
        event.data().workItem(),
        (_, known) -> known != null && known.accepted() ? known : new Began(fleet, true));
    event.data().artifacts().forEach(each -> artifacts.put(key(fleet, each.sha256()), true));
  }

  /** {@code event}, which its sender might have sent, was not accepted: it takes no work item. */
  synchronized void refused(ExecutionEvent event) {
    items.remove(event.data().workItem(), new Began(event.data().agent().fleet(), false));
  }

  /**
   * Why {@code sender} may not send {@code event}: its fleet, its work item or one of its artifacts
   * is another's. Empty when it may; the work item is then its fleet's, until {@link #refused}.
   */
  Optional<Rejection> refusal(Principal sender, ExecutionEvent event) {
    if (sender.fleets() == null) {
      return Optional.empty();
    }
    String fleet = event.data().agent().fleet();
    if (!sender.actsFor(fleet)) {
      return Optional.of(
          forbidden("agent.fleet", "a fleet that " + sender.id() + " acts for", fleet));
    }
    if (event.hasForeignSource()) {
      return Optional.of(forbidden("source", "no other fleet's source", event.source()));
    }
    for (ArtifactRef artifact : event.data().artifacts()) {
      if (!has(sender, artifact.sha256())) {
        return Optional.of(ArtifactExistenceCache.missing(artifact));
      }
    }
    if (!sender.actsFor(owner(event.data().workItem(), fleet))) {
      return Optional.of(
          forbidden(
              "workItem",
              "a work item of a fleet that " + sender.id() + " acts for",
              event.data().workItem()));
    }
    return Optional.empty();
  }

  /**
   * The fleet of {@code workItem}: the one that it is known to belong to, else the only one that
   * {@code sender} acts for.
   */
  Optional<String> fleetOf(String workItem, Principal sender) {
    Set<String> fleets = sender.fleets();
    return ownerOf(workItem)
        .or(() ->
            fleets != null && fleets.size() == 1
                ? Optional.of(fleets.iterator().next())
                : Optional.empty());
  }

  /** The fleet of {@code workItem}, which is {@code fleet} when nobody has heard of it. */
  private String owner(String workItem, String fleet) {
    String owner = ownerOf(workItem).orElse(fleet);
    synchronized (this) {
      @Nullable Began first = items.putIfAbsent(workItem, new Began(owner, false));
      return first == null ? owner : first.fleet();
    }
  }

  /** The fleet that {@code workItem} is known to belong to. */
  Optional<String> ownerOf(String workItem) {
    @Nullable Began remembered;
    synchronized (this) {
      remembered = items.get(workItem);
    }
    return Optional.ofNullable(remembered).map(Began::fleet).or(() -> source.fleetOf(workItem));
  }

  private static Rejection forbidden(String field, String expected, String found) {
    return new Rejection(
        ErrorCode.FORBIDDEN, "expected " + expected + ", found " + Require.quoted(found), field);
  }

  private static String key(String fleet, String sha256) {
    return fleet + " " + sha256;
  }
}
