package dev.assay.store;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogProof;
import dev.assay.core.merkle.CompactRange;
import dev.assay.core.merkle.EntryBundle;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TilePath;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.SignatureChecker;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.index.ApprovalQuery;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.AttestationQuery.Order;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.FailureClusters;
import dev.assay.store.index.FailureQuery;
import dev.assay.store.index.IndexLimits;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.PromotionFacts;
import dev.assay.store.index.PromotionQuery;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemQuery;
import dev.assay.store.index.WorkItemRow;
import dev.assay.store.key.BouncyCastleEd25519Verifier;
import dev.assay.store.key.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every database must give the store; one subclass per database. */
abstract class AttestationStoreContract {

  @TempDir Path directory;
  private StoreConfig config;
  private AttestationStore store;

  /** A fresh database of the kind under test. */
  abstract DatabaseConfig database(Path directory) throws Exception;

  @BeforeEach
  void openStore() throws Exception {
    config = TestStores.config(directory, database(directory));
    store = TestStores.open(config);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private void reopen() {
    store.close();
    store = TestStores.open(config);
  }

  private NoteKey logKey() {
    String vkey =
        store.keys().stream()
            .filter(key -> key.use() == PublishedKey.Use.CHECKPOINT)
            .findFirst()
            .orElseThrow()
            .vkey();
    assertThat(vkey).isNotNull();
    return NoteKey.parse(String.valueOf(vkey));
  }

  private Checkpoint head() {
    NoteKey key = logKey();
    return Checkpoint.parse(
        SignedNote.parse(store.checkpoint()).requireSignedBy(key, key.key()).text());
  }

  @Test
  void anEmptyStoreHasASignedCheckpointOfSizeZero() {
    assertThat(head())
        .isEqualTo(new Checkpoint(TestStores.ORIGIN, 0, new TreeHasher().emptyRoot()));
    assertThat(store.problem()).isEmpty();
    assertThat(store.tile("tile/0/000.p/1")).isEmpty();
    assertThat(store.attestations(AttestationQuery.all()).items()).isEmpty();
    assertThat(store.proof(Samples.hash("x"))).isEmpty();
    assertThat(store.envelope(Samples.hash("x"))).isEmpty();
  }

  @Test
  void everyAttestationComesBackWithItsEnvelopeAndAProofThatVerifies() {
    List<StoredAttestation> all = Samples.range(0, 700);
    store.append(all.subList(0, 1));
    store.append(all.subList(1, 300));
    store.append(all.subList(300, 700));

    SignatureChecker director = new BouncyCastleEd25519Verifier(Samples.DIRECTOR.publicKey());
    NoteKey key = logKey();
    SignatureChecker logChecker = new BouncyCastleEd25519Verifier(key.key());
    for (StoredAttestation one : all) {
      Envelope envelope = Envelope.parse(store.envelope(one.id()).orElseThrow());
      assertThat(envelope.verifiedBy(List.of(director))).hasSize(1);
      TlogProof proof = TlogProof.parse(store.proof(one.id()).orElseThrow());
      assertThat(proof.requireInclusion(envelope.payload(), key, logChecker).size()).isEqualTo(700);
    }
    assertThat(head().root()).isEqualTo(rootOf(all));
  }

  @Test
  void theSameAttestationTwiceIsOneLeaf() {
    List<StoredAttestation> first = Samples.range(0, 5);
    List<StoredAttestation> again = new ArrayList<>(first);
    again.add(Samples.attestation(5));
    again.add(Samples.attestation(5));

    AttestationStore.Appended one = store.append(first);
    AttestationStore.Appended two = store.append(again);
    AttestationStore.Appended three = store.append(again);

    assertThat(one).isEqualTo(new AttestationStore.Appended(5, 0, 5));
    assertThat(two).isEqualTo(new AttestationStore.Appended(1, 6, 6));
    assertThat(three).isEqualTo(new AttestationStore.Appended(0, 7, 6));
    assertThat(head().root()).isEqualTo(rootOf(Samples.range(0, 6)));
  }

  @Test
  void ofSomeIdsThoseThatAreKeptAreTold() {
    List<StoredAttestation> kept = Samples.range(0, 2);
    store.append(kept);

    assertThat(store.kept(Set.of(kept.getFirst().id(), Samples.attestation(9).id())))
        .containsExactly(kept.getFirst().id());
    assertThat(store.kept(Set.of())).isEmpty();
    assertThat(store.attestations(Set.of(kept.getLast().id(), Samples.attestation(9).id())))
        .extracting(AttestationQuery.Listing::id)
        .containsExactly(kept.getLast().id());
    assertThat(store.attestations(Set.of())).isEmpty();
  }

  @Test
  void reopeningGivesTheSameLogAndItGrowsOn() {
    store.append(Samples.range(0, 300));
    String before = store.checkpoint();

    reopen();
    assertThat(store.checkpoint()).isEqualTo(before);
    store.append(Samples.range(290, 600));

    assertThat(head().size()).isEqualTo(600);
    assertThat(head().root()).isEqualTo(rootOf(Samples.range(0, 600)));
    Checkpoint old = Checkpoint.parse(SignedNote.parse(before).text());
    assertThat(
            MerkleProofs.isExtension(
                old.size(), old.root(), 600, head().root(), store.consistency(old.size(), 600)))
        .isTrue();
    store.close();
    assertThat(TestStores.check(config).problems()).isEmpty();
    store = TestStores.open(config);
  }

  @Test
  void tilesAndBundlesAreThoseOfTheTree() {
    List<StoredAttestation> all = Samples.range(0, 600);
    store.append(all.subList(0, 500));
    store.append(all.subList(500, 600));

    List<byte[]> entries = new ArrayList<>();
    List<byte[]> leaves = new ArrayList<>();
    for (TilePath path : TilePath.all(600)) {
      byte[] bytes = store.tile(path.text()).orElseThrow();
      if (path.kind() == TilePath.Kind.ENTRIES) {
        entries.addAll(EntryBundle.decode(bytes).orElseThrow());
      } else {
        assertThat(bytes).hasSize(path.width() * 32);
        if (path.level() == 0) {
          leaves.add(bytes);
        }
      }
    }
    assertThat(entries)
        .containsExactlyElementsOf(all.stream().map(one -> one.envelope().payload()).toList());
    assertThat(leaves).hasSize(3);
    assertThat(store.tile("tile/0/002.p/88")).hasValueSatisfying(b -> assertThat(b).hasSize(2816));
    assertThat(store.tile("tile/0/002.p/89")).isEmpty();
    assertThat(store.tile("tile/0/002")).isEmpty();
    assertThat(store.tile("tile/0/003.p/1")).isEmpty();
    assertThat(store.tile("tile/../keys")).isEmpty();
  }

  @Test
  void aPartialTileStaysAvailableAfterItFilledUp() {
    store.append(Samples.range(0, 100));
    byte[] hashes = store.tile("tile/0/000.p/100").orElseThrow();
    byte[] entries = store.tile("tile/entries/000.p/100").orElseThrow();

    store.append(Samples.range(100, 300));

    assertThat(store.tile("tile/0/000.p/100")).hasValue(hashes);
    assertThat(store.tile("tile/entries/000.p/100")).hasValue(entries);
  }

  @Test
  void everyFilterFindsExactlyItsAttestations() {
    List<StoredAttestation> all = Samples.range(0, 60);
    store.append(all);

    for (int digits : new int[] {7, 8, 63, 64}) {
      assertThat(found(query(q -> q.prefix = all.get(17).id().substring(0, digits))))
          .isEqualTo(numbers(17));
    }
    assertThat(
            found(
                query(q -> {
                  q.prefix = all.get(17).id().substring(0, 8);
                  q.workItem = "item-3";
                })))
        .isEmpty();
    assertThat(found(query(q -> q.prefix = "ffffffffffff"))).isEmpty();
    assertThat(found(query(q -> q.workItem = "item-3")))
        .isEqualTo(numbers(30, 31, 32, 33, 34, 35, 36, 37, 38, 39));
    assertThat(found(query(q -> q.artifact = Samples.artifact(20))))
        .isEqualTo(numbers(20, 21, 22, 23, 24));
    assertThat(found(query(q -> q.signature = "sig-7")))
        .isEqualTo(numbers(7, 15, 23, 31, 39, 47, 55));
    assertThat(
            found(
                query(q -> {
                  q.artifact = Samples.artifact(20);
                  q.signature = "sig-7";
                })))
        .isEqualTo(numbers(23));
    assertThat(found(query(q -> q.result = "FAIL"))).hasSize(15);
    assertThat(found(query(q -> q.basis = "CLAIMED"))).hasSize(48);
    assertThat(
            found(
                query(q -> {
                  q.basis = "OBSERVED";
                  q.result = "FAIL";
                })))
        .isEqualTo(numbers(15, 35, 55));
    assertThat(
            found(
                query(q -> {
                  q.verifier = "quick";
                  q.agent = "agent-0";
                  q.workItem = "item-0";
                })))
        .isEqualTo(numbers(3, 9));
    assertThat(found(query(q -> q.commit = "c0ffee"))).hasSize(30);
    assertThat(
            found(
                query(q -> {
                  q.since = Samples.START.plusMillis(10);
                  q.until = Samples.START.plusMillis(12);
                })))
        .isEqualTo(numbers(10, 11));
    assertThat(found(query(q -> q.workItem = "item-99"))).isEmpty();
    assertThat(found(query(q -> q.hyperthesis = "MISSING_TOOL"))).hasSize(20);
    assertThat(
            found(
                query(q -> {
                  q.hyperthesis = "ADVERSARY";
                  q.verifier = "quick";
                })))
        .isEqualTo(numbers(5, 15, 25, 35, 45, 55));
    assertThat(
            found(
                query(q -> {
                  q.hyperthesis = "ADVERSARY";
                  q.workItem = "item-2";
                })))
        .isEqualTo(numbers(20, 25));
    assertThat(found(query(q -> q.hyperthesis = "COST"))).isEmpty();
    assertThat(store.summaries().hypertheses(List.of(1L, 3L, 15L)))
        .isEqualTo(Map.of(3L, List.of("MISSING_TOOL"), 15L, List.of("ADVERSARY", "MISSING_TOOL")));
    assertThat(store.summaries().hypertheses(List.of())).isEmpty();
    for (String file : List.of("src/shop/cart_7.py", "shop/cart_7.py", "cart_7.py")) {
      assertThat(found(query(q -> q.file = file))).isEqualTo(numbers(7, 15, 23, 31, 39, 47, 55));
    }
    for (String none : List.of("7.py", "op/cart_7.py", "src/shop", "src/shop/cart_7", "x.py")) {
      assertThat(found(query(q -> q.file = none))).isEmpty();
    }
    assertThat(
            found(
                query(q -> {
                  q.file = "cart_7.py";
                  q.artifact = Samples.artifact(20);
                  q.hyperthesis = "MISSING_TOOL";
                })))
        .isEmpty();
  }

  @Test
  void whatAnEarlierVersionLoggedIsFoundByHypothesisAndFileToo() throws Exception {
    store.append(Samples.range(0, 60));
    store.close();
    keepTexts();
    execute("drop table attestation_hyperthesis");
    execute("drop table attestation_file");
    execute("drop index attestation_by_verifier_and_result");
    execute("delete from flyway_schema_history where version in ('11', '12')");

    store = TestStores.open(config);

    assertThat(found(query(q -> q.hyperthesis = "MISSING_TOOL"))).hasSize(20);
    assertThat(found(query(q -> q.file = "shop/cart_7.py")))
        .isEqualTo(numbers(7, 15, 23, 31, 39, 47, 55));
    store.append(Samples.range(60, 64));
    store.close();
    execute("insert into store_task (name) values ('REFER_TO_ALL')");
    store = TestStores.open(config);
    assertThat(found(query(q -> q.hyperthesis = "MISSING_TOOL"))).hasSize(22);
    assertThat(found(query(q -> q.file = "cart_7.py")))
        .isEqualTo(numbers(7, 15, 23, 31, 39, 47, 55, 63));
  }

  @Test
  void whatAnEarlierVersionKeptAsJsonIsServedAsItWas() throws Exception {
    DecisionRow decision = decision("d-1", "w-1", 1, "PROMOTE");
    WorkItemRow item = item("w-1", "promoted", 10, 20);
    StoredAttestation attestation = Samples.range(0, 1).getFirst();
    store.append(List.of(attestation));
    store.recordDecisions(List.of(decision));
    store.upsertWorkItems(List.of(item));
    byte[] envelope = store.envelope(attestation.id()).orElseThrow();
    store.close();
    keepTexts();
    execute("update attestation set envelope = ?", envelope);
    execute("update decision set json = '" + decision.json() + "'");
    execute("update work_item set control_state = '" + item.controlState() + "'");

    store = TestStores.open(config);

    assertThat(envelope).isEqualTo(attestation.envelope().json());
    assertThat(store.envelope(attestation.id()).orElseThrow()).isEqualTo(envelope);
    assertThat(store.decisions().newest("w-1")).containsExactly(decision);
    assertThat(store.workItem("w-1")).contains(item);
    assertThat(store.append(Samples.range(0, 3)).logSize()).isEqualTo(3);
    store.recordDecisions(List.of(decision("d-2", "w-1", 2, "RETRY")));
    assertThat(store.decisions().newest("w-1")).hasSize(2);
    store.close();
    assertThat(TestStores.check(config).problems()).isEmpty();
    store = TestStores.open(config);
  }

  /** Makes the columns of documents what they were before documents were packed. */
  private void keepTexts() throws Exception {
    if (config.database() instanceof DatabaseConfig.Postgres) {
      execute("alter table decision alter column json type text using ''");
      execute("alter table work_item alter column control_state type text using ''");
    }
    execute("drop index if exists work_item_by_bytes");
    withoutSummaries();
    execute("delete from flyway_schema_history where version in ('13', '14')");
  }

  /** Takes back what failures, promotions and times are found by. */
  private void withoutSummaries() throws Exception {
    keepDigestsAsTexts();
    execute("drop table failed_attestation");
    execute("drop table attestation_promotion");
    execute("drop table attestation_span");
    execute("drop index attestation_by_fleet_and_verifier");
    execute("drop index attestation_by_fleet_and_result");
    execute("create index attestation_by_time on attestation (time_micros, log_index)");
    execute(
        "create index attestation_failed on attestation (result, time_micros, log_index)"
            + " where result = 'FAIL'");
    execute(
        "create index attestation_failed_in_fleet"
            + " on attestation (result, fleet, time_micros, log_index) where result = 'FAIL'");
    execute(
        "create index attestation_signature_by_entry"
            + " on attestation_signature (log_index, signature)");
    execute(
        "create index attestation_promoted_in_fleet on attestation (result, fleet, log_index)"
            + " where result = 'PASSED'");
    execute("delete from flyway_schema_history where version in ('15', '16')");
  }

  @Test
  void whatAnEarlierVersionLoggedIsCountedAndFoundByTimeAndByWhatItRestsOnToo() throws Exception {
    List<StoredAttestation> promotions = List.of(Samples.promotion(4, "fleet-a"));
    store.append(Samples.range(0, 60));
    store.append(promotions);
    FailureQuery week = failures(null, 0, 56);
    FailureClusters counted = store.summaries().failures(week);
    Page<PromotionFacts> facts = store.summaries().promotions(new PromotionQuery(null, 9, null));
    AttestationQuery between =
        query(q -> {
          q.since = Samples.attestation(20).time();
          q.until = Samples.attestation(23).time();
        });
    assertThat(found(between)).isEqualTo(numbers(20, 21, 22));
    store.close();
    withoutSummaries();

    store = TestStores.open(config);

    assertThat(store.summaries().failures(week)).isEqualTo(counted);
    assertThat(counted.clusters()).hasSize(2);
    assertThat(store.summaries().promotions(new PromotionQuery(null, 9, null))).isEqualTo(facts);
    assertThat(facts.items())
        .containsExactly(
            new PromotionFacts(60, true, EvidenceBasis.CLAIMED, false, List.of("testreport")));
    assertThat(found(between)).isEqualTo(numbers(20, 21, 22));
    store.append(Samples.range(60, 64));
    assertThat(store.summaries().failures(failures(null, 0, 64)).clusters().getFirst().count())
        .isEqualTo(8);
  }

  @Test
  void whatAnEarlierVersionCountedSignatureBySignatureIsCountedAsItWas() throws Exception {
    store.append(Samples.range(0, 60));
    store.append(List.of(Samples.failed(60, List.of("sig-3", "other", "sig-7"))));
    FailureQuery all = failures(null, 0, 64);
    FailureQuery some = failures(Set.of("fleet-a"), 7, 61);
    FailureClusters counted = store.summaries().failures(all);
    FailureClusters countedInFleet = store.summaries().failures(some);
    store.close();
    keepDigestsAsTexts();
    execute(
        "create table attestation_failure (time_micros bigint not null, log_index bigint not null,"
            + " signature text not null, fleet text, agent text, work_item text not null,"
            + " verifier text, primary key (time_micros, log_index, signature))");
    execute(
        "insert into attestation_failure select f.time_micros, f.log_index, s.signature, f.fleet,"
            + " f.agent, f.work_item, f.verifier from failed_attestation f"
            + " join attestation_signature s on s.log_index = f.log_index");
    execute("drop table failed_attestation");
    execute("delete from flyway_schema_history where version = '16'");

    store = TestStores.open(config);

    assertThat(counted.clusters())
        .extracting(FailureClusters.Cluster::signature, FailureClusters.Cluster::count)
        .containsExactly(tuple("sig-3", 9), tuple("sig-7", 8), tuple("other", 1));
    assertThat(store.summaries().failures(all)).isEqualTo(counted);
    assertThat(store.summaries().failures(some)).isEqualTo(countedInFleet);
    store.append(List.of(Samples.failed(61, List.of("other"))));
    assertThat(store.summaries().failures(all).clusters().getLast().count()).isEqualTo(2);
  }

  @Test
  void aDatabaseThatALaterVersionOpenedIsRefusedAndStaysAsItIs() throws Exception {
    store.append(Samples.range(0, 3));
    store.close();
    execute(
        "insert into flyway_schema_history (installed_rank, version, description, type, script,"
            + " installed_by, execution_time, success)"
            + " values (900, '900', 'later', 'SQL', 'V900__later.sql', 'later', 1, true)");

    assertThatThrownBy(() -> TestStores.open(config))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("found version 900, which a later build made")
        .hasMessageContaining("next: start a build at least as new");

    execute("delete from flyway_schema_history where version = '900'");
    store = TestStores.open(config);
    assertThat(found(query(_ -> {}))).hasSize(3);
  }

  private void keepNamesAsTexts() throws Exception {
    for (String statement : NamesAsTexts.statements(config.database())) {
      execute(statement);
    }
  }

  private void keepDigestsAsTexts() throws Exception {
    keepNamesAsTexts();
    for (String statement : DigestsAsTexts.statements(config.database())) {
      execute(statement);
    }
  }

  /** What is shown when there are some rows of each kind, {@code asked} a question among them. */
  private List<Object> shownOfSomeOfEach(String asked) {
    store.append(Samples.range(0, 60));
    store.append(List.of(Samples.promotion(4, "fleet-a"), Samples.stored(Samples.manifest(0, 1))));
    store.recordDecisions(
        List.of(
            new DecisionRow(asked, "w-b", 1, "REQUEST_APPROVAL", "{}", Samples.START, "q-b"),
            decision(Samples.hash("retried"), "w-a", 1, "RETRY")));
    store.upsertWorkItems(List.of(asking("w-b", 2, question("q-b", 30))));
    return shown(asked);
  }

  @Test
  void whatAnEarlierVersionKeptInHexadecimalDigitsIsFoundAndShownAsItWas() throws Exception {
    String asked = Samples.hash("asked");
    List<Object> before = shownOfSomeOfEach(asked);
    store.close();
    keepDigestsAsTexts();
    assertThat(new LogRepair(config, (_, _, _) -> {}).check().problems())
        .as("found before the upgrade")
        .isEmpty();

    store = TestStores.open(config);

    assertThat(shown(asked)).isEqualTo(before);
    assertThat(store.append(Samples.range(0, 64)))
        .isEqualTo(new AttestationStore.Appended(4, 60, 66));
    assertThat(found(query(q -> q.artifact = Samples.artifact(60)))).hasSize(4);
    store.recordDecisions(
        List.of(
            decision(Samples.hash("retried"), "w-a", 1, "RETRY"),
            decision(Samples.hash("promoted"), "w-a", 2, "PROMOTE")));
    assertThat(store.decisions().newest("w-a")).hasSize(2);
    store.close();
    assertThat(TestStores.check(config).problems()).isEmpty();
    store = TestStores.open(config);
  }

  @Test
  void whatAnEarlierVersionNamedInItsRowsIsFoundAndShownAsItWas() throws Exception {
    String asked = Samples.hash("asked");
    List<Object> before = shownOfSomeOfEach(asked);
    store.close();
    keepNamesAsTexts();
    assertThat(new LogRepair(config, (_, _, _) -> {}).check().problems())
        .as("found before the upgrade")
        .isEmpty();

    store = TestStores.open(config);

    assertThat(shown(asked)).isEqualTo(before);
    assertThat(store.append(Samples.range(0, 64)))
        .isEqualTo(new AttestationStore.Appended(4, 60, 66));
    store.close();
    assertThat(TestStores.check(config).problems()).isEmpty();
    store = TestStores.open(config);
  }

  /** A fleet is beside what is signed: the journal has it, too. */
  @Test
  void rowsWhoseFleetHasLostItsNameAreFoundAndMadeAgain() throws Exception {
    AttestationQuery ofFleet = query(q -> q.within = Set.of("fleet-a"));
    store.append(Samples.range(0, 12));
    List<?> before = found(ofFleet);
    assertThat(before).isNotEmpty();
    store.close();
    execute("delete from attestation_name where text = 'fleet-a'");
    LogRepair repair = new LogRepair(config, (_, _, _) -> {});
    assertThat(repair.check().rowsWrong()).isEqualTo(before.size());

    repair.repair();

    store = TestStores.open(config);
    assertThat(found(ofFleet)).isEqualTo(before);
    assertThat(found(query(q -> q.within = Set.of("nobody's")))).isEmpty();
    assertThat(found(query(q -> q.verifier = "nobody"))).isEmpty();
  }

  /** What is found by digests, and all lists. */
  private List<Object> shown(String decision) {
    StoredAttestation one = Samples.attestation(17);
    String report = String.valueOf(one.report());
    String log = one.artifacts().getLast().sha256();
    List<Object> shown = new ArrayList<>();
    shown.add(store.attestations(AttestationQuery.all()));
    shown.add(store.attestations(AttestationQuery.ofWorkItem(Samples.manifest(0, 1).workItem())));
    shown.add(store.attestation(one.id()).orElseThrow());
    shown.add(new String(store.envelope(one.id()).orElseThrow(), StandardCharsets.UTF_8));
    shown.add(store.proof(one.id()).orElseThrow());
    shown.add(store.kept(List.of(one.id(), Samples.hash("none"))));
    shown.add(found(query(q -> q.prefix = one.id().substring(0, 9))));
    shown.add(found(query(q -> q.artifact = log)));
    shown.add(found(query(q -> q.commit = "c0ffee")));
    shown.add(found(query(q -> q.verifier = "testreport")));
    shown.add(found(query(q -> q.within = Set.of("fleet-a"))));
    shown.add(found(query(q -> q.result = "FAIL")));
    shown.add(found(query(q -> q.basis = "CLAIMED")));
    shown.add(List.of(store.names(Set.of("fleet-a"), report), store.names(Set.of("b"), report)));
    shown.add(store.summaries().lastUse(null, log));
    shown.add(store.summaries().failures(failures(null, 0, 64)));
    shown.add(store.summaries().promotions(new PromotionQuery(null, 9, null)));
    shown.add(store.decisions().find(decision).orElseThrow());
    shown.add(store.decisions().newest("w-a"));
    shown.add(store.approvals(ApprovalQuery.all()));
    shown.add(store.workItem("w-b").orElseThrow());
    return shown;
  }

  @Test
  void whatStoodInADigestsPlaceAndIsNoneStandsInNobodysWay() throws Exception {
    store.append(Samples.range(0, 10));
    store.recordDecisions(List.of(decision(Samples.hash("retried"), "w-a", 1, "RETRY")));
    store.close();
    keepDigestsAsTexts();
    execute("update attestation set report = 'none', artifact = 'ABC' where log_index = 3");
    execute(
        "update attestation_artifact set sha256 = 'ABC' where log_index = 3 and sha256 <> '"
            + Samples.artifact(3)
            + "'");
    execute("update decision set id = 'thirty-two characters, no digest'");

    store = TestStores.open(config);

    AttestationQuery.Listing odd = store.attestation(Samples.attestation(3).id()).orElseThrow();
    assertThat(odd.artifact()).isEqualTo("ABC");
    assertThat(odd.report()).isEqualTo("none");
    assertThat(found(query(q -> q.artifact = "ABC"))).isEqualTo(numbers(3));
    assertThat(store.decisions().find("thirty-two characters, no digest")).isPresent();
    assertThat(found(AttestationQuery.all())).hasSize(10);
  }

  /** Positions nearly follow times: what was judged long before it was logged is found, too. */
  @Test
  void timesAreFoundWhereverInTheLogTheyAre() {
    StoredAttestation late = Samples.attestation(2_500);
    store.append(Samples.range(2_000, 2_500));
    store.append(Samples.range(0, 1_500));
    store.append(List.of(late));

    AttestationQuery early =
        query(q -> {
          q.until = Samples.attestation(1).time();
          q.limit = 1_000;
        });
    AttestationQuery last =
        query(q -> {
          q.since = Samples.attestation(2_499).time();
          q.order = Order.NEWEST_FIRST;
        });
    AttestationQuery never =
        query(q -> {
          q.since = Samples.attestation(1_600).time();
          q.until = Samples.attestation(1_700).time();
        });
    assertThat(found(early)).isEqualTo(numbers(0));
    assertThat(found(last)).isEqualTo(numbers(2_500, 2_499));
    assertThat(found(never)).isEmpty();
  }

  /** What a promotion cites may be logged later, when it came over another partition. */
  @Test
  void whatAPromotionCitesAndIsNotThereYetIsNotKnown() {
    store.append(List.of(Samples.promotion(4, "fleet-a")));
    store.append(Samples.range(0, 8));
    store.append(List.of(Samples.promotion(5, "fleet-a")));

    assertThat(store.summaries().promotions(new PromotionQuery(null, 9, null)).items())
        .extracting(PromotionFacts::known)
        .containsExactly(true, false);
  }

  @Test
  void pagesFollowOneAnotherInBothDirectionsWithoutGaps() {
    store.append(Samples.range(0, 50));

    List<String> oldest = paged(query(q -> q.limit = 7));
    List<String> newest =
        paged(
            query(q -> {
              q.limit = 7;
              q.order = Order.NEWEST_FIRST;
            }));
    List<String> exact = paged(query(q -> q.limit = 25));

    List<String> ids = List.copyOf(Samples.ids(Samples.range(0, 50)));
    assertThat(oldest).isEqualTo(ids);
    assertThat(newest).isEqualTo(ids.reversed());
    assertThat(exact).isEqualTo(ids);
  }

  /** Late ones are logged after earlier ones, so that positions do not follow times. */
  @Test
  void everyListIsTheLogWithoutWhatDoesNotMatch() {
    Random random = new Random(8);
    List<StoredAttestation> logged =
        IntStream.range(0, 80)
            .mapToObj(n -> Samples.inFleet(n, fleet(random)))
            .collect(toCollection(ArrayList::new));
    Collections.shuffle(logged.subList(10, 60), random);
    logged.forEach(one -> store.append(List.of(one)));
    for (int i = 0; i < 300; i++) {
      AttestationQuery asked = query(q -> draw(q, random));

      List<String> expected =
          logged.stream().filter(one -> matches(one, asked)).map(StoredAttestation::id).toList();

      assertThat(paged(asked))
          .as("%s", asked)
          .isEqualTo(asked.order() == Order.OLDEST_FIRST ? expected : expected.reversed());
    }
  }

  /** Each condition with a chance of a third. */
  private static void draw(QueryDraft q, Random random) {
    StoredAttestation like = Samples.attestation(random.nextInt(90));
    q.workItem = random.nextInt(3) == 0 ? like.workItem() : null;
    q.artifact = random.nextInt(3) == 0 ? like.artifacts().getFirst().sha256() : null;
    q.verifier = random.nextInt(3) == 0 ? like.verifier() : null;
    q.result = random.nextInt(3) == 0 ? like.result() : null;
    q.basis = random.nextInt(3) == 0 ? like.basis() : null;
    q.agent = random.nextInt(3) == 0 ? like.agent() : null;
    q.commit = random.nextInt(3) == 0 ? like.commit() : null;
    q.signature =
        random.nextInt(3) == 0 && !like.failureSignatures().isEmpty()
            ? like.failureSignatures().getFirst()
            : null;
    q.file = random.nextInt(3) == 0 && !like.files().isEmpty() ? like.files().getLast() : null;
    q.hyperthesis =
        random.nextInt(3) == 0 && !like.hypertheses().isEmpty()
            ? like.hypertheses().getLast()
            : null;
    q.within =
        random.nextInt(3) == 0
            ? Stream.generate(() -> fleet(random)).limit(1 + random.nextInt(4)).collect(toSet())
            : null;
    q.since = random.nextInt(3) == 0 ? Samples.START.plusMillis(random.nextInt(80)) : null;
    q.until = random.nextInt(3) == 0 ? Samples.START.plusMillis(random.nextInt(90)) : null;
    q.order = random.nextBoolean() ? Order.OLDEST_FIRST : Order.NEWEST_FIRST;
    q.limit = 1 + random.nextInt(9);
  }

  private static String fleet(Random random) {
    return "fleet-" + "abcd".charAt(random.nextInt(4));
  }

  private static boolean matches(StoredAttestation one, AttestationQuery asked) {
    return same(asked.workItem(), one.workItem())
        && (asked.artifact() == null
            || one.artifacts().stream().anyMatch(each -> each.sha256().equals(asked.artifact())))
        && same(asked.verifier(), one.verifier())
        && same(asked.result(), one.result())
        && same(asked.basis(), one.basis())
        && same(asked.agent(), one.agent())
        && same(asked.commit(), one.commit())
        && (asked.signature() == null || one.failureSignatures().contains(asked.signature()))
        && (asked.file() == null || one.files().contains(asked.file()))
        && (asked.hyperthesis() == null || one.hypertheses().contains(asked.hyperthesis()))
        && (asked.within() == null || asked.within().contains(String.valueOf(one.fleet())))
        && (asked.since() == null || !one.time().isBefore(asked.since()))
        && (asked.until() == null || one.time().isBefore(asked.until()));
  }

  private static boolean same(@Nullable String asked, @Nullable String found) {
    return asked == null || asked.equals(found);
  }

  @Test
  void aManifestIsALogEntryThatListsShowOnlyUnderItsOwnName() {
    StoredAttestation verdict = Samples.attestation(4);
    StoredAttestation manifest = Samples.stored(Samples.manifest(0, 2));
    store.append(List.of(verdict, manifest));

    assertThat(store.attestations(AttestationQuery.all()).items())
        .extracting(AttestationQuery.Listing::id)
        .containsExactly(verdict.id());
    assertThat(
            store.attestations(AttestationQuery.ofWorkItem("assay.manifest/decisions/3")).items())
        .extracting(AttestationQuery.Listing::id, AttestationQuery.Listing::logIndex)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(manifest.id(), 1L));
    assertThat(store.proof(manifest.id())).isPresent();
  }

