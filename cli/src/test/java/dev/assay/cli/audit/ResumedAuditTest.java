package dev.assay.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.CommandException;
import dev.assay.cli.replay.Progress;
import dev.assay.core.merkle.TilePath;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server can end an audit whenever it likes, and answer the one that goes on otherwise. What it
 * said before must not help it, and nothing is told twice.
 */
class ResumedAuditTest {

  @TempDir private Path directory;

  private Path state() {
    return directory.resolve("state");
  }

  /** Verdicts behind a manifest; none lists them yet. */
  private static ManifestedTopics backlog() {
    return new ManifestedTopics().events(100).manifests().events(2_900);
  }

  private static List<StoredAttestation> forged(List<StoredAttestation> log, int index) {
    log.set(index, AuditSamples.attestation(9_000, AuditSamples.STRANGER));
    return log;
  }

  @Test
  void entriesThatNoTileProvedAreCheckedWhenTheAuditGoesOn() throws Exception {
    Liar liar = liar(forged(backlog().log(), 1_000), "log");
    liar.bundles = liar(backlog().log(), "log-shown");
    liar.damaged = TilePath.hashes(0, 1_000 / TilePath.FULL_WIDTH, TilePath.FULL_WIDTH);
    interrupted(liar, 10);

    liar.bundles = null;
    liar.damaged = null;

    assertThat(AuditSamples.codes(run(liar))).contains("ATTESTATION_SIGNATURE 1000");
  }

  @Test
  void whatWasCheckedByAKeyThatIsNoneAnyLongerIsCheckedAgain() throws Exception {
    Liar liar = liar(AuditSamples.range(0, 100), "log-before");
    assertThat(AuditSamples.codes(run(liar))).isEmpty();
    List<StoredAttestation> all = forged(new ArrayList<>(AuditSamples.range(0, 3_000)), 1_000);
    Liar later = liar(all, "log");
    later.signers = List.of(AuditSamples.DIRECTOR, AuditSamples.STRANGER);
    interrupted(later, 10);

    later.signers = List.of(AuditSamples.DIRECTOR);

    assertThat(AuditSamples.codes(run(later))).containsExactly("ATTESTATION_SIGNATURE 1000");
  }

  @Test
  void anotherLogThanTheOneThatWasBegunIsFoundEachTime() throws Exception {
    List<StoredAttestation> all = new ArrayList<>(AuditSamples.range(0, 3_000));
    interrupted(liar(all, "log"), 10);
    String begun = Files.readString(state());
    List<StoredAttestation> others = new ArrayList<>(all);
    others.set(1_000, AuditSamples.attestation(9_000, AuditSamples.DIRECTOR));
    Liar other = liar(others, "log-other");

    interrupted(other, 10);
    assertThat(AuditSamples.codes(run(other))).containsExactly("HISTORY_CHANGED null");
    assertThat(AuditSamples.codes(run(other))).containsExactly("HISTORY_CHANGED null");
    assertThat(AuditSamples.codes(run(other, documents())))
        .as("which does not go on from there")
        .contains("HISTORY_CHANGED null");
    assertThat(Files.readString(state())).isEqualTo(begun);
  }

  @Test
  void anAuditThatIsInterruptedAgainAndEarlierDoesNotGoBack() throws Exception {
    Liar liar = liar(new ManifestedTopics().events(100).manifests().events(4_800).log(), "log");
    interrupted(liar, 18);
    String first = Files.readString(state());

    interrupted(liar, 10);

    assertThat(first).contains("\"checked\":4096");
    assertThat(Files.readString(state())).contains("\"checked\":4096");
  }

  @Test
  void aFindingThatIsReadAgainWithoutWhatCameBeforeItIsToldOnce() throws Exception {
    ManifestedTopics topics = new ManifestedTopics();
    var _ = topics.before(1).events(300).manifests();
    List<StoredAttestation> all = topics.events(2_700).log();
    // of one work item: each is older than the one before, and the oldest is not read again
    all.set(0, AuditSamples.at(0, AuditSamples.START.plus(Duration.ofHours(9))));
    all.set(1_000, AuditSamples.at(0, AuditSamples.START.plus(Duration.ofHours(7))));
    all.set(1_500, AuditSamples.at(0, AuditSamples.START.plus(Duration.ofHours(2))));
    Liar liar = liar(all, "log");
    interrupted(liar, 10);

    AuditResult rest = run(liar);

    assertThat(rest.from).isPositive();
    assertThat(AuditSamples.codes(rest)).isEqualTo(AuditSamples.codes(once(all)));
    assertThat(rest.findingsTotal).isEqualTo(rest.findings.size());
  }

