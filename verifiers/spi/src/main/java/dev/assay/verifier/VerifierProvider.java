package dev.assay.verifier;

import dev.assay.verifier.specimen.SpecimenFamily;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The one place where a kind of verifier is registered. Its class is named in {@code
 * META-INF/services/dev.assay.verifier.VerifierProvider} and has a public constructor without
 * parameters. Policy, workers, canaries, replay and the documentation read what it says.
 *
 * @param <S> the worker's settings of this kind, {@code worker.verifiers.TYPE} of the
 *     configuration; {@link NoSettings} when there are none
 */
public interface VerifierProvider<S extends Record> {

  /**
   * What its verifiers are. A provider of several that the settings name says what they have in
   * common; the type of each is this one's, a colon and its name.
   */
  VerifierInfo info();

  /**
   * The record of the settings. Each component is one member, by its name; an absent one is null,
   * and the record's constructor puts the default in its place and refuses what is out of bounds
   * with an {@link IllegalArgumentException}. Its JSON Schema is derived from it.
   */
  Class<S> settings();

  /**
   * The verifiers of a worker, which closes them when it ends.
   *
   * @throws IllegalArgumentException when these settings cannot be used, with what was expected
   */
  List<Verifier> verifiers(S settings, Host host);

  /** Makers of artifacts of known truth, with which its verifiers are measured. */
  default List<SpecimenFamily> specimens() {
    return List.of();
  }

  /**
   * The settings with what a policy of the same owner grants: in {@code assay up} one person writes
   * both files, and what the policy names need not be named twice.
   *
   * @param config canonical JSON of the policy's configuration for this verifier
   */
  default S granted(S settings, String config) {
    return settings;
  }

  /** Settings of a verifier that has none. */
  record NoSettings() {}

  /**
   * What a worker offers its verifiers.
   *
   * @param home the directory that relative paths of the configuration are relative to
   * @param scratchDirectory the worker's directory for passing files
   * @param groundTruths the databases that verifiers may read, by the name that requests use
   */
  record Host(Path home, Path scratchDirectory, Map<String, Database> groundTruths) {

    public Host {
      groundTruths = Map.copyOf(groundTruths);
    }
  }

  /** Where a ground truth is. */
  sealed interface Database {

    /** A SQLite file. */
    record Sqlite(Path file) implements Database {}

    /** A PostgreSQL database; the role of the URL should have SELECT rights only. */
    record Postgres(String url) implements Database {
      @Override
      public String toString() {
        return "Postgres[url hidden]";
      }
    }
  }
}
