package dev.assay.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Pem;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.Target;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.testkit.MemoryScope;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes keys, statements and envelopes, and has them verified about one report. */
final class Signatures {

  static final String REPORT = "<testsuite><testcase name=\"adds\"/></testsuite>";
  static final String REPORT_SHA = Digests.sha256Hex(REPORT);
  static final String COMMIT = "8f".repeat(20);
  static final Target TARGET = new Target("https://github.com/acme/shop", COMMIT, List.of());

  private Signatures() {}

  static KeyPair keys(String algorithm) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (algorithm.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    }
    return generator.generateKeyPair();
  }

  static String pem(KeyPair keys) {
    return Pem.encode("PUBLIC KEY", keys.getPublic().getEncoded());
  }

  static String keyId(KeyPair keys) {
    return Digests.sha256Hex(keys.getPublic().getEncoded());
  }

  static byte[] sign(KeyPair keys, byte[] message) throws Exception {
    Signature signature =
        Signature.getInstance(
            switch (keys.getPrivate().getAlgorithm()) {
              case "EC" -> "SHA256withECDSA";
              case "RSA" -> "SHA256withRSA";
              default -> "Ed25519";
            });
    signature.initSign(keys.getPrivate());
    signature.update(message);
    return signature.sign();
  }

  static Envelope envelope(KeyPair keys, String hint, byte[] payload) throws Exception {
    return envelope(keys, hint, InTotoStatement.PAYLOAD_TYPE, payload);
  }

  static Envelope envelope(KeyPair keys, String hint, String type, byte[] payload)
      throws Exception {
    byte[] signature = sign(keys, Pae.encode(type, payload));
    return Envelope.of(type, payload, List.of(new EnvelopeSignature(hint, signature)));
  }

  /** A test result about {@code subject}. */
  static ObjectNode testResult(String subject, String result, @Nullable String commit) {
    ObjectNode statement = statement(subject, "https://in-toto.io/attestation/test-result/v0.1");
    ObjectNode predicate = statement.putObject("predicate").put("result", result);
    ObjectNode source = predicate.putArray("configuration").addObject();
    source.put("name", "workflow");
    if (commit != null) {
      source.putObject("digest").put("gitCommit", commit);
    }
    return statement;
  }

  /** A SLSA provenance about {@code subject}, made from {@code commit} of {@code repository}. */
  static ObjectNode slsa(String subject, String repository, String commit) {
    ObjectNode statement = statement(subject, "https://slsa.dev/provenance/v1");
    statement
        .putObject("predicate")
        .putObject("buildDefinition")
        .putArray("resolvedDependencies")
        .addObject()
        .put("uri", "git+" + repository + "@refs/heads/main")
        .putObject("digest")
        .put("gitCommit", commit);
    return statement;
  }

  static ObjectNode statement(String subject, String predicateType) {
    ObjectNode statement = JsonNodeFactory.instance.objectNode();
    statement.put("_type", "https://in-toto.io/Statement/v1").put("predicateType", predicateType);
    statement
        .putArray("subject")
        .addObject()
        .put("name", "report.xml")
        .putObject("digest")
        .put("sha256", subject);
    return statement;
  }

  static JsonNode tree(byte[] json) {
    return switch (Json.tree(json)) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
      case Parsed.Rejected<JsonNode>(var rejection) -> throw new AssertionError(rejection.detail());
    };
  }

  static byte[] bytes(JsonNode node) {
    return Json.write(node);
  }

  static String trusting(String name, KeyPair keys) {
    return config(Map.of("keys", Map.of(name, pem(keys))));
  }

  static String config(Map<String, Object> members) {
    return new String(Json.canonical(members), StandardCharsets.UTF_8);
  }

  static Finding verify(Path home, String config, byte[] document) throws Exception {
    return verify(home, "{}", config, TARGET, document);
  }

  /** What is found about a document beside {@link #REPORT}. */
  static Finding verify(
      Path home, String settings, String config, @Nullable Target target, byte[] document)
      throws Exception {
    return verify(home, settings, config, target, document, ArtifactRole.TEST_LOG, "a log");
  }

  /** What is found about a document beside {@link #REPORT} and one more artifact. */
  static Finding verify(
      Path home,
      String settings,
      String config,
      @Nullable Target target,
      byte[] document,
      ArtifactRole role,
      String beside)
      throws Exception {
    MemoryScope scope = new MemoryScope(home);
    return new ProvenanceProvider()
        .verifiers(settings(settings), new VerifierProvider.Host(home, home, Map.of()))
        .getFirst()
        .verify(
            request(
                config,
                target,
                List.of(
                    scope.add(ArtifactRole.PROVENANCE, document),
                    scope.add(ArtifactRole.TEST_REPORT, REPORT),
                    scope.add(role, beside))),
            scope);
  }

  private static ProvenanceSettings settings(String json) {
    return switch (Json.parse(json.getBytes(StandardCharsets.UTF_8), ProvenanceSettings.class)) {
      case Parsed.Accepted<ProvenanceSettings>(ProvenanceSettings settings) -> settings;
      case Parsed.Rejected<ProvenanceSettings>(var rejection) ->
          throw new AssertionError(rejection.detail());
    };
  }

  private static VerificationRequest request(
      String config, @Nullable Target target, List<ArtifactRef> artifacts) {
    String id = Digests.sha256Hex("request");
    return new VerificationRequest(
        id,
        "shop/cart",
        id,
        id,
        1,
        ProvenanceProvider.TYPE,
        config,
        artifacts,
        target,
        null,
        Risk.MEDIUM,
        null,
        2_000,
        null);
  }
}
