package dev.assay.store.service;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.Retention;
import dev.assay.core.sign.SignatureChecker;
import dev.assay.http.HealthCheck;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.topic.Topic;
import dev.assay.service.RedactionKey;
import dev.assay.service.ServiceContext;
import dev.assay.service.ServiceParts;
import dev.assay.store.AttestationGate;
import dev.assay.store.AttestationKey;
import dev.assay.store.AttestationKeys;
import dev.assay.store.AttestationStore;
import dev.assay.store.KeysSection;
import dev.assay.store.LogSection;
import dev.assay.store.StoreConfig;
import dev.assay.store.StoreSection;
import dev.assay.store.api.LocalReads;
import dev.assay.store.api.ReadService;
import dev.assay.store.cosigning.CosigningAssembly;
import dev.assay.store.key.BouncyCastleEd25519Verifier;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.sink.StoreSink;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The attestation store, put together from its configuration.
 *
 * @param current the director's key, whose signatures are accepted beside those of retired ones
 * @param signatures checks the signatures of {@code current}
 */
public record StoreAssembly(
    StoreSection section,
    LogSection log,
    KeysSection keys,
    AttestationKey current,
    SignatureChecker signatures) {

  /** A store beside the director, which has checked what it has signed itself. */
  public static StoreAssembly beside(
      Ed25519Key director,
      SignatureChecker signatures,
      StoreSection section,
      LogSection log,
      KeysSection keys) {
    return new StoreAssembly(
        section,
        log,
        keys,
        new AttestationKey(director.publicKey(), director.created(), null),
        signatures);
  }

  /** A store whose director has another process, which left the public half of its key. */
  public static StoreAssembly apart(
      AttestationKey director, StoreSection section, LogSection log, KeysSection keys) {
    return new StoreAssembly(
        section, log, keys, director, new BouncyCastleEd25519Verifier(director.key()));
  }

  /**
   * Starts it; what it answers is for an ingest service of the same process.
   *
   * @param artifacts where explanations and disclosures read documents; the store works without it
   * @param retention how long artifacts are kept there
   */
  public LocalReads start(
      ServiceContext context, ServiceParts parts, ArtifactStore artifacts, Retention retention)
      throws InterruptedException {
    AttestationStore store =
        parts.opened(
            AttestationStore.open(
                StoreConfig.of(section, log, keys, context.home(), Optional.of(current)),
                Clock.systemUTC()));
    ReadService reads =
        new ReadService(
            store,
            new StoredEvidence(artifacts, retention),
            RedactionKey.salts(context.home(), keys.redaction()),
            Clock.systemUTC(),
            log.open());
    parts.serve(reads.routes());
    reads.checks().forEach(parts::check);
    String policy = log.witnesses();
    CosigningAssembly.of(store, policy == null ? null : context.home().resolve(policy))
        .start(context, parts);
    LocalReads local = new LocalReads(store);
    StoreSink sink =
        new StoreSink(
            context.kafka(),
            store,
            AttestationGate.checking(signatures, AttestationKeys.retired(keys, context.home())),
            (decisions, refusing) -> {
              reads.storeChanged();
              local.stored(decisions, refusing);
            },
            context.registry());
    parts.start(sink);
    parts.watchProgress(
        context,
        sink.name(),
        StoreSink.GROUP,
        List.of(Topic.ATTESTATIONS, Topic.DECISIONS, Topic.CONTROL_STATE),
        Optional::empty);
    parts.check(
        HealthCheck.telling("attestation-signatures", ErrorCode.STORE_UNAVAILABLE, sink::problem));
    return local;
  }
}
