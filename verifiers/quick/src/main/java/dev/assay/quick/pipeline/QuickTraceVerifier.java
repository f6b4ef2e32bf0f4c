package dev.assay.quick.pipeline;

import dev.assay.core.failure.Names;
import dev.assay.core.failure.Signatures;
import dev.assay.quick.export.ContractFiles;
import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.ingest.Ingest.Envelopes;
import dev.assay.quick.ingest.Ingest.IngestLimitException;
import dev.assay.quick.ingest.Profile;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.report.Certificate.CertificateLimitException;
import dev.assay.quick.report.QuickResult;
import dev.assay.quick.report.ReportJson;
import dev.assay.quick.report.RunVerdict;
import dev.assay.quick.report.Unit;
import dev.assay.quick.report.Unit.UnitVerdict;
import dev.assay.quick.sql.SourceException.RunOverException;
import dev.assay.schemas.Limits;
import dev.assay.schemas.MediaTypes;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The verifier of type {@code quick}: checks the tool calls of a trace against the ground truth
 * that the execution names. The full report and the exported registry are stored; the finding cites
 * them by digest.
 */
public final class QuickTraceVerifier implements Verifier {

  static final VerifierInfo INFO =
      new VerifierInfo(
              "quick", "1.2.1-6", VerifierInfo.Pace.FAST, Set.of(ArtifactRole.TOOL_TRACE), Set.of())
          .thatIsReproducible()
          .with(EvidenceBasis.OBSERVED, Set.of());
  private static final String JSON = "application/json";
  private static final String SIGNATURE_KIND = "quick";
  private static final FailureSignature ABSENCE =
      FailureSignature.named(SIGNATURE_KIND, "ABSENCE_NOT_CHECKED");

  private final GroundTruths groundTruths;

  /** A verifier over {@code groundTruths}, which it closes. */
  public QuickTraceVerifier(GroundTruths groundTruths) {
    this.groundTruths = groundTruths;
  }

  @Override
  public VerifierInfo info() {
    return INFO;
  }

  @Override
  public void close() {
    groundTruths.close();
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    String name = request.groundTruth();
    if (name == null) {
      return nothingToCompare("The execution names no ground truth to compare the trace with.");
    }
    boolean foreign =
        name.equals(ReservedIds.CANARY_GROUND_TRUTH) && !ReservedIds.isCanary(request.workItem());
    if (foreign || !groundTruths.knows(name)) {
      throw new NotAllowedHereException(
          "the ground truth that the execution names is none of worker.groundTruths of this"
              + " worker");
    }
    ArtifactRef trace = request.artifacts().getFirst();
    Profile profile = profile(request.config(), trace);
    byte[] input;
    try (InputStream in = scope.open(trace)) {
      input = in.readNBytes(QuickLimits.INPUT_BYTES_MAX + 1);
    }
    QuickResult result;
    try {
      Ingest ingest = profile.read(input, QuickLimits.TRACE_NODES_MAX);
      result =
          ingest.isTooLarge()
              ? QuickResult.of(ingest, List.of(), false, List.of())
              : groundTruths.verify(name, ingest, scope.deadline());
    } catch (RunOverException e) {
      InterruptedException over = new InterruptedException(e.getMessage());
      over.initCause(e);
      throw over;
    } catch (IngestLimitException | CertificateLimitException e) {
      return hostile(String.valueOf(e.getMessage()));
    }
    Deadline.check(scope.deadline());
    Finding finding = finding(result, trace, scope);
    return result.units().isEmpty() ? finding.withBasis(EvidenceBasis.CLAIMED) : finding;
  }

  /**
   * What the policy says, else what the trace's media type says, else the specification's ladder.
   */
  private static Profile profile(String config, ArtifactRef trace) {
    if (!(JsonParser.parse(config) instanceof JsonObject members)) {
      throw misconfigured();
    }
    if (members.isEmpty()) {
      return trace.mediaType().equals(MediaTypes.ENVELOPES) ? Profile.ENVELOPES : Profile.LADDER;
    }
    return Profile.of(Json.textOf(members.get("profile")))
        .filter(_ -> members.without("profile"::equals).isEmpty())
        .orElseThrow(QuickTraceVerifier::misconfigured);
  }

  private static IllegalArgumentException misconfigured() {
    return new IllegalArgumentException(
        "expected {} or {\"profile\":\"ladder\"|\"envelopes\"} as quick's configuration in the"
            + " policy, found something else; repair the policy");
  }

  private static Finding finding(QuickResult result, ArtifactRef trace, VerificationScope scope)
      throws IOException {
    JsonObject report = ReportJson.of(result);
    byte[] registry = ContractFiles.registryText(result.tools()).getBytes(StandardCharsets.UTF_8);
    String registryDigest = scope.store(JSON, registry);
    String details =
        scope.store(JSON, (JsonText.stable(report) + "\n").getBytes(StandardCharsets.UTF_8));
    boolean taken = result.verdict() == RunVerdict.PASS && Deletions.claimedIn(result);
    return Finding.of(
            taken ? Result.INCONCLUSIVE : resultOf(result.verdict()),
            taken ? List.of(ABSENCE) : signatures(result),
            cut(text(report, "summary"), Limits.SUMMARY_CHARS_MAX),
            nextActions(report),
            confidence(result),
            hypertheses(result, taken),
            List.of(
                new Pointer(trace.sha256(), 0, trace.size()),
                new Pointer(registryDigest, 0, registry.length)))
        .withDetails(details);
  }

