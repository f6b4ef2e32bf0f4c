package dev.assay.core.director;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import java.util.Objects;

/** Tells whether a report says about the very thing that a request asked for. */
final class RequestMatcher {

  private RequestMatcher() {}

  static boolean matches(VerificationRequest request, ReportMessage message) {
    return message.requestId().equals(request.requestId())
        && message.planId().equals(request.planId())
        && message.workItem().equals(request.workItem())
        && message.attempt() == request.attempt()
        && message.report().verifierType().equals(request.verifierType())
        && Objects.equals(message.lens(), request.lens())
        && message.configDigest().equals(Digests.sha256Hex(request.config()))
        && named(message.artifacts()).equals(named(request.artifacts()));
  }

  private static List<String> named(List<ArtifactRef> artifacts) {
    return artifacts.stream().map(a -> a.role().wire() + ":" + a.sha256()).toList();
  }
}
