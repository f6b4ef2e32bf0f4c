package dev.assay.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.Signer;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.CanonicalJson;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Attestations by number, whose facts follow from the number alone. */
final class Samples {

  static final Ed25519Key DIRECTOR = Ed25519Key.generate(Instant.EPOCH);
  static final Instant START = Instant.parse("2026-01-02T03:04:05.678901Z");
  static final String PREDICATE = "https://assay.dev/attestation/verification-report/v1";

  /** A manifest as the store keeps it. */
  static StoredAttestation stored(Manifest manifest) {
    Envelope envelope =
        Envelope.signed(
            Statement.PAYLOAD_TYPE,
            manifest.statement().text().getBytes(StandardCharsets.UTF_8),
            DIRECTOR);
    if (AttestationGate.stated(
            envelope,
            new LoggedRow.UnsignedFields(manifest.workItem(), 1, null, null, manifest.time()))
        instanceof Parsed.Accepted<StoredAttestation>(StoredAttestation stored)) {
      return stored;
    }
    throw new AssertionError("expected a manifest");
  }

  /** A manifest of a partition of the decisions' topic. */
  static Manifest manifest(long first, long end) {
    return new Manifest(
        "decisions",
        3,
        first,
        end,
        null,
        first == 0 ? null : hash("manifest"),
        null,
        List.of(ManifestRecord.decision(first, hash("value"), hash("event"), hash("decision"))),
        "2026-01-02T03:04:05.000Z");
  }

  /** Signing takes most of the time; each number below the bound is signed once. */
  private static final Map<Integer, StoredAttestation> SIGNED = new ConcurrentHashMap<>();

  private static final int SIGNED_MAX = 3_000;

  private Samples() {}

  static StoredAttestation attestation(int number) {
    return number < SIGNED_MAX
        ? SIGNED.computeIfAbsent(number, n -> attestation(n, DIRECTOR))
        : attestation(number, DIRECTOR);
  }

  /** Number {@code n} belongs to work item n/10, alternates its verifier and fails every fourth. */
  static StoredAttestation attestation(int number, Signer signer) {
    String result = number % 4 == 3 ? "FAIL" : "PASS";
    byte[] statement = CanonicalJson.bytes(statement(number, result));
    return new StoredAttestation(
        new TreeHasher().digest(statement).hex(),
        StoredAttestation.Kind.VERIFICATION,
        PREDICATE,
        workItem(number),
        1,
        verifier(number),
        result,
        basis(number),
        "agent-" + number % 3,
        "fleet-a",
        number % 2 == 0 ? "c0ffee" : null,
        hash("report-" + number),
        START.plusMillis(number),
        List.of(
            new StoredAttestation.Artifact("test-report", artifact(number)),
            new StoredAttestation.Artifact("test-log", hash("log-" + number))),
        result.equals("FAIL") ? List.of("sig-" + number % 8) : List.of(),
        hypertheses(number),
        result.equals("FAIL") ? files(number) : List.of(),
        Envelope.signed("application/vnd.in-toto+json", statement, signer));
  }

  /**
   * The promotion of work item {@code number} in {@code fleet}, which cites the attestation of that
   * number.
   */
  static StoredAttestation promotion(int number, String fleet) {
    ObjectNode made =
        JsonNodeFactory.instance
            .objectNode()
            .put("_type", Statement.TYPE)
            .put("predicateType", Statement.VERIFICATION_SUMMARY)
            .put("number", number);
    ObjectNode predicate = made.putObject("predicate").put("verificationResult", "PASSED");
    predicate
        .putArray("inputAttestations")
        .addObject()
        .putObject("digest")
        .put("sha256", attestation(number).id());
    byte[] statement = CanonicalJson.bytes(made);
    return new StoredAttestation(
        new TreeHasher().digest(statement).hex(),
        StoredAttestation.Kind.VSA,
        Statement.VERIFICATION_SUMMARY,
        "item-" + number,
        1,
        null,
        "PASSED",
        null,
        "agent-1",
        fleet,
        null,
        null,
        START,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Envelope.signed(Statement.PAYLOAD_TYPE, statement, DIRECTOR));
  }