  @Test
  void aListLineCarriesWhatTheAttestationSays() {
    StoredAttestation one = Samples.attestation(4);
    store.append(List.of(one));

    AttestationQuery.Listing line = store.attestations(AttestationQuery.all()).items().getFirst();

    assertThat(line)
        .isEqualTo(
            new AttestationQuery.Listing(
                one.id(),
                one.kind(),
                one.predicateType(),
                "item-0",
                1,
                "testreport",
                "PASS",
                "CLAIMED",
                "agent-1",
                "fleet-a",
                "c0ffee",
                Samples.artifact(4),
                Samples.hash("report-4"),
                0,
                one.time()));
    assertThat(store.attestation(one.id())).contains(line);
  }

  @Test
  void aCursorThatNoListGaveOutIsRejected() {
    for (String cursor : List.of("", "!", "YTox", "YTotMQ", "dzox", "YTowMQ", "x".repeat(5_000))) {
      if (!cursor.equals("YTox")) {
        assertThatThrownBy(() -> store.attestations(AttestationQuery.all().after(cursor)))
            .isInstanceOfSatisfying(
                RejectedException.class,
                e -> assertThat(e.rejection().code()).isEqualTo(ErrorCode.INVALID_QUERY));
      }
      assertThatThrownBy(() -> store.workItems(WorkItemQuery.all().after(cursor)))
          .isInstanceOf(RejectedException.class);
      assertThatThrownBy(() -> store.approvals(ApprovalQuery.all().after(cursor)))
          .isInstanceOf(RejectedException.class);
    }
    assertThatThrownBy(() -> query(q -> q.limit = 0)).hasMessageContaining("a limit from 1 to");
    assertThatThrownBy(() -> query(q -> q.limit = 1_001)).hasMessageContaining("a limit from 1 to");
  }

