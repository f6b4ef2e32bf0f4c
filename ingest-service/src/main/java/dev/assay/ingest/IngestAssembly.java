package dev.assay.ingest;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactsSection;
import dev.assay.artifact.DirectoryArtifactStore;
import dev.assay.artifact.Retention;
import dev.assay.core.redaction.FieldSalts;
import dev.assay.http.HealthCheck;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.schemas.ErrorCode;
import dev.assay.service.ServiceContext;
import dev.assay.service.ServiceParts;
import dev.assay.service.StoreReads;
import java.io.IOException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The ingest service, put together from its configuration.
 *
 * @param uploads how large artifacts may be, and how long they are kept
 * @param replayer the cluster, reached as who reads dead letters and sends their records again
 * @param salts of the redaction key; null where nothing is committed to
 * @param store the attestation store of the same process; null where there is none
 */
public record IngestAssembly(
    IngestSection section,
    ArtifactsSection uploads,
    ArtifactStore artifacts,
    KafkaConfig replayer,
    @Nullable FieldSalts salts,
    @Nullable StoreReads store) {

  /** Starts it: it takes events as soon as its routes are served. */
  public void start(ServiceContext context, ServiceParts parts)
      throws IOException, InterruptedException {
    Retention retention = uploads.retention(InstantSource.system());
    KafkaConfig kafka = context.kafka();
    MessageProducer producer = parts.opened(new MessageProducer(kafka, "ingest"));
    KafkaPorts ports = new KafkaPorts(kafka, producer, section, context.tracer());
    MessageProducer replays = parts.opened(new MessageProducer(replayer, "dead-letters"));
    IngestService service =
        parts.opened(
            new IngestService(
                artifacts,
                new IngestPorts(
                    ports,
                    ports,
                    ports,
                    store == null ? ports : store,
                    new KafkaDeadLetters(replayer, replays)),
                IngestLimits.of(section, uploads.bytesMax()),
                retention,
                context.home().resolve(section.traceDirectory()),
                salts,
                context.registry()));
    parts.serve(service.routes());
    parts.check(HealthCheck.telling("ingest-feeds", ErrorCode.NOT_PROGRESSING, ports::problem));
    parts.beforeDrain(service::endWaits);
    if (retention.ends() && artifacts instanceof DirectoryArtifactStore directory) {
      parts.start(new RetentionLoop(directory.sweep(retention), context.registry()));
    }
  }
}
