package dev.assay.worker;

import dev.assay.verifier.Verifier;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The verifiers of this worker, by type. */
public final class Verifiers {

  private final Map<String, Verifier> byType;

  public Verifiers(Collection<Verifier> verifiers) {
    this.byType =
        verifiers.stream()
            .collect(Collectors.toUnmodifiableMap(v -> v.info().type(), Function.identity()));
  }

  Optional<Verifier> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }
}
