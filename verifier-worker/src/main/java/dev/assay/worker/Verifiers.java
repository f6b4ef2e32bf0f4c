package dev.assay.worker;

import dev.assay.schemas.ConfigException;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.VerifierProvider.Database;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The verifiers of this worker, by type. */
public final class Verifiers implements AutoCloseable {

  private final Map<String, Verifier> byType;

  /** These verifiers, which it closes. */
  public Verifiers(Collection<Verifier> verifiers) {
    this.byType =
        verifiers.stream()
            .collect(Collectors.toUnmodifiableMap(v -> v.info().type(), Function.identity()));
  }

  /**
   * The kinds of verifiers that a worker has: Assay's and those of {@code worker.verifierPath}.
   *
   * @throws ConfigException when one of them cannot be loaded or has a type that is taken
   */
  public static VerifierCatalog catalog(WorkerSection config, Path home) {
    VerifierCatalog builtIn = VerifierCatalog.builtIn();
    String path = config.verifierPath();
    if (path == null) {
      return builtIn;
    }
    return builtIn.with(VerifierJars.in(home.resolve(path), builtIn));
  }

  /**
   * The verifiers of every provider that is registered, set up as {@code config} says.
   *
   * @param home what relative paths of the configuration are relative to
   * @throws ConfigException when their settings cannot be used
   */
  public static Verifiers configured(WorkerSection config, Path home) {
    try {
      return new Verifiers(
          catalog(config, home)
              .verifiers(
                  config.verifiers(),
                  new VerifierProvider.Host(
                      home,
                      home.resolve(config.scratchDirectory()),
                      databases(config.groundTruths(), home))));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, Database> databases(
      Map<String, WorkerSection.GroundTruth> groundTruths, Path home) {
    Map<String, Database> databases = new HashMap<>();
    groundTruths.forEach((name, truth) ->
        databases.put(
            name,
            truth.sqlite() == null
                ? new Database.Postgres(Objects.requireNonNull(truth.postgresUrl()))
                : new Database.Sqlite(home.resolve(truth.sqlite()))));
    return databases;
  }

  /** The same verifiers, each {@code wrapped}. */
  public Verifiers each(UnaryOperator<Verifier> wrapped) {
    return new Verifiers(List.copyOf(byType.values()).stream().map(wrapped).toList());
  }

  Optional<Verifier> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }

  @Override
  public void close() {
    byType.values().forEach(Verifier::close);
  }
}
