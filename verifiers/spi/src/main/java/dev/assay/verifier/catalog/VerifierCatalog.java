package dev.assay.verifier.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.specimen.SpecimenFamily;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The kinds of verifiers that are there, by type: those of Assay and those of an operator. */
public final class VerifierCatalog {

  private final NavigableMap<String, VerifierProvider<?>> byType;

  private VerifierCatalog(NavigableMap<String, VerifierProvider<?>> byType) {
    this.byType = byType;
  }

  /** Assay's own: whoever is registered on the class path. */
  public static VerifierCatalog builtIn() {
    NavigableMap<String, VerifierProvider<?>> found = new TreeMap<>();
    for (VerifierProvider<?> provider :
        ServiceLoader.load(VerifierProvider.class, VerifierCatalog.class.getClassLoader())) {
      add(found, provider);
    }
    return new VerifierCatalog(found);
  }

  /**
   * This catalog with others.
   *
   * @throws IllegalArgumentException when one of them has a type that is there already
   */
  public VerifierCatalog with(Collection<VerifierProvider<?>> others) {
    NavigableMap<String, VerifierProvider<?>> all = new TreeMap<>(byType);
    others.forEach(provider -> add(all, provider));
    return new VerifierCatalog(all);
  }

  private static void add(
      Map<String, VerifierProvider<?>> providers, VerifierProvider<?> provider) {
    String type = provider.info().type();
    if (type.contains(":")) {
      throw new IllegalArgumentException(
          "expected the type of a provider without a colon, found " + type);
    }
    VerifierProvider<?> before = providers.putIfAbsent(type, provider);
    if (before != null) {
      throw new IllegalArgumentException(
          "expected one verifier of type "
              + type
              + ", found "
              + provider.getClass().getName()
              + " beside "
              + before.getClass().getName());
    }
  }

  /** The providers in the order of their types. */
  public Collection<VerifierProvider<?>> providers() {
    return byType.values();
  }

  /** The provider of {@code type}; null when there is none. */
  public @Nullable VerifierProvider<?> find(String type) {
    return byType.get(type);
  }

  /** What the verifiers are whose roles no settings say. */
  public Map<String, VerifierInfo> infos() {
    return byType.values().stream()
        .map(VerifierProvider::info)
        .filter(info -> !info.subjects().isEmpty())
        .collect(Collectors.toUnmodifiableMap(VerifierInfo::type, info -> info));
  }

  /** The makers of specimens of all of them. */
  public List<SpecimenFamily> specimens() {
    return byType.values().stream().flatMap(provider -> provider.specimens().stream()).toList();
  }

  /**
   * The verifiers of a worker.
   *
   * @param sections settings by type, as in {@code worker.verifiers}
   * @throws IllegalArgumentException for settings that cannot be used or that are nobody's
   */
  public List<Verifier> verifiers(Map<String, JsonNode> sections, VerifierProvider.Host host) {
    for (String type : sections.keySet()) {
      if (!byType.containsKey(type)) {
        throw new IllegalArgumentException(
            "expected a verifier in worker.verifiers out of "
                + String.join(", ", byType.keySet())
                + ", found "
                + type);
      }
    }
    List<Verifier> made = new ArrayList<>();
    byType.forEach((type, provider) -> made.addAll(made(provider, sections.get(type), host)));
    return made;
  }

  private static <S extends Record> List<Verifier> made(
      VerifierProvider<S> provider, @Nullable JsonNode section, VerifierProvider.Host host) {
    String type = provider.info().type();
    S settings = settings(provider, section);
    List<Verifier> verifiers;
    try {
      verifiers = provider.verifiers(settings, host);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("worker.verifiers." + type + ": " + e.getMessage(), e);
    }
    for (Verifier verifier : verifiers) {
      String one = verifier.info().type();
      if (!one.equals(type) && !one.startsWith(type + ":")) {
        throw new IllegalArgumentException(
            "expected verifiers of type " + type + " of their provider, found " + one);
      }
    }
    return verifiers;
  }

  private static <S extends Record> S settings(
      VerifierProvider<S> provider, @Nullable JsonNode section) {
    JsonNode given = section == null ? JsonNodeFactory.instance.objectNode() : section;
    return switch (Json.parse(given, provider.settings())) {
      case Parsed.Accepted<S>(S settings) -> settings;
      case Parsed.Rejected<S>(Rejection rejection) ->
          throw new IllegalArgumentException(
              "worker.verifiers."
                  + provider.info().type()
                  + (rejection.field() == null ? "" : "." + rejection.field())
                  + ": "
                  + rejection.detail());
    };
  }

  /**
   * The settings with what a policy of the same owner grants.
   *
   * @param sections settings by type
   * @param configs the policy's configuration of each verifier, canonical JSON by type
   */
  public Map<String, JsonNode> granted(
      Map<String, JsonNode> sections, Map<String, String> configs) {
    Map<String, JsonNode> all = new HashMap<>(sections);
    configs.forEach((type, config) -> {
      VerifierProvider<?> provider = byType.get(type);
      if (provider != null) {
        granted(provider, sections.get(type), config, all);
      }
    });
    return all;
  }

  private static <S extends Record> void granted(
      VerifierProvider<S> provider,
      @Nullable JsonNode section,
      String config,
      Map<String, JsonNode> all) {
    S settings = settings(provider, section);
    S more = provider.granted(settings, config);
    if (!more.equals(settings)) {
      all.put(provider.info().type(), Json.toTree(more));
    }
  }
}
