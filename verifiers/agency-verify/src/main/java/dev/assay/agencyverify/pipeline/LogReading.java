package dev.assay.agencyverify.pipeline;

import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.testreport.TestReportVerifier;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a script's log tells by itself when it holds a known format. It can take acceptance away and
 * add signatures to a failure, never turn a failure into success.
 */
final class LogReading {

  private static final TestReportVerifier READER = new TestReportVerifier();

  private LogReading() {}

  /** The finding about a script, weighed against the log that its first pointer cites. */
  static Finding weigh(Finding script, VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    boolean judged = script.result() == Result.PASS || script.result() == Result.FAIL;
    if (!judged || script.pointers().isEmpty() || scope.deadline().getAsLong() <= 0) {
      return script;
    }
    Finding reported;
    try {
      reported = READER.verify(reading(script, request), scope);
    } catch (InterruptedException e) {
      if (scope.deadline().getAsLong() > 0) {
        throw e;
      }
      return script; // the budget ended while an extra was read
    }
    if (reported.result() != Result.FAIL) {
      return script;
    }
    return script.result() == Result.FAIL
        ? explained(script, reported)
        : contradicted(script, reported);
  }

  private static VerificationRequest reading(Finding script, VerificationRequest request) {
    Pointer cited = script.pointers().getFirst();
    Integer exitCode = script.result() == Result.PASS ? 0 : null;
    ArtifactRef log =
        new ArtifactRef(
            ArtifactRole.TEST_LOG,
            cited.artifact(),
            cited.offset() + cited.length(),
            "text/plain",
            new Producer(null, exitCode, Map.of()));
    return new VerificationRequest(
        request.requestId(),
        request.workItem(),
        request.eventKey(),
        request.planId(),
        request.attempt(),
        TestReportVerifier.TYPE,
        "{}",
        List.of(log),
        request.target(),
        request.groundTruth(),
        request.risk(),
        request.lens(),
        request.budgetMillis(),
        request.traceparent());
  }

  private static Finding explained(Finding script, Finding reported) {
    return merged(
        script,
        script.result(),
        script.summary(),
        script.nextActions(),
        script.confidence(),
        script.hyperthesis(),
        reported);
  }

  private static Finding contradicted(Finding script, Finding reported) {
    Hyperthesis conflict =
        new Hyperthesis(
            "which of the two is right: the exit code 0 or the failures in the log",
            Hyperthesis.Why.SEMANTICS,
            Risk.HIGH,
            "nothing is accepted while they contradict each other");
    return merged(
        script,
        Result.INCONCLUSIVE,
        "the verify script exited with 0 but its log tells of failures",
        List.of("make the script's exit code follow its tests and verify again"),
        0,
        Stream.concat(Stream.of(conflict), script.hyperthesis().stream())
            .limit(Limits.HYPERTHESES_MAX)
            .toList(),
        reported);
  }

  private static Finding merged(
      Finding script,
      Result result,
      String summary,
      List<String> nextActions,
      double confidence,
      List<Hyperthesis> hyperthesis,
      Finding reported) {
    List<FailureSignature> signatures =
        Stream.concat(script.failureSignatures().stream(), reported.failureSignatures().stream())
            .limit(Limits.FAILURE_SIGNATURES_MAX)
            .toList();
    List<Pointer> pointers =
        Stream.concat(script.pointers().stream(), reported.pointers().stream())
            .limit(Limits.POINTERS_MAX)
            .toList();
    return new Finding(
        result,
        signatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        script.details(),
        script.commandDigest(),
        script.environmentDigest(),
        script.isolation(),
        script.basis(),
        script.tests(),
        script.touched(),
        script.vouching());
  }
}