  @Test
  void decisionsComeBackInTheOrderTheyWereRecordedAndOnlyOnce() {
    DecisionRow retry = decision("d-1", "item-1", 1, "RETRY");
    DecisionRow other = decision("d-2", "item-2", 1, "PROMOTE");
    DecisionRow promote = decision("d-0", "item-1", 2, "PROMOTE");

    store.recordDecisions(List.of(retry, other));
    store.recordDecisions(List.of(promote, retry));

    assertThat(store.decisions().newest("item-1")).containsExactly(retry, promote);
    assertThat(store.decisions().find("d-2")).contains(other);
    assertThat(store.decisions().find("d-9")).isEmpty();
    assertThat(store.decisions().newest("item-9")).isEmpty();
  }

  @Test
  void ofAWorkItemWithVeryManyDecisionsTheNewestAreShownAndAllCanBeReadOn() {
    List<DecisionRow> all = new ArrayList<>();
    for (int attempt = 1; attempt <= IndexLimits.DECISIONS_MAX + 2; attempt++) {
      all.add(decision("d-" + attempt, "item-1", attempt, attempt % 2 == 0 ? "RETRY" : "DEMOTE"));
    }
    store.recordDecisions(all);
    store.recordDecisions(List.of(decision("other", "item-2", 1, "PROMOTE")));

    assertThat(store.decisions().newest("item-1")).isEqualTo(all.subList(2, all.size()));
    assertThat(store.decisions().after("item-1", 0))
        .isEqualTo(all.subList(0, IndexLimits.DECISIONS_MAX));
    assertThat(store.decisions().after("item-1", IndexLimits.DECISIONS_MAX))
        .isEqualTo(all.subList(IndexLimits.DECISIONS_MAX, all.size()));
  }

