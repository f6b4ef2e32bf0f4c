package dev.assay.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.CommandException;
import dev.assay.cli.replay.Progress;
import dev.assay.core.log.Cosignature;
import dev.assay.core.log.CosignerKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An operator who has the log's key makes the whole log anew, with the real writer, and signs it:
 * every proof of it holds. What the attestations themselves say, and what the auditor kept, tell.
 */
class LyingLogTest {

  private static final Instant NOW = AuditSamples.START.plus(Duration.ofDays(1));

  @TempDir private Path directory;

  private int logs;

  @Test
  void theLogAsItWasIsCleanWithAStateAndWithoutOne() throws Exception {
    Path state = directory.resolve("state");

    assertThat(audit(honest(), null)).isEmpty();
    assertThat(audit(honest(), state)).isEmpty();
    assertThat(audit(honest(), state)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"checkpoint\":\"[^\"]*\"|\"checkpoint\":\"no note\"",
        "(\"checkpoint\":\"[^\"]*?n)[0-9]+|$17",
        "\"auditedAt\":\"[^\"]*\"|\"auditedAt\":\"once\"",
        "\"format\"|\"manifestsFrom\":-1,\"format\""
      })
  void aDamagedMemoryOfTheLogIsNoMemoryThatBeginsAnew(String what, String with) throws Exception {
    Path state = audited();
    String before = Files.readString(state);
    String damaged = before.replaceFirst(what, with);
    Files.writeString(state, damaged);

    assertThat(damaged).isNotEqualTo(before);
    assertThatThrownBy(() -> audit(honest(), state))
        .isInstanceOfSatisfying(
            CommandException.class,
            refused -> assertThat(refused.code()).isEqualTo("FILE_UNREADABLE"));
  }

  @Test
  void aDroppedEntryIsFoundByWhatCitesItAndByTheState() throws Exception {
    Path state = audited();
    List<StoredAttestation> dropped = honest();
    dropped.remove(0);

    assertThat(audit(dropped, null)).containsExactly("INPUT_MISSING 1");
    assertThat(audit(dropped, state)).contains("LOG_SHRANK null");
  }

  @Test
  void entriesInAnotherOrderAreFound() throws Exception {
    Path state = audited();
    List<StoredAttestation> reordered = honest();
    Collections.swap(reordered, 1, 3);
    List<StoredAttestation> elsewhere = honest();
    Collections.swap(elsewhere, 5, 290);

    assertThat(audit(reordered, null)).contains("INPUT_MISSING 2");
    assertThat(audit(elsewhere, state)).contains("HISTORY_CHANGED null");
  }

  @Test
  void anEntryThatIsThereTwiceIsFoundAlsoWhenTheFirstOneWasAuditedBefore() throws Exception {
    Path state = audited();
    List<StoredAttestation> twice = honest();
    twice.add(twice.get(7));

    assertThat(audit(twice, null)).containsExactly("ENTRY_REPEATED 300");
    assertThat(audit(twice, state)).containsExactly("ENTRY_REPEATED 300");
  }

  @Test
  void anEntryThatAnotherReplacedIsFound() throws Exception {
    Path state = audited();
    List<StoredAttestation> replaced = honest();
    replaced.set(9, AuditSamples.attestation(9_000, AuditSamples.DIRECTOR));
    List<StoredAttestation> forged = honest();
    forged.set(9, AuditSamples.attestation(9_000, AuditSamples.STRANGER));

    assertThat(audit(replaced, state)).contains("HISTORY_CHANGED null");
    assertThat(audit(forged, null)).containsExactly("ATTESTATION_SIGNATURE 9");
  }

  @Test
  void anEntryThatSaysThatItIsOlderOrOfTheFutureIsFound() throws Exception {
    Path state = audited();
    List<StoredAttestation> older = honest();
    older.add(AuditSamples.at(12, AuditSamples.START.minus(Duration.ofHours(3))));
    List<StoredAttestation> late = honest();
    late.add(AuditSamples.at(30_000, NOW.minus(Duration.ofDays(3))));
    List<StoredAttestation> future = honest();
    future.add(AuditSamples.at(30_000, NOW.plus(Duration.ofDays(3))));

    assertThat(audit(older, null)).containsExactly("TIME_BACKDATED 300");
    assertThat(audit(late, null)).isEmpty();
    assertThat(audit(late, state)).containsExactly("TIME_BACKDATED 300");
    assertThat(audit(future, null)).containsExactly("TIME_AHEAD 300");
  }

