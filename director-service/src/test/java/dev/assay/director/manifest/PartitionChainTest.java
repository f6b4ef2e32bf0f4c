package dev.assay.director.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.schemas.Digests;
import org.junit.jupiter.api.Test;

class PartitionChainTest {

  private static final String TIME = "2026-11-21T10:00:00.000Z";
  private static final String LATER = "2026-11-21T11:00:00.000Z";
  private static final String EVENT = Digests.sha256Hex("event");
  private static final String ID = Digests.sha256Hex("attestation");
  private static final String OTHER = Digests.sha256Hex("another manifest");
  private static final long WAIT = 30;

  private final PartitionChain chain = chain(0, ChainMark.NONE);

  @Test
  void aRangeClosesWhenItIsFullAndTheRestStays() {
    read(chain, 0, Manifest.RECORDS_MAX - 1);
    assertThat(chain.due(0, WAIT)).isFalse();

    read(chain, Manifest.RECORDS_MAX - 1, Manifest.RECORDS_MAX + 7);
    assertThat(chain.due(0, WAIT)).isTrue();
    chain.plan(TIME, null);
    Manifest first = chain.manifest();
    chain.written(first.statement().id(), 0);

    assertThat(first.firstOffset()).isZero();
    assertThat(first.endOffset()).isEqualTo(Manifest.RECORDS_MAX);
    assertThat(first.records()).hasSize(Manifest.RECORDS_MAX);
    assertThat(first.previous()).isNull();
    assertThat(chain.waiting()).isEqualTo(7);
    assertThat(chain.due(WAIT - 1, WAIT)).isFalse();
    assertThat(chain.due(WAIT, WAIT)).isTrue();
    chain.plan(LATER, OTHER);
    assertThat(chain.manifest().previous()).isEqualTo(first.statement().id());
    assertThat(chain.manifest().firstOffset()).isEqualTo(first.endOffset());
    assertThat(chain.manifest().after()).isEqualTo(OTHER);
  }

  @Test
  void aShortRangeClosesWhenItsFirstRecordHasWaited() {
    chain.add(record(0), false, 100);
    chain.add(record(1), false, 120);

    assertThat(chain.due(129, WAIT)).isFalse();
    assertThat(chain.due(130, WAIT)).isTrue();
  }

  @Test
  void manifestsAloneCloseNoRangeInTimeSoThatAQuietSystemWritesNone() {
    chain.add(record(0), true, 0);
    assertThat(chain.due(Long.MAX_VALUE, WAIT)).isFalse();

    chain.add(record(1), false, 5);
    assertThat(chain.due(5 + WAIT, WAIT)).isTrue();
  }

  @Test
  void aManifestThatWasPlannedIsMadeAgainWithTheSameBytesWhateverCameSince() {
    read(chain, 0, 3);
    chain.plan(TIME, OTHER);
    String made = chain.manifest().statement().id();
    PartitionChain restarted = chain(chain.first(), ChainMark.of(chain.mark().text()));

    read(restarted, 0, 2);
    assertThat(restarted.due(Long.MAX_VALUE, WAIT)).isFalse();
    read(restarted, 2, 9);
    assertThat(restarted.due(0, WAIT)).isTrue();
    restarted.plan(LATER, null);

    assertThat(restarted.manifest().statement().id()).isEqualTo(made);
    restarted.written(made, 0);
    assertThat(restarted.first()).isEqualTo(3);
    assertThat(restarted.mark()).isEqualTo(new ChainMark(made, TIME, null));
  }

  @Test
  void anAttestationIsListedWithoutTheEventThatItNamesItself() {
    PartitionChain attestations = attestations(ChainMark.NONE);
    attestations.plan(TIME, null);

    assertThat(attestations.manifest().records())
        .containsExactly(ManifestRecord.attestation(0, OTHER, null, ID));
  }

  @Test
  void whatABuildThatRepeatedTheEventHadPlannedIsMadeAsThatBuildWouldHaveMadeIt() {
    PartitionChain restarted =
        attestations(ChainMark.of("{\"planned\":{\"end\":1,\"time\":\"" + TIME + "\"}}"));
    restarted.plan(LATER, OTHER);

    assertThat(restarted.manifest().records())
        .containsExactly(ManifestRecord.attestation(0, OTHER, EVENT, ID));
    assertThat(restarted.manifest().time()).isEqualTo(TIME);
  }

  @Test
  void whatTheTopicRemovedBeforeItWasReadIsToldAndTheChainHasNoGap() {
    chain.removedBefore(40);
    read(chain, 40, 42);
    chain.plan(TIME, null);

    assertThat(chain.manifest().firstOffset()).isZero();
    assertThat(chain.manifest().readFrom()).isEqualTo(40);
    assertThat(chain.manifest().endOffset()).isEqualTo(42);
  }

  @Test
  void aCommitOfSomethingElseIsNoMark() {
    assertThat(ChainMark.of("")).isEqualTo(ChainMark.NONE);
    assertThat(ChainMark.of("{\"last\":1}")).isEqualTo(ChainMark.NONE);
    assertThat(ChainMark.of("x".repeat(10_000))).isEqualTo(ChainMark.NONE);
  }

  @Test
  void theLongestManifestIsASmallPartOfAStatementAndItsMarkOfACommit() {
    PartitionChain longest =
        new PartitionChain("attestations", Integer.MAX_VALUE, 1L << 52, ChainMark.NONE);
    for (int i = 0; i < Manifest.RECORDS_MAX; i++) {
      longest.add(ManifestRecord.attestation((1L << 52) + i, OTHER, OTHER, OTHER), false, 0);
    }
    longest.plan(TIME, OTHER);

    assertThat(longest.manifest().statement().text().length()).isLessThan(48 * 1024);
    assertThat(longest.mark().text().length()).isLessThan(ManifestLimits.MARK_CHARS_MAX / 4);
  }

  private static PartitionChain attestations(ChainMark mark) {
    PartitionChain chain = new PartitionChain("attestations", 0, 0, mark);
    chain.add(ManifestRecord.attestation(0, OTHER, EVENT, ID), false, 0);
    return chain;
  }

  private static PartitionChain chain(long first, ChainMark mark) {
    return new PartitionChain("executions", 0, first, mark);
  }

  private static void read(PartitionChain chain, int from, int to) {
    for (int offset = from; offset < to; offset++) {
      chain.add(record(offset), false, 0);
    }
  }

  private static ManifestRecord record(long offset) {
    return ManifestRecord.execution(
        offset, Digests.sha256Hex("value " + offset), Digests.sha256Hex("event " + offset));
  }
}
