package dev.assay.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.Ed25519PublicKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CosignatureTest {

  /** Keys and signatures of this note were made with OpenSSL, ids with a few lines of Python. */
  private static final NoteKey LOG =
      NoteKey.parse(
          "log.example/behind-the-sofa+66e9ed8b+ASTL7AqMKu+JlukCfOCAhghy3gcBH/aBopMhnYaUJZuq");

  private static final CosignerKey WITNESS =
      CosignerKey.parse("witness.example/w1+600a242f+BJPxCLLIMjXFdjkphQpnnk8/Vv0wRAEnwUIoQzHEbIjM");

  private static final String NOTE =
      """
      log.example/behind-the-sofa
      3
      NmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=

      \u2014 log.example/behind-the-sofa Zunti31o/AcUySlNEGIg4dixRFqzjOUH83OXMZyDy7G615XHaYqoMeBzAiWCLK35XrucVZpISLm7zsgDBJefieCm6Q4=
      \u2014 witness.example/w1 YAokLwAAAABkGFDL9DnDa/UEziHNasPG5p+kwUxJpr0O/WeJlrZrnPXNwGA7S+yYy+4+O5ugbV9uMbsMj0SCB7mLpoI0fzt6ao1SDw==
      """;

  private static final String POLICY =
      """
      # who is believed
      log log.example/behind-the-sofa+66e9ed8b+ASTL7AqMKu+JlukCfOCAhghy3gcBH/aBopMhnYaUJZuq https://log.example/
      \twitness w1 witness.example/w1+600a242f+BJPxCLLIMjXFdjkphQpnnk8/Vv0wRAEnwUIoQzHEbIjM

      """;

  private static final String OTHER =
      "witness w2 " + CosignerKeys.fresh("witness.example/w2").vkey() + " https://w2.example/x\n";

  @Test
  void aCosignatureOfOthersVerifiesWithItsTimeAndTheKeysReadBackAsThemselves() {
    SignedNote note = SignedNote.parse(NOTE);

    assertThat(note.requireSignedBy(LOG, LOG.key())).isSameAs(note);
    assertThat(Cosignature.time(note, WITNESS, WITNESS.key())).hasValue(1679315147L);
    assertThat(WITNESS.keyId()).isEqualTo(0x600a242f);
    assertThat(CosignerKey.parse(WITNESS.vkey())).isEqualTo(WITNESS);
  }

  @Test
  void aCosignatureOfAnotherCheckpointOrTimeRejectsTheNote() {
    SignedNote otherSize = SignedNote.parse(NOTE.replace("\n3\n", "\n4\n"));
    SignedNote otherTime = SignedNote.parse(NOTE.replace("YAokLwAAAABkGFDL", "YAokLwAAAABkGFDM"));
    SignedNote strangers = SignedNote.parse(NOTE.replace("witness.example/w1", "w.example/w1"));

    for (SignedNote forged : List.of(otherSize, otherTime)) {
      assertThatThrownBy(() -> Cosignature.time(forged, WITNESS, WITNESS.key()))
          .hasMessageContaining("note-forged");
    }
    assertThat(Cosignature.time(strangers, WITNESS, WITNESS.key())).isEmpty();
  }

  @Test
  void aKeyOfNotesIsNoKeyOfCosignatures() {
    assertThatThrownBy(() -> CosignerKey.parse(LOG.vkey())).hasMessageContaining("vkey-invalid");
    assertThatThrownBy(() -> NoteKey.parse(WITNESS.vkey())).hasMessageContaining("vkey-invalid");
  }

  @Test
  void aRequestToAWitnessReadsBackAsItself() {
    String hash = new TreeHasher().leaf(new byte[] {1}).base64();
    String body = "old 2\n" + hash + "\n\n" + NOTE;

    AddCheckpoint request = AddCheckpoint.parse(body.getBytes(StandardCharsets.UTF_8));

    assertThat(request.oldSize()).isEqualTo(2);
    assertThat(request.proof()).containsExactly(Hash.ofBase64(hash).orElseThrow());
    assertThat(request.text()).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "old 2",
        "old 02\n\n",
        "old -1\n\n",
        "old 2 \n\n",
        "old\n\n",
        "new 2\n\n",
        "old 9223372036854775808\n\n",
        "old 2\nAAAA\n\n",
        "old 2\r\n\r\n",
        "old 2\n"
      })
  void aRequestOfAnotherFormIsRefused(String head) {
    assertThatThrownBy(() -> AddCheckpoint.parse((head + NOTE).getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("add-checkpoint-invalid");
  }

  @Test
  void aProofOf64HashesIsRefused() {
    String line = new TreeHasher().leaf(new byte[0]).base64() + "\n";
    String body = "old 1\n" + line.repeat(64) + "\n" + NOTE;

    assertThatThrownBy(() -> AddCheckpoint.parse(body.getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("at most 63 proof lines");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quorum none",
        "quorum w1",
        "group g any w1 w2\nquorum g",
        "group inner all w1\ngroup g 2 inner w2\ngroup h any g\nquorum w1"
      })
  void aQuorumThatTheNotesOneWitnessIsHasIt(String quorum) {
    TlogPolicy.Finding found = policy(quorum).judge(SignedNote.parse(NOTE));

    assertThat(found.met()).isTrue();
    assertThat(found.cosigned()).containsExactly("w1");
    assertThat(found.log()).isEqualTo(LOG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quorum w2",
        "group g all w1 w2\nquorum g",
        "group inner any w1\ngroup g 2 inner w2\nquorum g"
      })
  void aQuorumThatNeedsTheOtherOneIsNotMet(String quorum) {
    assertThat(policy(quorum).judge(SignedNote.parse(NOTE)).met()).isFalse();
  }

  @Test
  void aPolicyRejectsANoteOfAnotherLogAndOneWithAForgedCosignature() {
    TlogPolicy policy = policy("quorum none");
    String line = NOTE.lines().toList().get(4);

    assertThatThrownBy(() -> policy.judge(SignedNote.parse(NOTE.replace(line + "\n", ""))))
        .hasMessageContaining("note-unsigned");
    assertThatThrownBy(() -> policy.judge(SignedNote.parse(NOTE.replace("GFDL9DnD", "GFDL9DnE"))))
        .hasMessageContaining("note-forged");
  }

  @Test
  void aForgedLineOfALaterLogOfThePolicyRejectsTheNote() {
    NoteKey later = new NoteKey("log.example/later", WITNESS.key());
    TlogPolicy policy = policy("log " + later.vkey() + "\nquorum none");
    NoteSignature forged = new NoteSignature(later.name(), later.keyId(), new byte[64]);
    SignedNote note = SignedNote.parse(NOTE).with(List.of(forged));

    assertThatThrownBy(() -> policy.judge(note)).hasMessageContaining("note-forged");
  }

  @Test
  void aNoteThatTwoLogsSignedIsOfTheOneWhoseOriginItHas() throws GeneralSecurityException {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    NoteKey mirror =
        new NoteKey("mirror.example", Ed25519PublicKey.ofSpki(pair.getPublic().getEncoded()));
    SignedNote note = SignedNote.parse(NOTE);
    Signature signing = Signature.getInstance("Ed25519");
    signing.initSign(pair.getPrivate());
    signing.update(note.text().getBytes(StandardCharsets.UTF_8));
    NoteSignature second = new NoteSignature(mirror.name(), mirror.keyId(), signing.sign());
    TlogPolicy policy =
        TlogPolicy.parse(
            ("log " + mirror.vkey() + "\n" + POLICY + "quorum none")
                .getBytes(StandardCharsets.UTF_8));

    assertThat(policy.judge(note.with(List.of(second))).log()).isEqualTo(LOG);
  }

  @Test
  void aPolicyWithoutLogsStillAsksForACheckpoint() {
    TlogPolicy policy = TlogPolicy.parse("quorum none\n".getBytes(StandardCharsets.UTF_8));

    assertThat(policy.judge(SignedNote.parse(NOTE)).log()).isNull();
    assertThatThrownBy(() -> policy.judge(SignedNote.parse(NOTE.replace("\n3\n", "\nx\n"))))
        .hasMessageContaining("checkpoint-invalid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "quorum w3",
        "quorum none\nquorum none",
        "group g 3 w1 w2\nquorum g",
        "group g 0 w1\nquorum g",
        "group g 01 w1\nquorum g",
        "group g any\nquorum g",
        "group g any g\nquorum g",
        "group none any w1\nquorum none",
        "group w1 any w2\nquorum w1",
        "group g any none\nquorum g",
        "group g any w1 w1\nquorum g",
        "group g any w1\ngroup h any w1\nquorum h",
        "policy x\nquorum none",
        "quorum w1 w2",
        "witness w4 witness.example/w1+600a242f+BJPxCLLIMjXFdjkphQpnnk8/Vv0wRAEnwUIoQzHEbIjM\n"
            + "quorum w1",
        "witness w4 witness.example/w1+600a242e+BJPxCLLIMjXFdjkphQpnnk8/Vv0wRAEnwUIoQzHEbIjM\n"
            + "quorum w1",
        "quorum w1\r"
      })
  void aPolicyThatTheSpecificationForbidsIsRefused(String lines) {
    assertThatThrownBy(() -> policy(lines)).hasMessageContaining("tlog-policy-invalid");
  }

  private static TlogPolicy policy(String lines) {
    return TlogPolicy.parse((POLICY + OTHER + lines).getBytes(StandardCharsets.UTF_8));
  }
}