  /** Number {@code n}, which fails with {@code signatures}. */
  static StoredAttestation failed(int number, List<String> signatures) {
    StoredAttestation like = attestation(number);
    return like(like, "FAIL", like.fleet(), signatures);
  }

  /** Number {@code n}, which is about work of {@code fleet}. */
  static StoredAttestation inFleet(int number, String fleet) {
    StoredAttestation like = attestation(number);
    return like(like, like.result(), fleet, like.failureSignatures());
  }

  private static StoredAttestation like(
      StoredAttestation like, String result, @Nullable String fleet, List<String> signatures) {
    return new StoredAttestation(
        like.id(),
        like.kind(),
        like.predicateType(),
        like.workItem(),
        like.attempt(),
        like.verifier(),
        result,
        like.basis(),
        like.agent(),
        fleet,
        like.commit(),
        like.report(),
        like.time(),
        like.artifacts(),
        signatures,
        like.hypertheses(),
        like.files(),
        like.envelope());
  }

  static List<StoredAttestation> range(int from, int to) {
    List<StoredAttestation> list = new ArrayList<>();
    for (int i = from; i < to; i++) {
      list.add(attestation(i));
    }
    return list;
  }

  static String workItem(int number) {
    return "item-" + number / 10;
  }

  /** Every third lacked a tool, every fifth was not told whether it was lied to. */
  static List<String> hypertheses(int number) {
    List<String> hypertheses = new ArrayList<>();
    if (number % 3 == 0) {
      hypertheses.add("MISSING_TOOL");
    }
    if (number % 5 == 0) {
      hypertheses.add("ADVERSARY");
    }
    return hypertheses;
  }

  /** The file that number {@code n} fails in, and the ends of its path. */
  static List<String> files(int number) {
    String name = "cart_" + number % 8 + ".py";
    return List.of("src/shop/" + name, "shop/" + name, name);
  }

  static String verifier(int number) {
    return number % 2 == 0 ? "testreport" : "quick";
  }

  /** Five attestations in a row are about the same artifact. */
  static String artifact(int number) {
    return hash("artifact-" + number / 5);
  }

  static String hash(String text) {
    return new TreeHasher().digest(text.getBytes(StandardCharsets.UTF_8)).hex();
  }

  static Set<String> ids(List<StoredAttestation> attestations) {
    Set<String> ids = new LinkedHashSet<>();
    attestations.forEach(attestation -> ids.add(attestation.id()));
    return ids;
  }

  private static String basis(int number) {
    return number % 5 == 0 ? "OBSERVED" : "CLAIMED";
  }

  static ObjectNode statement(int number, String result) {
    ObjectNode statement = JsonNodeFactory.instance.objectNode();
    statement.put("_type", "https://in-toto.io/Statement/v1");
    ObjectNode subject = statement.putArray("subject").addObject();
    subject.put("name", "test-report");
    subject.putObject("digest").put("sha256", artifact(number));
    statement.put("predicateType", PREDICATE);
    ObjectNode predicate = statement.putObject("predicate");
    predicate.put("verifierType", verifier(number));
    predicate.put("verifierVersion", "1.0.0");
    predicate.put("configDigest", hash("config"));
    predicate.put("workItem", workItem(number));
    predicate.put("attempt", 1);
    predicate
        .putArray("artifacts")
        .addObject()
        .put("role", "test-report")
        .put("sha256", artifact(number));
    predicate.put("reportDigest", hash("report-" + number));
    predicate.put("result", result);
    predicate.put("basis", basis(number));
    var failures = predicate.putArray("failureSignatures");
    if (result.equals("FAIL")) {
      failures
          .addObject()
          .put("id", "sig-" + number % 8)
          .put("kind", "exception")
          .put("text", "AssertionError at total " + files(number).getFirst());
    }
    predicate.put("confidence", 1);
    var hypertheses = predicate.putArray("hyperthesis");
    hypertheses(number)
        .forEach(why ->
            hypertheses
                .addObject()
                .put("blindSpot", "all of it")
                .put("why", why)
                .put("risk", "low")
                .put("bound", "none"));
    predicate.put("time", START.plusMillis(number).toString());
    return statement;
  }
}
