package dev.assay.director;

import dev.assay.core.director.Policy;
import dev.assay.runtime.config.Yaml;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Reads a policy from YAML; see docs/policy.md for its members. */
public final class PolicyReader {

  private PolicyReader() {}

  /** The policy in {@code file}. */
  public static Policy read(Path file, Map<String, String> environment) {
    return Yaml.read(file, PolicyDocument.class, environment)
        .policy(VerifierCatalog.builtIn().infos());
  }

  /** The policy that is in force when none is configured. */
  public static Policy standard() {
    try (InputStream in = PolicyReader.class.getResourceAsStream("policy.yaml")) {
      String text =
          new String(
              Objects.requireNonNull(in, "the standard policy").readAllBytes(),
              StandardCharsets.UTF_8);
      return Yaml.parse(text, "policy.yaml", PolicyDocument.class, Map.of())
          .policy(VerifierCatalog.builtIn().infos());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