  @Test
  void aWorkItemKeepsItsNewestStateAndItsFirstTime() {
    store.upsertWorkItems(List.of(item("w-1", "open", 10, 20)));
    store.upsertWorkItems(List.of(item("w-1", "promoted", 30, 40)));
    store.upsertWorkItems(List.of(item("w-1", "open", 5, 35)));

    WorkItemRow row = store.workItem("w-1").orElseThrow();

    assertThat(row.status()).isEqualTo("promoted");
    assertThat(row.firstTime()).isEqualTo(Samples.START.plusSeconds(10));
    assertThat(row.lastTime()).isEqualTo(Samples.START.plusSeconds(40));
    assertThat(store.workItem("w-2")).isEmpty();
  }

  @Test
  void workItemsAreListedNewestFirstByFilterAndPage() {
    List<WorkItemRow> rows = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      rows.add(item("w-" + (char) ('a' + i), i % 2 == 0 ? "open" : "promoted", i / 5, i));
    }
    store.upsertWorkItems(rows);

    List<String> paged = new ArrayList<>();
    WorkItemQuery query = new WorkItemQuery(null, null, null, null, null, null, 4, null);
    Page<WorkItemRow> page = store.workItems(query);
    while (true) {
      page.items().forEach(row -> paged.add(row.id()));
      if (page.next() == null) {
        break;
      }
      page = store.workItems(query.after(page.next()));
    }

