package dev.assay.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.replay.Progress;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.schemas.Digests;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator who has the log's key makes the log anew without what he dislikes, and without all
 * that cites it. The director's manifests tell.
 */
class LyingManifestsTest {

  @TempDir private Path directory;

  private int logs;

  @Test
  void anHonestLogIsCleanWithAStateAndWithoutOneAndSaysHowFarManifestsReach() throws Exception {
    List<StoredAttestation> honest = honest().log();
    Path state = directory.resolve("state");

    AuditResult result = run(honest, null);
    assertThat(AuditSamples.codes(result)).isEmpty();
    assertThat(audit(honest, state)).isEmpty();
    assertThat(audit(honest, state)).isEmpty();

    JsonNode manifests = result.json().path("manifests");
    assertThat(manifests.path("uncovered").asInt()).isZero();
    assertThat(manifests.path("unlisted").asInt()).isZero();
    assertThat(manifests.path("undecided").asInt()).isZero();
    assertThat(manifests.path("partitions")).hasSize(7);
    assertThat(manifests.path("partitions").path(0).path("topic").asText())
        .isEqualTo("attestations");
  }

  @Test
  void aVerdictThatWasDroppedWithEverythingThatCitesItIsFound() throws Exception {
    ManifestedTopics topics = honest();
    List<StoredAttestation> dropped = topics.log();
    dropped.remove(verdict(dropped, 2));

    assertThat(audit(dropped, null))
        .containsExactly("ATTESTATION_DROPPED " + listing(topics.log(), 2));
  }

  @Test
  void aVerdictThatAnotherReplacedIsFoundTwice() throws Exception {
    ManifestedTopics topics = honest();
    List<StoredAttestation> replaced = topics.log();
    replaced.set(verdict(replaced, 2), AuditSamples.attestation(9_000, AuditSamples.DIRECTOR));

    assertThat(audit(replaced, null))
        .containsExactly(
            "ATTESTATION_DROPPED " + (listing(topics.log(), 2) + 1), "ATTESTATION_UNLISTED 2");
  }

  @Test
  void verdictsInAnotherOrderThanOnTheirTopicAreFound() throws Exception {
    List<StoredAttestation> swapped = honest().log();
    Collections.swap(swapped, verdict(swapped, 1), verdict(swapped, 3));
    assertThat(audit(swapped, null)).containsExactly("ENTRY_MISPLACED 1");

    List<StoredAttestation> late = honest().log();
    late.add(verdict(late, 4), late.remove(verdict(late, 0)));
    assertThat(audit(late, null)).contains("ENTRY_MISPLACED 1");
  }

  @Test
  void aVerdictThatIsLoggedTwiceIsFound() throws Exception {
    List<StoredAttestation> twice = honest().log();
    twice.add(twice.get(3));

    assertThat(audit(twice, null)).containsExactly("ENTRY_REPEATED " + (twice.size() - 1));
  }

  @Test
  void aDroppedManifestIsFoundByTheOneAfterItAlsoWhenItsVerdictsWereDroppedToo() throws Exception {
    ManifestedTopics topics = new ManifestedTopics().events(6).manifests().events(4).manifests();
    int last = topics.at(Topic.ATTESTATIONS, 0);
    List<StoredAttestation> dropped = topics.events(6).manifests().events(2).manifests().log();
    StoredAttestation manifest = dropped.get(last);
    dropped.remove(last);
    dropped.removeIf(each -> lists(manifest, each.id()));

    assertThat(audit(dropped, null))
        .contains("MANIFEST_MISSING " + next(dropped, manifest))
        .allMatch(code -> code.startsWith("MANIFEST_MISSING") || code.startsWith("ATTESTATION_"));
  }

  @Test
  void aPartitionWhoseEndWasDroppedIsFoundByTheManifestsOfOthers() throws Exception {
    ManifestedTopics topics = new ManifestedTopics().events(6).manifests();
    int kept = topics.log().size();
    List<StoredAttestation> cut = topics.events(6).manifests().events(6).manifests().log();
    List<StoredAttestation> gone = new ArrayList<>();
    for (StoredAttestation each : cut.subList(kept, cut.size())) {
      if (each.workItem().endsWith("/1")) {
        gone.add(each);
        cut.stream().filter(other -> lists(each, other.id())).forEach(gone::add);
      }
    }
    cut.removeAll(gone);

    assertThat(audit(cut, null)).isNotEmpty().allMatch(code -> code.startsWith("MANIFEST_MISSING"));
  }