  @Test
  void aPromotionMayCiteWhatAnEarlierAuditSawAndNothingThatItDidNot() throws Exception {
    Path state = audited();
    List<StoredAttestation> cited = honest();
    cited.add(AuditSamples.promotion("item-1", AuditSamples.START, cited.get(5)));
    List<StoredAttestation> invented = honest();
    invented.add(
        AuditSamples.promotion(
            "item-1", AuditSamples.START, AuditSamples.attestation(9_000, AuditSamples.DIRECTOR)));

    assertThat(audit(cited, null)).isEmpty();
    assertThat(audit(invented, state)).containsExactly("INPUT_MISSING 300");
    Liar exported = new Liar(cited, directory.resolve("log-exported"));
    exported.whole = true;
    AuditResult all = run(exported, Files.copy(state, directory.resolve("state-copy")));
    assertThat(audit(cited, state)).isEmpty();
    assertThat(AuditSamples.codes(all)).isEmpty();
    assertThat(all.entries).isEqualTo(301);
    assertThat(all.sinceSize).isEqualTo(300);
  }

  @Test
  void anAuditThatWasInterruptedGoesOnWhereItWas() throws Exception {
    Path state = directory.resolve("state");
    List<StoredAttestation> all = new ArrayList<>(AuditSamples.range(0, 3_000));
    all.set(4, AuditSamples.attestation(4, AuditSamples.STRANGER));
    Liar liar = new Liar(all, directory.resolve("log-cut"));
    liar.failsAt = 10;

    assertThatThrownBy(() -> run(liar, state)).isInstanceOf(CommandException.class);
    liar.failsAt = Integer.MAX_VALUE;
    AuditResult rest = run(liar, state);

    assertThat(rest.from).isEqualTo(2_048);
    assertThat(AuditSamples.codes(rest)).containsExactly("ATTESTATION_SIGNATURE 4");
  }

  @Test
  void anAuditThatReadsDocumentsDoesNotGoOnFromOneThatReadNone() throws Exception {
    Path state = directory.resolve("state");
    Liar liar = new Liar(AuditSamples.range(0, 3_000), directory.resolve("log-cut"));
    liar.failsAt = 10;
    assertThatThrownBy(() -> run(liar, state)).isInstanceOf(CommandException.class);
    liar.failsAt = Integer.MAX_VALUE;
    liar.served = Collections.synchronizedList(new ArrayList<>());

    AuditResult documents = run(liar, new Audit.Wanted(null, state, null, true, false, false));

    assertThat(documents.from).isZero();
    assertThat(liar.served).isNotEmpty();
  }

  @Test
  void anotherKeyOfTheLogIsFoundAndTheStateStays() throws Exception {
    Path state = audited();
    Ed25519Key other = Ed25519Key.generate(Instant.EPOCH);
    Liar liar = new Liar(honest(), directory.resolve("log-other"), other);

    assertThat(AuditSamples.codes(run(liar, state))).containsExactly("LOG_KEY_CHANGED null");
    assertThat(audit(honest(), state)).isEmpty();
  }

  @Test
  void aRetiredKeyThatIsInUseAgainIsFoundAndTheStateStays() throws Exception {
    Path state = directory.resolve("state-retired");
    Instant end = NOW.minusSeconds(1);

    assertThat(audit(end, state)).isEmpty();
    assertThat(audit((Instant) null, state)).containsExactly("ATTESTATION_KEY_EXTENDED null");
    assertThat(audit(NOW, state)).containsExactly("ATTESTATION_KEY_EXTENDED null");
    assertThat(audit(end, state)).isEmpty();
  }

  @Test
  void aStateOfTheFormatBeforeIsReadAndKnowsNoEnds() throws Exception {
    Path state = audited();
    String now = Files.readString(state);
    String before = now.replace("state/3", "state/1").replace(",\"keyEnds\":{}", "");
    Files.writeString(state, before);

    assertThat(before).doesNotContain("keyEnds", "state/3");
    assertThat(audit(honest(), state)).isEmpty();
    assertThat(Files.readString(state)).isEqualTo(now);
  }

  /** It did not say by which keys, and left out what no tile had proved. */
  @Test
  void anAuditThatAnEarlierVersionBeganBeginsAnew() throws Exception {
    Path state = directory.resolve("state");
    Liar liar = new Liar(AuditSamples.range(0, 3_000), directory.resolve("log-cut"));
    liar.failsAt = 10;
    assertThatThrownBy(() -> run(liar, state)).isInstanceOf(CommandException.class);
    String now = Files.readString(state);
    String before =
        now.replace("state/3", "state/2")
            .replaceFirst("\"checked\":[0-9]+,\"keys\":\"[0-9a-f]+\",", "");
    Files.writeString(state, before);
    liar.failsAt = Integer.MAX_VALUE;

    assertThat(before)
        .doesNotContain("checked", "\"keys\"", "state/3")
        .contains("\"position\":2048");
    assertThat(run(liar, state).from).isZero();
  }