    assertThat(paged).isEqualTo(rows.reversed().stream().map(WorkItemRow::id).toList());
    assertThat(workItems("open", null)).hasSize(13);
    assertThat(
            store
                .workItems(new WorkItemQuery("w-c", null, null, null, null, null, 9, null))
                .items())
        .extracting(WorkItemRow::id)
        .containsExactly("w-c");
    assertThat(
            store.workItems(new WorkItemQuery("W-", null, null, null, null, null, 9, null)).items())
        .isEmpty();
    assertThat(
            store.workItems(new WorkItemQuery("w_", null, null, null, null, null, 9, null)).items())
        .isEmpty();
    assertThat(workItems(null, Samples.START.plusSeconds(23))).containsExactly("w-y", "w-x");
  }

  @Test
  void workItemsThatBeginWithATextAreListedAlikeWhetherTheyAreFewOrMany() {
    List<WorkItemRow> rows = new ArrayList<>();
    for (int i = 0; i < 2_010; i++) {
      String fleet = "fleet-" + "abcd".charAt(i % 4);
      rows.add(item("many/w" + i, i % 3 == 0 ? "open" : "promoted", fleet, i, i));
    }
    for (String id : List.of("Few/x", "few.x", "few/a", "few/b", "few/b/c", "few0", "fewer")) {
      rows.add(item(id, "open", rows.size() % 3, 3_000));
    }
    store.upsertWorkItems(rows.subList(0, 1_000));
    store.upsertWorkItems(rows.subList(1_000, rows.size()));

    for (String prefix :
        List.of("m", "many/w", "many/w1", "few", "few/", "few/b", "Few", "w", "~")) {
      for (String status : Arrays.asList(null, "open")) {
        Set<String> within = status == null ? null : Set.of("fleet-a", "fleet-b", "fleet-d");
        assertThat(paged(prefix, status, within))
            .as(prefix)
            .isEqualTo(
                rows.stream()
                    .filter(row -> row.id().startsWith(prefix))
                    .filter(row -> status == null || row.status().equals(status))
                    .filter(row -> within == null || within.contains(row.fleet()))
                    .sorted(
                        Comparator.comparing(WorkItemRow::firstTime)
                            .thenComparing(WorkItemRow::id)
                            .reversed())
                    .map(WorkItemRow::id)
                    .toList());
      }
    }
  }

  private List<String> paged(String prefix, @Nullable String status, @Nullable Set<String> within) {
    List<String> found = new ArrayList<>();
    WorkItemQuery query = new WorkItemQuery(prefix, status, null, null, within, null, 200, null);
    for (String next = ""; next != null; ) {
      Page<WorkItemRow> page = store.workItems(next.isEmpty() ? query : query.after(next));
      page.items().forEach(row -> found.add(row.id()));
      next = page.next();
    }
    return found;
  }

  @Test
  void aListGoesOnWhereItWasWhileOthersAreAdded() {
    store.upsertWorkItems(
        IntStream.range(0, 20).mapToObj(i -> item("w-" + i, "open", i, i)).toList());
    store.append(Samples.range(0, 20));
    WorkItemQuery items = new WorkItemQuery("w-", null, null, null, null, null, 10, null);
    AttestationQuery lines =
        QueryDraft.query(draft -> {
          draft.limit = 10;
          draft.order = AttestationQuery.Order.NEWEST_FIRST;
        });
    Page<WorkItemRow> first = store.workItems(items);
    Page<AttestationQuery.Listing> newest = store.attestations(lines);

    store.upsertWorkItems(
        IntStream.range(20, 40).mapToObj(i -> item("w-" + i, "open", i, i)).toList());
    store.append(Samples.range(20, 40));

    assertThat(store.workItems(items.after(String.valueOf(first.next()))).items())
        .extracting(WorkItemRow::id)
        .isEqualTo(IntStream.range(0, 10).mapToObj(i -> "w-" + (9 - i)).toList());
    assertThat(store.attestations(lines.after(String.valueOf(newest.next()))).items())
        .extracting(AttestationQuery.Listing::logIndex)
        .isEqualTo(LongStream.range(0, 10).mapToObj(i -> 9 - i).toList());
  }

  @Test
  void aWorkItemKeepsWhereItBelongsWhatItCostAndItsOpenQuestion() {
    WorkItemRow row = asking("w-1", 2, question("q-1", 60));

    store.upsertWorkItems(List.of(row));

    assertThat(store.workItem("w-1")).contains(row);
  }

  @Test
  void whatIsOutsideTheFleetsIsInNoListAndNamesNothing() {
    store.append(Samples.range(0, 25));
    store.upsertWorkItems(List.of(item("w-1", "open", 1, 2)));
    Set<String> own = Set.of("fleet-a", "fleet-b", "fleet-c");
    Set<String> others = Set.of("fleet-b");

    assertThat(store.attestations(QueryDraft.query(draft -> draft.within = own)).items())
        .hasSize(25);
    assertThat(store.attestations(QueryDraft.query(draft -> draft.within = others)).items())
        .isEmpty();
    assertThat(store.names(own, Samples.artifact(7))).isTrue();
    assertThat(store.names(own, Samples.hash("report-7"))).isTrue();
    assertThat(store.names(own, Samples.hash("nothing"))).isFalse();
    assertThat(store.names(others, Samples.artifact(7))).isFalse();
    assertThat(store.names(others, Samples.hash("report-7"))).isFalse();
    assertThat(
            store
                .workItems(new WorkItemQuery(null, null, null, null, others, null, 10, null))
                .items())
        .isEmpty();
  }

  @Test
  void failuresAreCountedBySignatureThoseFoundMostOftenFirst() {
    store.append(Samples.range(0, 60));

    FailureClusters found = store.summaries().failures(failures(null, 0, 56));

    // Every fourth fails: 3, 11, 19 ... with sig-3, and 7, 15, 23 ... with sig-7.
    assertThat(found.whole()).isTrue();
    assertThat(found.oldest()).isEqualTo(Samples.attestation(3).time());
    assertThat(found.clusters())
        .containsExactly(
            new FailureClusters.Cluster(
                "sig-7",
                7,
                6,
                3,
                List.of("quick"),
                Samples.attestation(7).time(),
                Samples.attestation(55).time(),
                55,
                List.of(7)),
            new FailureClusters.Cluster(
                "sig-3",
                7,
                6,
                3,
                List.of("quick"),
                Samples.attestation(3).time(),
                Samples.attestation(51).time(),
                51,
                List.of(7)));
  }

  @Test
  void failuresOutsideTheWindowOrTheFleetsCountNowhere() {
    store.append(Samples.range(0, 60));

    assertThat(store.summaries().failures(failures(Set.of("fleet-b", "fleet-c"), 0, 60)).clusters())
        .isEmpty();
    assertThat(store.summaries().failures(failures(Set.of(), 0, 60)).clusters()).isEmpty();
    assertThat(store.summaries().failures(failures(Set.of("fleet-a", "fleet-b"), 7, 16)).clusters())
        .extracting(FailureClusters.Cluster::signature, FailureClusters.Cluster::count)
        .containsExactly(tuple("sig-7", 2), tuple("sig-3", 1));
  }

  @Test
  void ofMoreFailuresThanAreCountedTheNewestAttestationsCountWithAllOfTheirs() {
    int each = 60;
    int counted = IndexLimits.FAILURES_COUNTED_MAX / each;
    List<String> signatures = IntStream.range(0, each).mapToObj(i -> "failure-" + i).toList();
    List<StoredAttestation> failed = new ArrayList<>();
    for (int i = 0; i <= counted; i++) {
      failed.add(Samples.failed(i, signatures));
    }
    store.append(failed);

    FailureClusters newest = store.summaries().failures(failures(null, 0, counted + 1));
    FailureClusters all = store.summaries().failures(failures(null, 1, counted + 1));

    assertThat(newest.whole()).isFalse();
    assertThat(newest.oldest()).isEqualTo(failed.get(1).time());
    assertThat(newest.clusters()).hasSize(each).isEqualTo(all.clusters());
    assertThat(newest.clusters()).allMatch(cluster -> cluster.count() == counted);
    assertThat(all.whole()).isTrue();
  }

  @Test
  void promotionsAreListedNewestFirstAndOnlyThoseOfTheFleets() {
    store.append(Samples.range(0, 8));
    List<StoredAttestation> promotions = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      promotions.add(Samples.promotion(i, "fleet-" + "abc".charAt(i % 3)));
    }
    store.append(promotions);

    assertThat(promoted(new PromotionQuery(null, 9, null)))
        .containsExactly(8, 7, 6, 5, 4, 3, 2, 1, 0);
    assertThat(promoted(new PromotionQuery(Set.of("fleet-a", "fleet-c"), 4, null)))
        .containsExactly(8, 6, 5, 3);
    assertThat(promoted(new PromotionQuery(Set.of(), 9, null))).isEmpty();
    Page<PromotionFacts> first =
        store.summaries().promotions(new PromotionQuery(Set.of("fleet-b"), 2, null));
    assertThat(promoted(new PromotionQuery(Set.of("fleet-b"), 2, first.next()))).containsExactly(1);
    assertThat(
            store
                .summaries()
                .kept(List.of(first.items().getFirst().logIndex()))
                .getFirst()
                .envelope())
        .isEqualTo(new String(promotions.get(7).envelope().json(), StandardCharsets.UTF_8));
    assertThat(
            store.summaries().attestations(List.of(promotions.get(3).id(), Samples.hash("none"))))
        .extracting(AttestationQuery.Listing::id)
        .containsExactly(promotions.get(3).id());
  }

  /** The numbers of the promotions on the page. */
  private List<Integer> promoted(PromotionQuery query) {
    List<Long> positions =
        store.summaries().promotions(query).items().stream().map(PromotionFacts::logIndex).toList();
    return store.summaries().kept(positions).stream()
        .map(each -> Integer.valueOf(each.listing().workItem().substring("item-".length())))
        .toList();
  }

  /** From number {@code from} on, before number {@code to}. */
  private static FailureQuery failures(@Nullable Set<String> within, int from, int to) {
    return new FailureQuery(within, Samples.START.plusMillis(from), Samples.START.plusMillis(to));
  }

  @Test
  void openQuestionsAreListedByDeadlineWithTheDecisionThatAsked() {
    store.recordDecisions(
        List.of(
            new DecisionRow("d-1", "w-b", 1, "REQUEST_APPROVAL", "{}", Samples.START, "q-b"),
            decision("d-2", "w-a", 1, "RETRY")));
    store.upsertWorkItems(
        List.of(
            asking("w-a", 2, question("q-a", 90)),
            asking("w-b", 2, question("q-b", 30)),
            asking("w-c", 2, question("q-c", 90)),
            item("w-d", "promoted", 1, 2)));

    Page<ApprovalQuery.Listing> all = store.approvals(ApprovalQuery.all());
    Page<ApprovalQuery.Listing> first = store.approvals(new ApprovalQuery(null, null, 2, null));
    Page<ApprovalQuery.Listing> second =
        store.approvals(new ApprovalQuery(null, null, 2, String.valueOf(first.next())));

    assertThat(questions(all)).containsExactly("q-b", "q-a", "q-c");
    assertThat(all.next()).isNull();
    assertThat(all.items().getFirst())
        .isEqualTo(new ApprovalQuery.Listing(question("q-b", 30), "w-b", 1, "CALM", "d-1"));
    assertThat(all.items().getLast().decision()).isNull();
    assertThat(questions(first)).containsExactly("q-b", "q-a");
    assertThat(questions(second)).containsExactly("q-c");
    assertThat(questions(store.approvals(new ApprovalQuery("w-c", null, 5, null))))
        .containsExactly("q-c");
  }

  @Test
  void theDecisionsSinceAQuestionAreThoseAboutItsWorkItemFromTheOneThatAskedOn() {
    DecisionRow asking =
        new DecisionRow("d-2", "w-b", 2, "REQUEST_APPROVAL", "{}", Samples.START, "q-b");
    DecisionRow again =
        new DecisionRow("d-5", "w-b", 3, "REQUEST_APPROVAL", "{}", Samples.START, "q-b");
    DecisionRow promotion = decision("d-4", "w-b", 2, "PROMOTE");
    store.recordDecisions(
        List.of(
            decision("d-1", "w-b", 1, "RETRY"),
            asking,
            decision("d-3", "w-a", 1, "RETRY"),
            promotion,
            again));

    assertThat(store.decisions().since("q-b")).containsExactly(asking, promotion, again);
    assertThat(store.decisions().since("q-a")).isEmpty();
  }

  @Test
  void anAnsweredQuestionIsNoLongerListedAndAnOlderStateDoesNotBringItBack() {
    store.upsertWorkItems(List.of(asking("w-1", 10, question("q-1", 60))));
    store.upsertWorkItems(List.of(asking("w-1", 20, null)));
    store.upsertWorkItems(List.of(asking("w-1", 10, question("q-1", 60))));

    assertThat(store.approvals(ApprovalQuery.all()).items()).isEmpty();
    assertThat(store.workItem("w-1").orElseThrow().approval()).isNull();
  }

  @Test
  void aBatchIsWrittenTogether() {
    AttestationStore.Appended appended =
        store.write(
            new Batch(
                Samples.range(0, 2),
                List.of(decision("d-1", "item-0", 1, "PROMOTE")),
                List.of(item("item-0", "promoted", 1, 2))));

    assertThat(appended.logSize()).isEqualTo(2);
    assertThat(store.decisions().newest("item-0")).hasSize(1);
    assertThat(store.workItem("item-0")).isPresent();
    assertThat(store.attestations(AttestationQuery.ofWorkItem("item-0")).items()).hasSize(2);
  }

  @Test
  void aDatabaseIsNotOpenedAsAnotherLog() throws Exception {
    store.append(Samples.range(0, 3));
    String vkey = logKey().vkey();
    store.close();
    StoreConfig second = TestStores.config(directory.resolve("second"), config.database());
    Ed25519Key.loadOrCreate(second.checkpointKey(), Samples.START);
    StoreConfig renamed =
        new StoreConfig(
            config.logDirectory(),
            config.database(),
            "assay.example/other",
            config.checkpointKey(),
            config.attestationKeys());

    for (StoreConfig wrong : List.of(second, renamed)) {
      assertThatThrownBy(() -> TestStores.open(wrong))
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageContainingAll("expected the log " + vkey, "found the log " + wrong.origin());
    }

    store = TestStores.open(config);
    assertThat(store.logSize()).isEqualTo(3);
  }

  @Test
  void aLostLogIsMadeAgainFromTheDatabaseWithItsKey() throws Exception {
    store.append(Samples.range(0, 300));
    String checkpoint = store.checkpoint();
    store.close();
    Files.move(config.logDirectory(), directory.resolve("lost"));

    store = TestStores.open(config);

    assertThat(store.checkpoint()).isEqualTo(checkpoint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "cut", "changed"})
  void aDamagedLogIsMadeAgainAsTheErrorSays(String damage) throws Exception {
    store.append(Samples.range(0, 600));
    String checkpoint = store.checkpoint();
    store.close();
    Path tile = config.logDirectory().resolve("tile/0/000");
    byte[] sound = Files.readAllBytes(tile);
    switch (damage) {
      case "missing" -> Files.delete(tile);
      case "cut" -> Files.write(tile, Arrays.copyOf(sound, 100));
      default -> {
        byte[] changed = sound.clone();
        changed[100] ^= 1;
        Files.write(tile, changed);
      }
    }

    assertThatThrownBy(() -> TestStores.open(config))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContainingAll("move the log directory away", "made again from the database");
    Path old = Files.move(config.logDirectory(), directory.resolve("damaged"));
    store = TestStores.open(config);

    assertThat(store.checkpoint()).isEqualTo(checkpoint);
    assertThat(tile).hasBinaryContent(sound);
    for (String same : List.of("tile/0/001", "tile/entries/000.zst", "tile/entries/001.zst")) {
      assertThat(config.logDirectory().resolve(same)).hasSameBinaryContentAs(old.resolve(same));
    }
  }

  @Test
  void rowsThatAreDeletedStopTheStoreUntilTheyAreMadeAgain() throws Exception {
    store.append(Samples.range(0, 300));
    String checkpoint = store.checkpoint();
    execute("delete from attestation where log_index >= 290");

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> store.append(Samples.range(300, 301)))
          .isInstanceOf(StoreCorruptException.class)
          .hasMessageContaining("assay log repair");
    }
    assertThat(store.contradiction()).isPresent();
    assertThat(store.checkpoint()).isEqualTo(checkpoint);
    store.close();
    LogRepair repair = new LogRepair(config, (_, _, _) -> {});
    assertThat(repair.check().rowsMissing()).isEqualTo(10);
    assertThat(repair.repair().problems()).isEmpty();

    store = TestStores.open(config);
    assertThat(store.topicsAreReadAgain()).isTrue();
    store.topicsReadAgain();
    assertThat(store.topicsAreReadAgain()).isFalse();
    assertThat(store.checkpoint()).isEqualTo(checkpoint);
    assertThat(store.append(Samples.range(0, 301)))
        .isEqualTo(new AttestationStore.Appended(1, 300, 301));
  }

  /** Somebody else changes the database. */
  private void execute(String sql, byte[]... parameters) throws Exception {
    try (Connection connection =
            switch (config.database()) {
              case DatabaseConfig.Sqlite(Path file) ->
                  DriverManager.getConnection("jdbc:sqlite:" + file);
              case DatabaseConfig.Postgres(String url, String user, String password) ->
                  DriverManager.getConnection(url, user, password);
            };
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setBytes(i + 1, parameters[i]);
      }
      statement.execute();
    }
  }

  @Test
  void aLostCheckpointKeyIsNotReplacedWithoutAWord() throws Exception {
    store.close();
    Path kept = Files.move(config.checkpointKey(), directory.resolve("kept.pem"));

    assertThatThrownBy(() -> TestStores.open(config))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContaining("no file " + config.checkpointKey());
    assertThat(config.checkpointKey()).doesNotExist();

    Files.move(kept, config.checkpointKey());
    store = TestStores.open(config);
  }

  @Test
  void aStoreWhoseAttestationsNoneOfItsKeysSignedIsNotOpened() {
    store.append(Samples.range(0, 1));
    store.close();
    Ed25519Key fresh = Ed25519Key.generate(Samples.START);
    AttestationKey current = new AttestationKey(fresh.publicKey(), Samples.START, null);
    AttestationKey retired =
        new AttestationKey(Samples.DIRECTOR.publicKey(), Samples.START, Samples.START);

    assertThatThrownBy(() -> TestStores.open(withKeys(current)))
        .isInstanceOf(StoreCorruptException.class)
        .hasMessageContainingAll(Samples.DIRECTOR.keyId(), fresh.keyId(), "keys.retired");

    store = TestStores.open(withKeys(current, retired));
  }

  @Test
  void theKeysAreThoseThatSign() {
    List<PublishedKey> keys = store.keys();

    assertThat(keys)
        .extracting(PublishedKey::use)
        .containsExactly(PublishedKey.Use.ATTESTATION, PublishedKey.Use.CHECKPOINT);
    assertThat(keys.getFirst().keyId()).isEqualTo(Samples.DIRECTOR.keyId());
    assertThat(keys.getLast().notBefore()).isEqualTo(TestStores.CLOCK.instant());
    assertThat(logKey().name()).isEqualTo(TestStores.ORIGIN);
  }

  private StoreConfig withKeys(AttestationKey... keys) {
    return new StoreConfig(
        config.logDirectory(),
        config.database(),
        config.origin(),
        config.checkpointKey(),
        List.of(keys));
  }

  private List<String> workItems(@Nullable String status, @Nullable Instant since) {
    return store
        .workItems(new WorkItemQuery(null, status, null, null, null, since, 100, null))
        .items()
        .stream()
        .map(WorkItemRow::id)
        .toList();
  }

  private List<String> found(AttestationQuery query) {
    return store.attestations(query).items().stream().map(AttestationQuery.Listing::id).toList();
  }

  private List<String> paged(AttestationQuery query) {
    List<String> ids = new ArrayList<>();
    Page<AttestationQuery.Listing> page = store.attestations(query);
    while (true) {
      assertThat(page.items()).hasSizeLessThanOrEqualTo(query.limit());
      assertThat(page.items().isEmpty() && !ids.isEmpty()).as("a page after the last").isFalse();
      page.items().forEach(item -> ids.add(item.id()));
      if (page.next() == null) {
        return ids;
      }
      page = store.attestations(query.after(page.next()));
    }
  }

  private static List<String> numbers(int... numbers) {
    List<String> ids = new ArrayList<>();
    for (int number : numbers) {
      ids.add(Samples.attestation(number).id());
    }
    return ids;
  }

  private static Hash rootOf(List<StoredAttestation> attestations) {
    TreeHasher hasher = new TreeHasher();
    CompactRange range = CompactRange.empty();
    attestations.forEach(one -> range.append(hasher.leaf(one.envelope().payload())));
    return range.root();
  }

  private static DecisionRow decision(String id, String workItem, int attempt, String kind) {
    return new DecisionRow(
        id,
        workItem,
        attempt,
        kind,
        "{\"id\":\"" + id + "\"}",
        Samples.START.plusSeconds(attempt),
        null);
  }

  private static WorkItemRow asking(String id, long last, WorkItemRow.@Nullable Approval approval) {
    WorkItemRow plain = item(id, approval == null ? "promoted" : "waiting_for_human", 1, last);
    return new WorkItemRow(
        plain.id(),
        plain.status(),
        plain.mood(),
        plain.attempt(),
        plain.agent(),
        plain.fleet(),
        plain.firstTime(),
        plain.lastTime(),
        plain.controlState(),
        "w-parent",
        "[{\"workItem\":\"w-child\",\"state\":\"OPEN\"}]",
        approval,
        "{\"attempts\":3}");
  }

  private static WorkItemRow.Approval question(String id, long deadline) {
    return new WorkItemRow.Approval(
        id, Samples.START.plusSeconds(deadline), "{\"id\":\"" + id + "\"}");
  }

  private static List<String> questions(Page<ApprovalQuery.Listing> page) {
    return page.items().stream().map(listing -> listing.approval().id()).toList();
  }

  private static WorkItemRow item(String id, String status, long first, long last) {
    return item(id, status, "fleet-a", first, last);
  }

  private static WorkItemRow item(String id, String status, String fleet, long first, long last) {
    return new WorkItemRow(
        id,
        status,
        "CALM",
        1,
        "agent-1",
        fleet,
        Samples.START.plusSeconds(first),
        Samples.START.plusSeconds(last),
        "{}",
        null,
        "[]",
        null,
        "{}");
  }

  private static AttestationQuery query(Consumer<QueryDraft> edit) {
    return QueryDraft.query(edit);
  }
}