  @Test
  void moreThanAreListedAreCountedOnceAlsoThoseThatAManifestMisses() throws Exception {
    ManifestedTopics topics = new ManifestedTopics().events(10).undecided().manifests();
    List<StoredAttestation> all = topics.events(300).manifests().events(2_700).log();
    all.subList(30, 180).clear();
    for (int i = 200; i < 240; i++) {
      var _ = forged(all, 1_000 + i);
    }
    Liar liar = liar(all, "log");
    interrupted(liar, 10);

    assertThat(run(liar).findingsTotal).isEqualTo(once(all).findingsTotal);
  }

  @Test
  void attestationsThatAreMissingAreCountedOnceWhereverTheAuditWasInterrupted() throws Exception {
    ManifestedTopics topics = new ManifestedTopics().events(300).manifests();
    int first = topics.log().size();
    int second = topics.events(60).manifests().events(200).log().size();
    List<StoredAttestation> all = topics.events(60).manifests().events(2_500).log();
    all.subList(second, second + 60).clear();
    all.subList(first, first + 60).clear();
    Liar liar = liar(all, "log");
    interrupted(liar, 10);

    AuditResult rest = run(liar);

    assertThat(rest.from).isPositive();
    assertThat(rest.findingsTotal).isEqualTo(once(all).findingsTotal).isEqualTo(120);
  }

  /** As where the log ended there, and has grown. */
  @Test
  void anAuditGoesOnInTheMiddleOfABundle() throws Exception {
    List<StoredAttestation> all = new ArrayList<>(AuditSamples.range(0, 3_000));
    Liar liar = liar(forged(all, 2_100), "log");
    interrupted(liar, 10);
    String begun = Files.readString(state());

    Files.writeString(state(), begun.replace("\"checked\":2048", "\"checked\":2100"));
    assertThat(AuditSamples.codes(run(liar))).containsExactly("ATTESTATION_SIGNATURE 2100");
    Files.writeString(state(), begun.replace("\"checked\":2048", "\"checked\":2101"));
    assertThat(AuditSamples.codes(run(liar))).isEmpty();
  }

  @Test
  void listsAreComparedWithAllThatAnAuditWasToRead() throws Exception {
    Audit.Wanted lists = new Audit.Wanted(null, state(), null, false, false, true);
    for (List<StoredAttestation> log : List.of(backlog().log(), AuditSamples.range(0, 3_000))) {
      Liar liar = liar(log, "log-" + log.size());
      liar.failsAt = 10;
      assertThatThrownBy(() -> run(liar, lists)).isInstanceOf(CommandException.class);
      String begun = Files.readString(state());
      liar.failsAt = Integer.MAX_VALUE;

      assertThat(AuditSamples.codes(run(liar, lists))).isEmpty();

      for (int left : List.of(5, 2_500)) {
        Files.writeString(state(), begun);
        liar.listed =
            (filter, value, entry) ->
                !entry.id().equals(log.get(left).id()) && Liar.signed(filter, value, entry);
        assertThat(AuditSamples.codes(run(liar, lists))).contains("LIST_DIFFERS null");
      }
      Files.delete(state());
    }
  }

  @Test
  void documentsThatWereNotThereAreCountedAcrossAnInterruption() throws Exception {
    Liar liar = liar(new ArrayList<>(AuditSamples.range(0, 3_000)), "log");
    liar.lost = true;
    liar.failsAt = 10;
    assertThatThrownBy(() -> run(liar, documents())).isInstanceOf(CommandException.class);
    liar.failsAt = Integer.MAX_VALUE;
    liar.lost = false;
    liar.served = new ArrayList<>();

    AuditResult rest = run(liar, documents());

    assertThat(rest.from).isEqualTo(2_048);
    assertThat(rest.documents.missing()).isEqualTo(1);
  }

  private Liar liar(List<StoredAttestation> entries, String name) throws IOException {
    return new Liar(entries, directory.resolve(name));
  }

  private Audit.Wanted documents() {
    return new Audit.Wanted(null, state(), null, true, false, false);
  }

  private void interrupted(Liar liar, int bundle) {
    liar.failsAt = bundle;
    assertThatThrownBy(() -> run(liar)).isInstanceOf(CommandException.class);
    liar.failsAt = Integer.MAX_VALUE;
  }

  private AuditResult once(List<StoredAttestation> entries) throws IOException {
    return run(liar(entries, "log-once"), new Audit.Wanted(null, null, null, false, false, false));
  }

  private AuditResult run(Liar liar) throws IOException {
    return run(liar, new Audit.Wanted(null, state(), null, false, false, false));
  }

  private static AuditResult run(Liar liar, Audit.Wanted wanted) throws IOException {
    return new Audit(
            liar,
            wanted,
            InstantSource.fixed(AuditSamples.START.plus(Duration.ofDays(1))),
            new Progress(new PrintWriter(new StringWriter()), "audit"))
        .run();
  }
}
