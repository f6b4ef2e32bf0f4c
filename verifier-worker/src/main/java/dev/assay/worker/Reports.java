package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.core.redaction.CommittedFields;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.TransientException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Stores reports and sends them. */
final class Reports {

  private final String worker;
  private final ArtifactStore artifacts;
  private final MessageProducer producer;
  private final KnownRates rates;
  private final @Nullable FieldSalts salts;

  /**
   * Reports of {@code worker}.
   *
   * @param salts of the redaction key; null where nothing is committed to
   */
  Reports(
      String worker,
      ArtifactStore artifacts,
      MessageProducer producer,
      KnownRates rates,
      @Nullable FieldSalts salts) {
    this.worker = worker;
    this.artifacts = artifacts;
    this.producer = producer;
    this.rates = rates;
    this.salts = salts;
  }

  /**
   * Returns when the report is stored and acknowledged.
   *
   * @param basis how it is known
   * @throws TransientException when it is not
   */
  void send(
      VerificationRequest request,
      Run.Finished finished,
      EvidenceBasis basis,
      Instant startedAt,
      Duration took)
      throws InterruptedException {
    byte[] report = Json.canonical(finished.report());
    String digest = stored(report);
    ReportMessage message =
        new ReportMessage(
            request.requestId(),
            request.workItem(),
            request.eventKey(),
            request.planId(),
            request.attempt(),
            finished.report(),
            digest,
            Digests.sha256Hex(request.config()),
            finished.finding().commandDigest(),
            finished.finding().environmentDigest(),
            finished.finding().isolation(),
            request.artifacts(),
            request.lens(),
            Times.text(startedAt),
            took.toMillis(),
            worker,
            rates.of(request.verifierType(), finished.report().verifierVersion()),
            basis,
            finished.finding().tests(),
            finished.finding().touched(),
            finished.finding().vouching(),
            null);
    MessageProducer.acknowledged(
        producer.send(
            Topic.REPORTS, request.workItem(), committed(message), request.traceparent()));
  }

  private ReportMessage committed(ReportMessage message) {
    return salts == null
        ? message
        : message.committed(CommittedFields.of(message.report(), salts).root());
  }

  private String stored(byte[] report) throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return artifacts.putDerived(report, "application/json");
      } catch (IOException e) {
        if (attempt == WorkerLimits.STORE_TRIES_MAX) {
          throw new TransientException("expected to store a report", e);
        }
        Thread.sleep(WorkerLimits.STORE_PAUSE.multipliedBy(attempt));
      }
    }
  }
}
