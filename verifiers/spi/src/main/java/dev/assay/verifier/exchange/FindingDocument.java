package dev.assay.verifier.exchange;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a verifier in another language answers. It is untrusted: read strictly, with bounds, and
 * without characters that could deceive who reads the report.
 *
 * @param summary one sentence
 * @param confidence 0 to 1; absent means 1, or 0 when nothing was decided
 * @param failures a stable name for each failure, without times, paths and numbers that vary; at
 *     least one with FAIL
 * @param hyperthesis what it cannot rule out; absent means its summary when nothing was decided
 * @param pointers where in the artifacts its evidence is
 * @param tests what it tells of single tests, or null
 */
public record FindingDocument(
    Result result,
    String summary,
    List<String> nextActions,
    @Nullable Double confidence,
    List<String> failures,
    List<Hyperthesis> hyperthesis,
    List<Pointer> pointers,
    @Nullable TestsDocument tests) {

  /** Bytes of one answer. */
  public static final int BYTES_MAX = 64 * 1024;

  /** Checks the bounds, which are those of a report. */
  public FindingDocument {
    result = Require.present("result", result);
    summary = plain("summary", Require.text("summary", summary, Limits.SUMMARY_CHARS_MAX));
    nextActions = Require.list("nextActions", orNone(nextActions), Limits.NEXT_ACTIONS_MAX);
    nextActions.forEach(action ->
        plain("nextActions", Require.text("nextActions", action, Limits.NEXT_ACTION_CHARS_MAX)));
    if (confidence != null) {
      Require.fraction("confidence", confidence);
    }
    failures = Require.list("failures", orNone(failures), Limits.FAILURE_SIGNATURES_MAX);
    failures.forEach(failure ->
        plain("failures", Require.text("failures", failure, Limits.SIGNATURE_CHARS_MAX)));
    Require.that(
        result != Result.FAIL || !failures.isEmpty(),
        ErrorCode.MISSING_FIELD,
        "failures",
        "expected a stable name of at least one failure with the result FAIL, found none");
    Require.that(
        result != Result.PASS || failures.isEmpty(),
        ErrorCode.INVALID_FIELD,
        "failures",
        "expected no failures with the result PASS, found some");
    Require.that(
        result != Result.PASS || tests == null || tests.failed().isEmpty(),
        ErrorCode.INVALID_FIELD,
        "tests.failed",
        "expected no tests that failed with the result PASS, found some");
    hyperthesis = Require.list("hyperthesis", orNone(hyperthesis), Limits.HYPERTHESES_MAX);
    hyperthesis.forEach(one -> {
      plain("hyperthesis.blindSpot", one.blindSpot());
      plain("hyperthesis.bound", one.bound());
    });
    pointers = Require.list("pointers", orNone(pointers), Limits.POINTERS_MAX);
  }

  private static <T> List<T> orNone(@Nullable List<T> list) {
    return Objects.requireNonNullElse(list, List.of());
  }

  private static String plain(String field, String text) {
    Require.that(
        text.codePoints().noneMatch(FindingDocument::deceives),
        ErrorCode.INVALID_FIELD,
        field,
        "expected one line of plain text in " + field + ", found control characters");
    return text;
  }

  /** Control characters, and those that turn the order of others round. */
  private static boolean deceives(int c) {
    return Character.isISOControl(c)
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0x2028
        || c == 0x2029;
  }

  /**
   * The finding that {@code answer} holds about {@code request}, or why it holds none. The text of
   * a rejection may quote the answer.
   */
  public static Parsed<Finding> read(byte[] answer, VerificationRequest request) {
    return switch (Json.parse(answer, FindingDocument.class)) {
      case Parsed.Rejected<FindingDocument>(var rejection) -> new Parsed.Rejected<>(rejection);
      case Parsed.Accepted<FindingDocument>(FindingDocument document) ->
          document.pointers().stream().allMatch(pointer -> isInside(pointer, request))
              ? new Parsed.Accepted<>(document.finding(request))
              : new Parsed.Rejected<>(
                  new Rejection(
                      ErrorCode.INVALID_FIELD,
                      "expected pointers into the artifacts of the request, found another place",
                      "pointers"));
    };
  }

  private static boolean isInside(Pointer pointer, VerificationRequest request) {
    return request.artifacts().stream()
        .filter(artifact -> artifact.sha256().equals(pointer.artifact()))
        .mapToLong(ArtifactRef::size)
        .anyMatch(size -> pointer.offset() + pointer.length() <= size);
  }

  private Finding finding(VerificationRequest request) {
    boolean decided = result == Result.PASS || result == Result.FAIL;
    String type = request.verifierType();
    Finding finding =
        Finding.of(
            result,
            failures.stream().map(failure -> FailureSignature.named(type, failure)).toList(),
            summary,
            nextActions.isEmpty() ? List.of(nextAction(result)) : nextActions,
            confidence == null ? (decided ? 1 : 0) : confidence,
            decided || !hyperthesis.isEmpty() ? hyperthesis : List.of(undisclosed()),
            pointers);
    return tests == null ? finding : finding.withTests(tests.outcomes(request.expect()));
  }

  private static String nextAction(Result result) {
    return switch (result) {
      case PASS -> "go on";
      case FAIL -> "repair what the verifier found and run it again";
      case FLAKY, INCONCLUSIVE -> "give the verifier what it lacks and run it again";
    };
  }

  private static Hyperthesis undisclosed() {
    return new Hyperthesis(
        "everything this verifier would have checked",
        Hyperthesis.Why.MISSING_DATA,
        Risk.HIGH,
        "the summary says what was lacking");
  }
}
