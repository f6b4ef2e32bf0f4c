package dev.assay.store;

import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.Signer;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemRow;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What some fleets had verified, spread as in life: few agents do most of the work, most of it
 * passes, some failures come again and again, one artifact is everywhere and one work item never
 * ends. Statements have the length of real ones; nobody has signed them.
 */
final class BenchHistory {

  static final String EVERYWHERE = hash("an empty file");
  static final String ENDLESS = "fleet-0/endless";
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final List<String> VERIFIERS =
      List.of(
          "testreport",
          "testreport",
          "testreport",
          "testreport",
          "testreport",
          "quick",
          "quick",
          "reexecution",
          "provenance",
          "policygate",
          "cf-verify",
          "screenshot");
  private static final int FLEETS = 20;
  private static final int AGENTS = 400;
  private static final int SIGNATURES = 5_000;
  private static final int FILES = 2_000;
  private static final int SAMPLES = 20_000;
  private static final long SECONDS_BETWEEN = 3;

  private static final Signer NOBODY =
      new Signer() {
        @Override
        public String keyId() {
          return hash("key");
        }

        @Override
        public byte[] sign(byte[] message) {
          return new byte[64];
        }
      };

  private final Random random = new Random(7);
  private final List<StoredAttestation> sampled = new ArrayList<>();
  private int attestations;
  private int items;

  /** Some of the attestations, each as likely as any other. */
  List<StoredAttestation> sampled() {
    return sampled;
  }

  /** When the last one was made. */
  Instant end() {
    return START.plusSeconds(SECONDS_BETWEEN * attestations);
  }

  /** The next work items with all their attempts, at least {@code count} attestations. */
  Batch next(int count) {
    List<StoredAttestation> made = new ArrayList<>();
    List<DecisionRow> decisions = new ArrayList<>();
    Map<String, WorkItemRow> rows = new LinkedHashMap<>();
    while (made.size() < count) {
      WorkItemRow row = item(made, decisions);
      rows.put(row.id(), row);
    }
    for (StoredAttestation each : made) {
      if (sampled.size() < SAMPLES) {
        sampled.add(each);
      } else if (random.nextInt(attestations) < SAMPLES) {
        sampled.set(random.nextInt(SAMPLES), each);
      }
    }
    return new Batch(made, decisions, List.copyOf(rows.values()));
  }

  private WorkItemRow item(List<StoredAttestation> made, List<DecisionRow> decisions) {
    boolean endless = items % 100 == 0;
    int agent = skewed(AGENTS);
    String fleet = "fleet-" + agent % FLEETS;
    String id =
        endless ? ENDLESS : fleet + "/shop/change-" + hash("item-" + items).substring(0, 12);
    String commit = hash("commit-" + items / 3).substring(0, 40);
    Instant first = end();
    boolean passed = false;
    int attempt = 0;
    int tried = made.size();
    while (!passed && attempt < 4) {
      attempt++;
      tried = made.size();
      passed = attempt(made, id, attempt, "agent-" + agent, fleet, commit);
      String kind = passed ? "PROMOTE" : "RETRY";
      String decision = hash(id + items + "-" + attempt);
      decisions.add(
          new DecisionRow(decision, id, attempt, kind, "{" + " ".repeat(600) + "}", end(), null));
    }
    if (passed) {
      List<StoredAttestation> cited = List.copyOf(made.subList(tried, made.size()));
      made.add(attestation(id, attempt, "agent-" + agent, fleet, commit, null, "PASSED", cited));
    }
    items++;
    return new WorkItemRow(
        id,
        passed ? "promoted" : "open",
        "CALM",
        attempt,
        "agent-" + agent,
        fleet,
        first,
        end(),
        "{" + " ".repeat(400) + "}",
        null,
        "[]",
        null,
        "{" + " ".repeat(90) + "}");
  }

