package dev.assay.worker;

import dev.assay.schemas.ConfigException;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.VerifierProvider.Database;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
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
    return configured(catalog(config, home), config, home);
  }

  private static Verifiers configured(VerifierCatalog catalog, WorkerSection config, Path home) {
    try {
      return new Verifiers(
          catalog.verifiers(
              config.verifiers(),
              new VerifierProvider.Host(
                  home,
                  home.resolve(config.scratchDirectory()),
                  databases(config.groundTruths(), home))));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * A verifier that a worker has.
   *
   * @param origin {@code Assay}, a jar or directory of jars, or the section of the configuration
   *     that names it
   */
  public record Registered(VerifierInfo info, String origin) {}

  /**
   * What {@link #configured} has, in the order of the types. Nothing of it runs.
   *
   * @throws ConfigException as there
   */
  public static List<Registered> registered(WorkerSection config, Path home) {
    VerifierCatalog catalog = catalog(config, home);
    try (Verifiers verifiers = configured(catalog, config, home)) {
      return verifiers.byType.values().stream()
          .map(Verifier::info)
          .sorted(Comparator.comparing(VerifierInfo::type))
          .map(info -> new Registered(info, origin(info.type(), catalog)))
          .toList();
    }
  }

  private static String origin(String type, VerifierCatalog catalog) {
    VerifierProvider<?> provider = catalog.find(type);
    return provider == null
        ? "worker.verifiers." + type.substring(0, type.indexOf(':'))
        : VerifierJars.place(provider).map(Path::toString).orElse("Assay");
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
