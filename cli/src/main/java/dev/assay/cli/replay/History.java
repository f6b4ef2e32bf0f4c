package dev.assay.cli.replay;

import dev.assay.artifact.ArtifactStore;
import dev.assay.core.director.Policy;
import dev.assay.core.sign.Ed25519PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that a replay reads.
 *
 * @param description where it comes from, for people
 * @param policies the policies that were in force, oldest first
 * @param keys keys whose signatures the attestations have; empty when they are not known
 * @param log the log, or null when there is none to read
 * @param artifacts the object store, or null when there is none to read
 * @param expiry what is gone from the object store because its time is over
 * @param opened what is closed with it, in reverse order
 */
record History(
    String description,
    TopicRecords records,
    List<Policy> policies,
    List<Ed25519PublicKey> keys,
    @Nullable LogView log,
    @Nullable ArtifactStore artifacts,
    Expiry expiry,
    List<AutoCloseable> opened)
    implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(History.class);

  /** Tells what expired from what is missing. */
  @FunctionalInterface
  interface Expiry {

    /**
     * Whether the artifact {@code sha256}, which is gone, had been there for its time.
     *
     * @param lastUse when the last report on it came
     */
    boolean expired(String sha256, Instant lastUse);
  }

  History {
    policies = List.copyOf(policies);
    keys = List.copyOf(keys);
    opened = new ArrayList<>(opened);
  }

  @Override
  public void close() {
    closeAll(opened);
  }

  /** Closes {@code parts} in reverse order; one that fails does not keep the others open. */
  static void closeAll(List<AutoCloseable> parts) {
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        LOG.atWarn().setCause(e).log("a part did not close cleanly");
      }
    }
  }
}