  @Test
  void anEventThatNobodyDecidedIsFoundAfterADayAlsoBelowWhatTheStateHas() throws Exception {
    Path state = directory.resolve("state");
    ManifestedTopics topics = new ManifestedTopics().before(300).undecided().events(2).manifests();
    for (int i = 0; i < 4; i++) {
      var _ = topics.events(128).manifests();
    }

    AuditResult early = run(topics.log(), state, topics.now());
    List<StoredAttestation> later = topics.events(2).manifests(Duration.ofHours(25)).log();
    AuditResult late = run(later, state, topics.now());

    assertThat(AuditSamples.codes(early)).isEmpty();
    assertThat(early.json().path("manifests").path("undecided").asInt()).isEqualTo(1);
    assertThat(early.json().path("manifests").path("uncovered").asInt()).isEqualTo(300);
    assertThat(AuditSamples.codes(late)).containsExactly("EVENT_UNDECIDED 302");
    assertThat(late.sinceSize).isEqualTo(early.size);
    assertThat(late.from).isEqualTo(256);
    assertThat(audit(later, null)).containsExactly("EVENT_UNDECIDED 302");
  }

  @Test
  void anAuditGoesOnWhereTheManifestsSettleTheLog() throws Exception {
    Path state = directory.resolve("state");
    ManifestedTopics topics = new ManifestedTopics();
    for (int i = 0; i < 4; i++) {
      var _ = topics.events(128).manifests();
    }

    assertThat(AuditSamples.codes(run(topics.log(), state, topics.now()))).isEmpty();
    AuditResult second = run(topics.events(300).manifests().log(), state, topics.now());
    List<StoredAttestation> more = topics.events(300).manifests().log();
    more.remove(more.size() - 20);

    assertThat(AuditSamples.codes(second)).isEmpty();
    assertThat(second.from).isEqualTo(512);
    assertThat(AuditSamples.codes(run(more, state, topics.now())))
        .anyMatch(code -> code.startsWith("ATTESTATION_DROPPED"));
  }

  @Test
  void anAuditThatReadsAgainWhatNoManifestSettlesTellsAFindingThereOnce() throws Exception {
    Path state = directory.resolve("state");
    ManifestedTopics topics = new ManifestedTopics().events(100).manifests().events(2_900);
    List<StoredAttestation> all = topics.log();
    all.set(1_000, AuditSamples.attestation(9_000, AuditSamples.STRANGER));
    Liar liar = new Liar(all, directory.resolve("log-cut"));
    liar.failsAt = 10;

    assertThatThrownBy(() -> run(liar, state, topics.now())).isInstanceOf(CommandException.class);
    liar.failsAt = Integer.MAX_VALUE;
    AuditResult rest = run(liar, state, topics.now());

    assertThat(rest.from).isLessThan(1_000);
    assertThat(AuditSamples.codes(rest)).containsExactly("ATTESTATION_SIGNATURE 1000");
    assertThat(rest.findingsTotal).isEqualTo(1);
  }

  @Test
  void whatWasCheckedIsNotCheckedAgainWhenNoManifestSettlesItYet() throws Exception {
    Path state = directory.resolve("state");
    ManifestedTopics topics = new ManifestedTopics().events(100).manifests();
    Set<String> artifacts = new HashSet<>();
    for (int i = 0; i < 3_000; i++) {
      String artifact = Digests.sha256Hex("artifact " + i);
      artifacts.add(artifact);
      topics.attested(0, AuditSamples.execution(i), AuditSamples.judging(1_000 + i, artifact));
    }
    var _ = topics.manifests().events(400);
    Liar cut = new Liar(topics.log(), directory.resolve("log-cut"));
    List<String> documents = Collections.synchronizedList(new ArrayList<>());
    cut.served = documents;
    cut.failsAt = 10;

    assertThatThrownBy(() -> run(cut, reading(state), topics.now()))
        .isInstanceOf(CommandException.class);
    int first = documents.size();
    cut.failsAt = Integer.MAX_VALUE;
    AuditResult rest = run(cut, reading(state), topics.now());
    AuditResult once = run(topics.log(), null, topics.now());

    assertThat(AuditSamples.codes(rest)).isEmpty();
    assertThat(first).isGreaterThan(1_000);
    assertThat(rest.from).isLessThan(256);
    assertThat(documents.stream().filter(artifacts::contains))
        .doesNotHaveDuplicates()
        .hasSameSizeAs(artifacts);
    assertThat(rest.json().path("manifests").path("unlisted"))
        .isEqualTo(once.json().path("manifests").path("unlisted"));
    assertThat(rest.json().path("manifests").path("undecided"))
        .isEqualTo(once.json().path("manifests").path("undecided"));
  }

  @Test
  void whatAnInterruptedAuditCheckedIsFoundWhenItIsAnotherNow() throws Exception {
    Path state = directory.resolve("state");
    ManifestedTopics topics = new ManifestedTopics().events(100).manifests().events(2_900);
    Liar liar = new Liar(topics.log(), directory.resolve("log-cut"));
    liar.failsAt = 10;
    assertThatThrownBy(() -> run(liar, state, topics.now())).isInstanceOf(CommandException.class);

    liar.failsAt = Integer.MAX_VALUE;
    List<StoredAttestation> others = topics.log();
    others.set(1_000, AuditSamples.attestation(9_000, AuditSamples.STRANGER));
    liar.bundles = new Liar(others, directory.resolve("log-others"));

    assertThat(AuditSamples.codes(run(liar, state, topics.now()))).contains("ENTRY_DIFFERS 1000");
  }