  private boolean attempt(
      List<StoredAttestation> made,
      String item,
      int attempt,
      String agent,
      String fleet,
      String commit) {
    boolean passed = true;
    int verifications = 1 + random.nextInt(3);
    for (int i = 0; i < verifications; i++) {
      int luck = random.nextInt(100);
      String result =
          luck < 82 ? "PASS" : luck < 94 ? "FAIL" : luck < 98 ? "INCONCLUSIVE" : "FLAKY";
      passed &= result.equals("PASS");
      String verifier = VERIFIERS.get(random.nextInt(VERIFIERS.size()));
      made.add(attestation(item, attempt, agent, fleet, commit, verifier, result, List.of()));
    }
    return passed;
  }

  private StoredAttestation attestation(
      String item,
      int attempt,
      String agent,
      String fleet,
      String commit,
      @Nullable String verifier,
      String result,
      List<StoredAttestation> cited) {
    int number = attestations++;
    List<StoredAttestation.Artifact> artifacts = new ArrayList<>();
    artifacts.add(new StoredAttestation.Artifact("test-report", hash("artifact-" + number / 2)));
    artifacts.add(new StoredAttestation.Artifact("test-log", hash("log-" + number)));
    if (number % 10 == 0) {
      artifacts.add(new StoredAttestation.Artifact("patch", EVERYWHERE));
    }
    List<String> signatures = new ArrayList<>();
    if (result.equals("FAIL") || result.equals("FLAKY")) {
      for (int i = 0; i <= random.nextInt(3); i++) {
        signatures.add(hash("signature-" + skewed(SIGNATURES)).substring(0, 16));
      }
    }
    String report = verifier == null ? null : hash("report-" + number);
    byte[] statement =
        ("{\"_type\":\"https://in-toto.io/Statement/v1\",\"number\":"
                + number
                + ",\"predicate\":{\"inputAttestations\":["
                + cited.stream()
                    .map(each -> "{\"digest\":{\"sha256\":\"" + each.id() + "\"}}")
                    .collect(Collectors.joining(","))
                + "],\"rest\":\""
                + report
                + artifacts
                + " ".repeat(700)
                + "\"}}")
            .getBytes(StandardCharsets.UTF_8);
    return new StoredAttestation(
        new TreeHasher().digest(statement).hex(),
        verifier == null ? StoredAttestation.Kind.VSA : StoredAttestation.Kind.VERIFICATION,
        Samples.PREDICATE,
        item,
        attempt,
        verifier,
        result,
        verifier == null ? null : number % 4 == 0 ? "CLAIMED" : "OBSERVED",
        agent,
        fleet,
        commit,
        report,
        end(),
        artifacts,
        signatures.stream().distinct().toList(),
        verifier == null ? List.of() : hypertheses(),
        signatures.isEmpty() ? List.of() : files(),
        Envelope.signed("application/vnd.in-toto+json", statement, NOBODY));
  }

  /** Half say that somebody may lie to them, some lack data, hardly one a tool. */
  private List<String> hypertheses() {
    int luck = random.nextInt(100);
    List<String> hypertheses = new ArrayList<>();
    if (luck < 20) {
      hypertheses.add("MISSING_DATA");
    }
    if (luck < 1) {
      hypertheses.add("MISSING_TOOL");
    }
    if (luck % 2 == 0) {
      hypertheses.add("ADVERSARY");
    }
    return hypertheses;
  }

  /** A path of four names with its ends. */
  private List<String> files() {
    int file = skewed(FILES);
    String name = "cart_" + file + ".py";
    String directory = "part-" + file % 50 + "/";
    return List.of(
        "src/shop/" + directory + name, "shop/" + directory + name, directory + name, name);
  }

  /** A number below {@code bound}: the smaller, the likelier. */
  private int skewed(int bound) {
    double share = random.nextDouble();
    return (int) (bound * share * share * share);
  }

  private static String hash(String text) {
    return Samples.hash(text);
  }
}