  @Test
  void aCheckpointThatTooFewWitnessesHaveSeenIsFound() throws Exception {
    Ed25519Key witness = Ed25519Key.generate(Instant.EPOCH);
    CosignerKey cosigner = new CosignerKey("witness.example", witness.publicKey());
    TlogPolicy policy =
        TlogPolicy.parse(
            ("witness W1 " + cosigner.vkey() + "\nquorum W1\n")
                .getBytes(StandardCharsets.US_ASCII));
    Liar alone = new Liar(honest(), directory.resolve("log-alone"));
    Liar seen = new Liar(honest(), directory.resolve("log-seen"));
    seen.cosignature =
        Cosignature.sign(SignedNote.parse(seen.checkpoint()).text(), cosigner, 1, witness).line();

    assertThat(
            AuditSamples.codes(
                run(alone, new Audit.Wanted(null, null, policy, false, false, false))))
        .containsExactly("QUORUM_MISSING null");
    assertThat(
            AuditSamples.codes(
                run(seen, new Audit.Wanted(null, null, policy, false, false, false))))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(ListCheck.Filter.class)
  void aListThatLeavesOutWhatWasSignedOrShowsMoreIsFound(ListCheck.Filter tampered)
      throws Exception {
    StoredAttestation passed = AuditSamples.attestation(2, AuditSamples.DIRECTOR);
    StoredAttestation failed = AuditSamples.failing("src/cart.py");
    StoredAttestation promotion =
        AuditSamples.promotion("item-0", AuditSamples.START.plusMillis(3), failed);
    List<StoredAttestation> entries = List.of(passed, failed, promotion);
    assertThat(lists(entries, Liar::signed)).isEmpty();

    assertThat(
            lists(
                entries,
                (filter, value, entry) -> filter != tampered && Liar.signed(filter, value, entry)))
        .isNotEmpty()
        .containsOnly("LIST_DIFFERS null");
    if (tampered != ListCheck.Filter.SINCE) {
      assertThat(
              lists(
                  entries,
                  (filter, value, entry) ->
                      filter == tampered || Liar.signed(filter, value, entry)))
          .isNotEmpty()
          .containsOnly("LIST_DIFFERS null");
    }
  }

  @Test
  void everyCodeIsInTheDocument() throws Exception {
    assertThat(Files.readString(Path.of("../docs/audit.md")))
        .contains(Stream.of(AuditCode.values()).map(code -> "`" + code + "`").toList());
  }

  /** Three hundred entries; the third is a promotion of the first two. */
  private static List<StoredAttestation> honest() {
    List<StoredAttestation> all = new ArrayList<>(AuditSamples.range(0, 2));
    all.add(AuditSamples.promotion("item-0", AuditSamples.START, all.get(0), all.get(1)));
    all.addAll(AuditSamples.range(3, 300));
    return all;
  }

  private List<String> lists(List<StoredAttestation> entries, Liar.Listed listed)
      throws IOException {
    Liar liar = new Liar(entries, directory.resolve("log-" + logs++));
    liar.listed = listed;
    return AuditSamples.codes(run(liar, new Audit.Wanted(null, null, null, false, false, true)));
  }

  private Path audited() throws IOException {
    Path state = directory.resolve("state-" + logs);
    assertThat(audit(honest(), state)).isEmpty();
    return state;
  }

  private List<String> audit(List<StoredAttestation> entries, @Nullable Path state)
      throws IOException {
    return AuditSamples.codes(run(new Liar(entries, directory.resolve("log-" + logs++)), state));
  }

  private List<String> audit(@Nullable Instant keyEnd, Path state) throws IOException {
    Liar liar = new Liar(honest(), directory.resolve("log-" + logs++));
    liar.keyEnd = keyEnd;
    return AuditSamples.codes(run(liar, state));
  }

  private static AuditResult run(Liar liar, @Nullable Path state) throws IOException {
    return run(liar, new Audit.Wanted(null, state, null, false, false, false));
  }

  private static AuditResult run(Liar liar, Audit.Wanted wanted) throws IOException {
    return new Audit(
            liar,
            wanted,
            InstantSource.fixed(NOW),
            new Progress(new PrintWriter(new StringWriter()), "audit"))
        .run();
  }
}
