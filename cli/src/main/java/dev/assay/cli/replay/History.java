package dev.assay.cli.replay;

import dev.assay.artifact.ArtifactStore;
import dev.assay.core.director.Policy;
import dev.assay.core.sign.Ed25519PublicKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a replay reads.
 *
 * @param description where it comes from, for people
 * @param policies the policies that were in force, oldest first
 * @param keys keys whose signatures the attestations have; empty when they are not known
 * @param log the log, or null when there is none to read
 * @param artifacts the object store, or null when there is none to read
 * @param opened what is closed with it, in reverse order
 */
record History(
    String description,
    TopicRecords records,
    List<Policy> policies,
    List<Ed25519PublicKey> keys,
    @Nullable LogView log,
    @Nullable ArtifactStore artifacts,
    List<AutoCloseable> opened)
    implements AutoCloseable {

  History {
    policies = List.copyOf(policies);
    keys = List.copyOf(keys);
    opened = new ArrayList<>(opened);
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable part : opened.reversed()) {
      part.close();
    }
  }
}
