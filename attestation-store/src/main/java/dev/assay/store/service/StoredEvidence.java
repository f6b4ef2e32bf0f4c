package dev.assay.store.service;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.Retention;
import dev.assay.schemas.RejectedException;
import dev.assay.store.api.EvidenceSource;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports and artifacts of an object store; nothing where that does not answer. */
public record StoredEvidence(ArtifactStore artifacts, Retention retention)
    implements EvidenceSource {

  private static final Logger LOG = LoggerFactory.getLogger(StoredEvidence.class);

  @Override
  public Optional<byte[]> read(String sha256, long offset, int bytesMax) {
    try (InputStream in = artifacts.open(sha256, offset, bytesMax)) {
      return Optional.of(in.readNBytes(bytesMax));
    } catch (IOException | RejectedException e) {
      LOG.atDebug().addKeyValue("artifact", sha256).setCause(e).log("nothing to show");
      return Optional.empty();
    }
  }

  @Override
  public Optional<Instant> expired(String sha256, Supplier<Optional<Instant>> lastUse) {
    try {
      Optional<Instant> due =
          retention.ends() ? lastUse.get().flatMap(retention::expired) : Optional.empty();
      return due.isEmpty() || artifacts.find(sha256).isPresent() ? Optional.empty() : due;
    } catch (IOException | RejectedException e) {
      LOG.atDebug().addKeyValue("artifact", sha256).setCause(e).log("not known to have expired");
      return Optional.empty();
    }
  }
}
