package dev.assay.cli.audit;

import dev.assay.schemas.Bounded;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Reads the reports and artifacts that attestations name, each once. Safe for many threads. */
final class DocumentCheck {

  private final AuditSource source;
  private final Map<String, Boolean> seen =
      Bounded.map(AuditLimits.DOCUMENTS_REMEMBERED_MAX, false);
  private final AtomicLong checked;
  private final AtomicLong missing;
  private final AtomicLong expired;

  /** A check of documents beside {@code before}, which an audit that was interrupted read. */
  DocumentCheck(AuditSource source, AuditState.Documents before) {
    this.source = source;
    this.checked = new AtomicLong(before.checked());
    this.missing = new AtomicLong(before.missing());
    this.expired = new AtomicLong(before.expired());
  }

  /** How many were read so far. */
  AuditState.Documents counts() {
    return new AuditState.Documents(checked.get(), missing.get(), expired.get());
  }

  /** What is wrong with the documents of {@code statement}. */
  List<AuditFinding> check(long index, StoredAttestation statement) throws IOException {
    List<AuditFinding> findings = new ArrayList<>();
    String report = statement.report();
    if (report != null) {
      check(index, AuditSource.Document.REPORT, report, findings);
    }
    if (statement.kind() == StoredAttestation.Kind.VERIFICATION) {
      for (StoredAttestation.Artifact artifact : statement.artifacts()) {
        check(index, AuditSource.Document.ARTIFACT, artifact.sha256(), findings);
      }
    }
    return findings;
  }

  private void check(
      long index, AuditSource.Document document, String sha256, List<AuditFinding> findings)
      throws IOException {
    synchronized (seen) {
      if (seen.put(sha256, true) != null) {
        return;
      }
    }
    switch (source.stored(document, sha256)) {
      case AuditSource.Stored.Missing() -> missing.incrementAndGet();
      case AuditSource.Stored.Expired() -> expired.incrementAndGet();
      case AuditSource.Stored.Bytes(String found) -> {
        checked.incrementAndGet();
        if (!found.equals(sha256)) {
          findings.add(changed(index, document, sha256, found));
        }
      }
    }
  }

  private static AuditFinding changed(
      long index, AuditSource.Document document, String sha256, String found) {
    AuditCode code =
        switch (document) {
          case REPORT -> AuditCode.DOCUMENT_CHANGED;
          case ARTIFACT -> AuditCode.ARTIFACT_CHANGED;
        };
    return AuditFinding.at(code, index, sha256, "bytes with that digest", "bytes with " + found);
  }
}
