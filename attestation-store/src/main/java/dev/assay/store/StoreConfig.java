package dev.assay.store;

import dev.assay.store.index.DatabaseConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * What an attestation store needs to know.
 *
 * @param logDirectory directory of the log, laid out as it is served
 * @param database where the index is
 * @param origin name of the log and of its key: a URL without scheme, spaces and plus signs
 * @param checkpointKey PKCS#8 PEM file of the log's key; created with mode 0600 when missing
 * @param attestationKeys keys to publish beside the log's, whose signatures are accepted
 */
public record StoreConfig(
    Path logDirectory,
    DatabaseConfig database,
    String origin,
    Path checkpointKey,
    List<AttestationKey> attestationKeys) {

  /** Copies the list. */
  public StoreConfig {
    attestationKeys = List.copyOf(attestationKeys);
  }
}
