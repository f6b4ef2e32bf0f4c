package dev.assay.provenance;

import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whom the policy trusts: its configuration of this verifier.
 *
 * @param keys public keys as PEM, by a name of the operator's choice
 * @param identities identities of Sigstore certificates
 * @param commitRequired whether target and statement both have to name the commit; else it is
 *     compared where both name one. True without it
 */
record ProvenanceConfig(
    Map<String, String> keys, List<Identity> identities, @Nullable Boolean commitRequired) {

  ProvenanceConfig {
    keys = new TreeMap<>(Objects.requireNonNullElse(keys, Map.of()));
    identities = List.copyOf(Objects.requireNonNullElse(identities, List.of()));
    commitRequired = commitRequired == null || commitRequired;
    if (Math.max(keys.size(), identities.size()) > ProvenanceLimits.TRUSTED_MAX) {
      throw new IllegalArgumentException(
          "expected at most "
              + ProvenanceLimits.TRUSTED_MAX
              + " keys and as many identities in the provenance configuration");
    }
    keys.keySet().forEach(name -> Require.id("keys", name));
  }

  /**
   * Who a certificate of a Sigstore instance has to be for.
   *
   * @param root SHA-256 of the trusted root file of that instance
   * @param issuer of the token that the certificate was given for, as it is
   * @param san subject of the certificate, a URI or an address; in it {@code *} is any text without
   *     {@code /} and {@code @}, {@code **} any without {@code @}
   * @param repository where the workflow ran, a URI, or null for any; {@code san} names the
   *     repository that a workflow is from, and others may call it
   * @param ref what it ran for, such as {@code refs/heads/main}, or null for any
   */
  record Identity(
      String root, String issuer, String san, @Nullable String repository, @Nullable String ref) {
    Identity {
      root = Require.digest("identities.root", root);
      issuer = Require.text("identities.issuer", issuer, ProvenanceLimits.NAME_CHARS_MAX);
      san = Require.text("identities.san", san, ProvenanceLimits.NAME_CHARS_MAX);
      repository = named("identities.repository", repository);
      ref = named("identities.ref", ref);
    }
  }

  private static @Nullable String named(String member, @Nullable String text) {
    return text == null ? null : Require.text(member, text, ProvenanceLimits.NAME_CHARS_MAX);
  }

  /**
   * The configuration that {@code json} holds.
   *
   * @throws IllegalArgumentException when policy holds something else: the policy is to be repaired
   */
  static ProvenanceConfig parse(String json) {
    return switch (Json.parse(json.getBytes(StandardCharsets.UTF_8), ProvenanceConfig.class)) {
      case Parsed.Accepted<ProvenanceConfig>(ProvenanceConfig config) -> config;
      case Parsed.Rejected<ProvenanceConfig>(Rejection rejection) ->
          throw new IllegalArgumentException(
              "the provenance configuration: " + rejection.detail() + "; repair the policy");
    };
  }

  /** Whether nobody is trusted. */
  boolean isEmpty() {
    return keys.isEmpty() && identities.isEmpty();
  }

  /** Whether target and statement both have to name the commit. */
  boolean demandsCommit() {
    return Boolean.TRUE.equals(commitRequired);
  }

  List<TrustedKey> trustedKeys() {
    return keys.entrySet().stream()
        .map(key -> TrustedKey.of(key.getKey(), key.getValue()))
        .toList();
  }
}
