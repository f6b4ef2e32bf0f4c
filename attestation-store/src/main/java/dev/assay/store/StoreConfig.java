package dev.assay.store;

import dev.assay.store.index.DatabaseConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  /**
   * The store that sections of the configuration describe.
   *
   * @param home what relative paths are relative to
   * @param current the key whose signatures are accepted beside those of the retired ones; none
   *     where it is not there
   */
  public static StoreConfig of(
      StoreSection store,
      LogSection log,
      KeysSection keys,
      Path home,
      Optional<AttestationKey> current) {
    return new StoreConfig(
        home.resolve(store.logDirectory()),
        store.database(home),
        log.origin(),
        home.resolve(keys.checkpoint()),
        Stream.concat(current.stream(), AttestationKeys.retired(keys, home).stream()).toList());
  }
}