  private static Result resultOf(RunVerdict verdict) {
    return switch (verdict) {
      case PASS -> Result.PASS;
      case FAIL -> Result.FAIL;
      case UNCERTAIN -> Result.INCONCLUSIVE;
    };
  }

  /** Reason code, table and field of every unit that decides the verdict. */
  private static List<FailureSignature> signatures(QuickResult result) {
    UnitVerdict deciding =
        result.verdict() == RunVerdict.FAIL ? UnitVerdict.FAIL : UnitVerdict.UNCERTAIN;
    return result.units().stream()
        .filter(unit -> unit.verdict() == deciding)
        .flatMap(QuickTraceVerifier::signatures)
        .distinct()
        .limit(Limits.FAILURE_SIGNATURES_MAX)
        .toList();
  }

  private static Stream<FailureSignature> signatures(Unit unit) {
    String field = text(unit.finding().verification(), "field");
    String place = field.isEmpty() ? unit.plan().table() : unit.plan().table() + "." + field;
    return unit.codes().stream()
        .map(code -> Signatures.of(SIGNATURE_KIND, code.name() + " " + Names.shown(place), place));
  }

  private static double confidence(QuickResult result) {
    return result.units().stream().mapToDouble(unit -> unit.plan().confidence()).min().orElse(0);
  }

  private static List<String> nextActions(JsonObject report) {
    List<String> actions = new ArrayList<>();
    if (report.get("evidenceCompleteness") instanceof JsonObject evidence
        && evidence.get("nextActions") instanceof JsonArray listed) {
      for (Json action : listed) {
        if (action instanceof JsonObject entry && actions.size() < Limits.NEXT_ACTIONS_MAX) {
          actions.add(cut(text(entry, "text"), Limits.NEXT_ACTION_CHARS_MAX));
        }
      }
    }
    return actions;
  }

  /** What a quick run never sees, and what this one did not. */
  private static List<Hyperthesis> hypertheses(QuickResult result, boolean taken) {
    List<Hyperthesis> out = new ArrayList<>();
    if (taken) {
      out.add(
          new Hyperthesis(
              "Whether what a call says it took away is gone: rows are looked for, not missed.",
              Hyperthesis.Why.SEMANTICS,
              Risk.HIGH,
              "Nothing is accepted on this run; a delegation script can ask for the absence."));
    }
    if (result.verdict() == RunVerdict.UNCERTAIN) {
      out.add(
          new Hyperthesis(
              "Some tool calls could not be compared with the ground truth.",
              Hyperthesis.Why.MISSING_DATA,
              Risk.HIGH,
              "The stored report names every unit and its reason codes."));
    }
    Envelopes envelopes = result.ingest().envelopes();
    if (envelopes != null) {
      int room = Limits.HYPERTHESES_MAX - ReportJson.LIMITATIONS.size() - out.size();
      for (String limitation : envelopes.limitations().stream().limit(room).toList()) {
        out.add(
            new Hyperthesis(
                cut(limitation, Limits.HYPERTHESIS_CHARS_MAX),
                Hyperthesis.Why.MISSING_DATA,
                envelopes.incomplete() ? Risk.HIGH : Risk.MEDIUM,
                "The stored report lists it."));
      }
    }
    for (String limitation : ReportJson.LIMITATIONS) {
      out.add(
          new Hyperthesis(
              "Scope limitation: " + limitation + ".",
              Hyperthesis.Why.SEMANTICS,
              Risk.MEDIUM,
              "A written contract, replayed with assay check, states the expectations."));
    }
    return out;
  }

  private static Finding nothingToCompare(String why) {
    return inconclusive(
        why,
        "Name a configured ground truth in the execution event.",
        Hyperthesis.Why.MISSING_DATA);
  }

  private static Finding hostile(String why) {
    return inconclusive(
        cut(why, Limits.SUMMARY_CHARS_MAX),
        "Inspect the trace: it is shaped to exhaust its reader.",
        Hyperthesis.Why.ADVERSARY);
  }

  private static Finding inconclusive(String summary, String action, Hyperthesis.Why why) {
    return Finding.of(
            Result.INCONCLUSIVE,
            List.of(),
            summary,
            List.of(action),
            0,
            List.of(
                new Hyperthesis(
                    "Nothing in the trace was compared with the ground truth.",
                    why,
                    Risk.HIGH,
                    cut(summary, Limits.HYPERTHESIS_CHARS_MAX))),
            List.of())
        .withBasis(EvidenceBasis.CLAIMED);
  }

  private static String text(JsonObject object, String name) {
    return object.get(name) instanceof Scalar scalar ? scalar.plainText() : "";
  }

  private static String cut(String text, int charsMax) {
    return text.length() <= charsMax ? text : text.substring(0, charsMax);
  }
}
