package dev.assay.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.failure.FailedFiles;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.store.index.IndexLimits;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/** By which values of its signed predicate an attestation is found, where it may have several. */
final class StatementFacets {

  private StatementFacets() {}

  /** The ids of its failures: with their values and without. */
  static List<String> signatures(JsonNode predicate) {
    Set<String> ids = new LinkedHashSet<>();
    for (JsonNode signature : predicate.path("failureSignatures")) {
      ids.add(AttestationGate.required(signature, "id"));
      String variant = AttestationGate.optional(signature.path("variant"));
      if (variant != null) {
        ids.add(variant);
      }
    }
    return List.copyOf(ids);
  }

  /**
   * Why something could not be seen, each code once; other words than the known codes count not.
   */
  static List<String> hypertheses(JsonNode predicate) {
    JsonNode all = predicate.path("hyperthesis");
    return Arrays.stream(Hyperthesis.Why.values())
        .map(Enum::name)
        .filter(why ->
            StreamSupport.stream(all.spliterator(), false)
                .anyMatch(each -> each.path("why").asText().equals(why)))
        .toList();
  }

  /**
   * The files that its failures name: their whole paths first, then each end of one behind a slash,
   * as many as are indexed.
   */
  static List<String> files(JsonNode predicate) {
    Set<String> whole = new LinkedHashSet<>();
    for (JsonNode signature : predicate.path("failureSignatures")) {
      whole.addAll(
          FailedFiles.of(signature.path("kind").asText(), signature.path("text").asText()));
    }
    Set<String> files = new LinkedHashSet<>(whole);
    for (String path : whole) {
      for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        files.add(path.substring(slash + 1));
      }
    }
    return files.stream()
        .filter(file -> !file.isEmpty() && file.charAt(0) != '/')
        .limit(IndexLimits.FACETS_MAX)
        .toList();
  }
}
