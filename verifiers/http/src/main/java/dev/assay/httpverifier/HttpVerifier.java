package dev.assay.httpverifier;

import dev.assay.egress.PinnedClient;
import dev.assay.httpverifier.HttpSettings.Service;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.ArtifactUnusableException;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.exchange.FindingDocument;
import dev.assay.verifier.exchange.RequestDocument;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Posts a request with its artifacts to the service that the worker's settings name and reads one
 * finding from the answer. Whatever else comes, or nothing, is INCONCLUSIVE with a code.
 */
final class HttpVerifier implements Verifier {

  private static final String DETAILS_TYPE = "application/vnd.assay.http-run+json";
  private static final int OK = 200;

  private final VerifierInfo info;
  private final Service service;
  private final PinnedClient client;
  private final Map<String, String> headers;

  HttpVerifier(
      VerifierInfo info, Service service, PinnedClient client, Map<String, String> headers) {
    this.info = info;
    this.service = service;
    this.client = client;
    this.headers = headers;
  }

  @Override
  public VerifierInfo info() {
    return info;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    List<String> contents = contents(request, scope);
    Duration left = scope.deadline().left().minus(HttpLimits.RESERVE);
    Duration most = Duration.ofSeconds(service.timeoutSeconds());
    Duration time = left.compareTo(most) < 0 ? left : most;
    Deadline end = Deadline.in(time);
    byte[] asked =
        RequestDocument.of(
                request,
                Math.max(1, time.toMillis()),
                (index, plain) ->
                    new RequestDocument.Artifact(
                        plain.role(),
                        plain.sha256(),
                        plain.size(),
                        plain.mediaType(),
                        plain.producer(),
                        null,
                        contents.get(index)))
            .json();
    PinnedClient.Answer answer;
    try {
      answer = client.post(service.url(), headers, "application/json", asked, time);
    } catch (PinnedClient.DeniedException e) {
      return about(ErrorCode.NOT_ALLOWED_HERE, "the service was not asked: " + e.getMessage());
    } catch (PinnedClient.BodyTooLargeException _) {
      return about(
          ErrorCode.OUTPUT_TOO_LARGE, "the service answered more than one finding may have");
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw Deadline.interrupted(e);
      }
      return end.isOver()
          ? about(ErrorCode.VERIFIER_TIMEOUT, "the service did not answer within its time")
          : about(ErrorCode.SERVICE_FAILED, "the service could not be reached");
    }
    return judged(request, scope, answer);
  }

  private static List<String> contents(VerificationRequest request, VerificationScope scope)
      throws IOException {
    List<String> contents = new ArrayList<>();
    int room = HttpLimits.ARTIFACT_BYTES_MAX;
    for (ArtifactRef artifact : request.artifacts()) {
      try (InputStream in = scope.open(artifact)) {
        byte[] bytes = in.readNBytes(room + 1);
        room -= bytes.length;
        if (room < 0) {
          throw new ArtifactUnusableException(
              "ARTIFACT_TOO_LARGE", "the artifacts are too large to send them to the service");
        }
        contents.add(Base64.getEncoder().encodeToString(bytes));
      }
    }
    return contents;
  }

  private static Finding judged(
      VerificationRequest request, VerificationScope scope, PinnedClient.Answer answer)
      throws IOException {
    byte[] body = answer.bytes();
    if (answer.status() != OK) {
      return about(ErrorCode.SERVICE_FAILED, "the service answered status " + answer.status());
    }
    if (body.length == 0) {
      return about(ErrorCode.FINDING_MISSING, "the service answered no finding");
    }
    return switch (FindingDocument.read(body, request)) {
      case Parsed.Accepted<Finding>(Finding finding) -> finding;
      case Parsed.Rejected<Finding>(var rejection) ->
          about(
                  ErrorCode.FINDING_INVALID,
                  "what the service answered is not one finding: " + rejection.code())
              .withDetails(
                  scope.store(DETAILS_TYPE, Json.write(Map.of("problem", rejection.detail()))));
    };
  }

  private static Finding about(ErrorCode code, String summary) {
    return Finding.aboutRun(
        code,
        summary,
        Hyperthesis.Why.MISSING_TOOL,
        Risk.HIGH,
        "repair the service or its settings and verify again");
  }
}