  @Test
  void anAttestationThatTheDirectorHasNotSeenIsFoundAfterAnHour() throws Exception {
    ManifestedTopics topics = new ManifestedTopics().events(6).manifests();
    StoredAttestation invented = AuditSamples.attestation(9_000, AuditSamples.DIRECTOR);
    int at = topics.log().size();

    List<StoredAttestation> early = topics.events(4).manifests().log();
    early.add(at, invented);
    List<StoredAttestation> late = topics.events(4).manifests().events(2).manifests().log();
    late.add(at, invented);

    assertThat(audit(early, null)).isEmpty();
    assertThat(audit(late, null)).containsExactly("ATTESTATION_UNLISTED " + at);
  }

  @Test
  void aGapAndASecondHistoryAreFoundAlthoughTheDirectorsKeySignedThem() throws Exception {
    ManifestedTopics gap = honest();
    int before = gap.at(Topic.DECISIONS, 0);
    gap.write(
        Topic.DECISIONS,
        0,
        1_000,
        gap.log().get(before).id(),
        List.of(ManifestRecord.unreadable(1_000, Digests.sha256Hex("x"))));
    ManifestedTopics fork = honest();
    fork.write(
        Topic.DECISIONS, 0, 0, null, List.of(ManifestRecord.unreadable(3, Digests.sha256Hex("x"))));

    assertThat(audit(gap.log(), null))
        .containsExactly("MANIFEST_GAP " + gap.at(Topic.DECISIONS, 0));
    assertThat(audit(fork.log(), null))
        .containsExactly("MANIFEST_FORKED " + fork.at(Topic.DECISIONS, 0));
  }

  @Test
  void aLogFromBeforeThereWereManifestsIsCleanAndTold() throws Exception {
    AuditResult result = run(new ManifestedTopics().before(300).log(), null);
    StringWriter text = new StringWriter();
    result.print(new PrintWriter(text));

    assertThat(AuditSamples.codes(result)).isEmpty();
    assertThat(text.toString()).contains("none, nothing is covered by manifests");
  }

  private static ManifestedTopics honest() {
    return new ManifestedTopics()
        .events(7)
        .refused()
        .manifests()
        .events(5)
        .manifests()
        .events(6)
        .manifests();
  }

  /** The position of a verdict, which is its own. */
  private static int verdict(List<StoredAttestation> log, int index) {
    assertThat(log.get(index).kind()).isEqualTo(StoredAttestation.Kind.VERIFICATION);
    return index;
  }

  /** Where the manifest that lists the entry at {@code index} is, when that is gone. */
  private static int listing(List<StoredAttestation> log, int index) {
    for (int i = 0; i < log.size(); i++) {
      if (lists(log.get(i), log.get(index).id())) {
        return i - 1;
      }
    }
    throw new AssertionError("expected a manifest");
  }

  private static int next(List<StoredAttestation> log, StoredAttestation manifest) {
    for (int i = 0; i < log.size(); i++) {
      if (text(log.get(i)).contains("\"previous\":\"" + manifest.id())) {
        return i;
      }
    }
    throw new AssertionError("expected a manifest after it");
  }

  private static boolean lists(StoredAttestation manifest, String id) {
    return manifest.kind() == StoredAttestation.Kind.MANIFEST
        && text(manifest).contains("\"attestation\":\"" + id);
  }

  private static String text(StoredAttestation entry) {
    return new String(entry.envelope().payload(), StandardCharsets.UTF_8);
  }

  private List<String> audit(List<StoredAttestation> entries, @Nullable Path state)
      throws IOException {
    return AuditSamples.codes(run(entries, state));
  }

  private AuditResult run(List<StoredAttestation> entries, @Nullable Path state)
      throws IOException {
    return run(entries, state, AuditSamples.START.plus(Duration.ofDays(3)));
  }

  private AuditResult run(List<StoredAttestation> entries, @Nullable Path state, Instant now)
      throws IOException {
    return run(new Liar(entries, directory.resolve("log-" + logs++)), state, now);
  }

  private static AuditResult run(Liar liar, @Nullable Path state, Instant now) throws IOException {
    return run(liar, new Audit.Wanted(null, state, null, false, false, false), now);
  }

  /** With reports and artifacts. */
  private static Audit.Wanted reading(Path state) {
    return new Audit.Wanted(null, state, null, true, false, false);
  }

  private static AuditResult run(Liar liar, Audit.Wanted wanted, Instant now) throws IOException {
    return new Audit(
            liar,
            wanted,
            InstantSource.fixed(now.plusSeconds(60)),
            new Progress(new PrintWriter(new StringWriter()), "audit"))
        .run();
  }
}
