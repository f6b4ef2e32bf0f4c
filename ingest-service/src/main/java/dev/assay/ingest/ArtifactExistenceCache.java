package dev.assay.ingest;

import dev.assay.artifact.ArtifactException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.schemas.Bounded;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Checks that the artifacts of an event are stored with the size it states. Artifacts never change,
 * so what was found is remembered for {@link IngestLimits#ARTIFACT_KNOWN_MAX}, and then looked up
 * again, which also renews it; so is what was missing.
 */
final class ArtifactExistenceCache implements AutoCloseable {

  private final ArtifactStore store;
  private final Semaphore lookups;
  private final Map<String, Known> sizes;
  private final LongSupplier nanoTime;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** A size, and when it was found. */
  private record Known(long size, long nanos) {}

  ArtifactExistenceCache(
      ArtifactStore store, int rememberedMax, int lookupsMax, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
    this.lookups = new Semaphore(lookupsMax);
    this.sizes = Bounded.map(rememberedMax, true);
  }

  void remember(StoredArtifact artifact) {
    synchronized (sizes) {
      sizes.put(artifact.sha256(), new Known(artifact.size(), nanoTime.getAsLong()));
    }
  }

  /** Why the first of {@code artifacts} that is not as stated is refused; empty when all are. */
  Optional<Rejection> check(List<ArtifactRef> artifacts) throws InterruptedException {
    List<ArtifactRef> unknown = new ArrayList<>();
    for (ArtifactRef artifact : artifacts) {
      OptionalLong size = remembered(artifact.sha256());
      if (size.isEmpty()) {
        unknown.add(artifact);
      } else if (size.getAsLong() != artifact.size()) {
        return Optional.of(otherSize(artifact, size.getAsLong()));
      }
    }
    return unknown.size() == 1 ? lookUp(unknown.getFirst()) : lookUpAll(unknown);
  }

  /** How many bytes the stored artifact {@code sha256} has, which an event names by that alone. */
  Parsed<Long> size(String sha256) throws InterruptedException {
    OptionalLong known = remembered(sha256);
    if (known.isPresent()) {
      return new Parsed.Accepted<>(known.getAsLong());
    }
    ArtifactRef named =
        new ArtifactRef(ArtifactRole.PROVENANCE, sha256, 0, "application/octet-stream", null);
    Optional<Rejection> refusal = lookUp(named);
    OptionalLong found = remembered(sha256);
    return found.isPresent()
        ? new Parsed.Accepted<>(found.getAsLong())
        : new Parsed.Rejected<>(
            refusal
                .filter(other -> other.code() != ErrorCode.ARTIFACT_MISSING)
                .orElseGet(() -> missing(sha256, "provenance")));
  }

  private Optional<Rejection> lookUpAll(List<ArtifactRef> artifacts) throws InterruptedException {
    List<Callable<Optional<Rejection>>> calls = new ArrayList<>();
    artifacts.forEach(artifact -> calls.add(() -> lookUp(artifact)));
    for (Future<Optional<Rejection>> future : threads.invokeAll(calls)) {
      try {
        Optional<Rejection> rejection = future.get();
        if (rejection.isPresent()) {
          return rejection;
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("an artifact look-up failed", e);
      }
    }
    return Optional.empty();
  }

  private Optional<Rejection> lookUp(ArtifactRef artifact) throws InterruptedException {
    lookups.acquire();
    try {
      Optional<StoredArtifact> stored = store.renew(artifact.sha256());
      if (stored.isEmpty()) {
        return Optional.of(missing(artifact));
      }
      remember(stored.get());
      return stored.get().size() == artifact.size()
          ? Optional.empty()
          : Optional.of(otherSize(artifact, stored.get().size()));
    } catch (ArtifactException e) {
      return Optional.of(Rejection.of(e.code(), String.valueOf(e.getMessage())));
    } catch (IOException e) {
      return Optional.of(
          Rejection.of(
              ErrorCode.STORE_UNAVAILABLE,
              "expected to reach the artifact store, found: " + e.getMessage()));
    } finally {
      lookups.release();
    }
  }

  private OptionalLong remembered(String sha256) {
    synchronized (sizes) {
      Known known = sizes.get(sha256);
      return known == null
              || nanoTime.getAsLong() - known.nanos() > IngestLimits.ARTIFACT_KNOWN_MAX.toNanos()
          ? OptionalLong.empty()
          : OptionalLong.of(known.size());
    }
  }

  static Rejection missing(ArtifactRef artifact) {
    return missing(artifact.sha256(), "artifacts.sha256");
  }

  static Rejection missing(String sha256, String field) {
    return new Rejection(
        ErrorCode.ARTIFACT_MISSING,
        "expected a stored artifact " + sha256 + ", found none; PUT it to /v1/artifacts first",
        field);
  }

  private static Rejection otherSize(ArtifactRef artifact, long stored) {
    return new Rejection(
        ErrorCode.ARTIFACT_SIZE_MISMATCH,
        "expected size "
            + stored
            + " for artifact "
            + artifact.sha256()
            + ", found "
            + artifact.size(),
        "artifacts.size");
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
