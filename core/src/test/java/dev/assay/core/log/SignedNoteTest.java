package dev.assay.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.sign.RejectedInputException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignedNoteTest {

  /** Key and note of the reference implementation's own tests (golang.org/x/mod/sumdb/note). */
  private static final String VKEY =
      "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";

  private static final String TEXT =
      "If you think cryptography is the answer to your problem,\n"
          + "then you don't know what your problem is.\n";

  private static final String LINE =
      "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqd"
          + "ngotpRZb6KE6RyyBwJnAM=\n";

  private static final NoteKey KEY = NoteKey.parse(VKEY);

  @Test
  void theReferenceNoteVerifiesAndReadsBackAsItself() {
    SignedNote note = SignedNote.parse((TEXT + "\n" + LINE).getBytes(StandardCharsets.UTF_8));

    assertThat(note.requireSignedBy(KEY, KEY.key()).text()).isEqualTo(TEXT);
    assertThat(note.note()).isEqualTo(TEXT + "\n" + LINE);
    assertThat(KEY.vkey()).isEqualTo(VKEY);
    assertThat(KEY.keyId()).isEqualTo(0xc74f20a3);
  }

  @Test
  void aKnownKeysBadSignatureRejectsTheNote() {
    SignedNote changed = SignedNote.parse(TEXT.replace('t', 'T') + "\n" + LINE);
    SignedNote alsoBad =
        SignedNote.parse(TEXT + "\n" + LINE + LINE.replace("x08go/ZJ", "x08go/ZK"));

    assertThatThrownBy(() -> changed.requireSignedBy(KEY, KEY.key()))
        .hasMessageContaining("note-forged");
    assertThatThrownBy(() -> alsoBad.requireSignedBy(KEY, KEY.key()))
        .hasMessageContaining("note-forged");
  }

  @Test
  void unknownKeysAreIgnoredButDoNotSign() {
    String stranger = "\u2014 stranger.example AAAAAAEC\n";
    String sameName = "\u2014 PeterNeumann AAAAAAEC\n";
    SignedNote mixed = SignedNote.parse(TEXT + "\n" + stranger + sameName + LINE);
    SignedNote strangers = SignedNote.parse(TEXT + "\n" + stranger + sameName);

    assertThat(mixed.requireSignedBy(KEY, KEY.key())).isSameAs(mixed);
    assertThatThrownBy(() -> strangers.requireSignedBy(KEY, KEY.key()))
        .hasMessageContaining("note-unsigned");
  }

  @Test
  void sixteenSignaturesAreAcceptedAndABoundHolds() {
    String line = "\u2014 stranger.example AAAAAAEC\n";

    assertThat(SignedNote.parse(TEXT + "\n" + line.repeat(16)).signatures()).hasSize(16);
    assertThatThrownBy(() -> SignedNote.parse(TEXT + "\n" + line.repeat(65)))
        .hasMessageContaining("at most 64");
  }

  @Test
  void theExampleOfTheSpecificationIsRead() {
    String example =
        """
        Ognuno sta solo sul cuor della terra
        trafitto da un raggio di sole:

        ed \u00e8 subito sera.

        \u2014 quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
        """;

    SignedNote note = SignedNote.parse(example);

    assertThat(note.text()).startsWith("Ognuno").endsWith("sera.\n");
    assertThat(note.signatures().getFirst().name()).isEqualTo("quasimodo.example/salvatore");
    assertThat(note.note()).isEqualTo(example);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text\n",
        "text\n\n",
        "text\n\n\u2014 name AAAAAAEC",
        "text\n\n- name AAAAAAEC\n",
        "text\n\n\u2014 name\n",
        "text\n\n\u2014  AAAAAAEC\n",
        "text\n\n\u2014 na+me AAAAAAEC\n",
        "text\n\n\u2014 na\u2003me AAAAAAEC\n",
        "text\n\n\u2014 name AAAAAA==\n",
        "text\n\n\u2014 name !!!!\n",
        "text\n\n\u2014 name AAAAAAE\n",
        "text\n\n\u2014 name AAAAAAF=\n",
        "text\n\n\u2014 name AAAAAAEC\r\n",
        "text\n\n\u2014 name AAAA_AEC\n",
        "te\txt\n\n\u2014 name AAAAAAEC\n",
        "text\r\n\n\u2014 name AAAAAAEC\n",
        "\n\n\u2014 name AAAAAAEC\nrest"
      })
  void aTextThatIsNoNoteIsRejected(String note) {
    assertThatThrownBy(() -> SignedNote.parse(note)).isInstanceOf(RejectedInputException.class);
  }

  @Test
  void bytesThatAreNotUtf8AreRejected() {
    byte[] note = (TEXT + "\n" + LINE).getBytes(StandardCharsets.UTF_8);
    note[0] = (byte) 0xff;

    assertThatThrownBy(() -> SignedNote.parse(note)).hasMessageContaining("UTF-8");
  }

  @Test
  void everyMangledVerifierKeyIsRejected() {
    for (int from = 0; from <= VKEY.length(); from++) {
      for (int to = from; to <= VKEY.length(); to++) {
        if (to - from < VKEY.length()) {
          String part = VKEY.substring(from, to);
          assertThatThrownBy(() -> NoteKey.parse(part)).isInstanceOf(RejectedInputException.class);
        }
      }
    }
    for (int i = 0; i < VKEY.length(); i++) {
      String changed = VKEY.substring(0, i) + (char) (VKEY.charAt(i) + 1) + VKEY.substring(i + 1);
      assertThatThrownBy(() -> NoteKey.parse(changed)).isInstanceOf(RejectedInputException.class);
    }
  }

  @Test
  void aVerifierKeyOfAnotherLengthOrAlgorithmIsRejectedEvenWithItsOwnKeyId() {
    assertThatThrownBy(() ->
            NoteKey.parse(
                "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=="))
        .hasMessageContaining("vkey-invalid");
    assertThatThrownBy(() ->
            NoteKey.parse("PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"))
        .hasMessageContaining("vkey-invalid");
  }
}
