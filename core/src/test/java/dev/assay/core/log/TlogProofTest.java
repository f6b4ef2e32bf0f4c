package dev.assay.core.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.JdkSigner;
import dev.assay.core.sign.RejectedInputException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlogProofTest {

  /** The example of the specification, with an abridged signature made whole. */
  private static final String EXAMPLE =
      """
      c2sp.org/tlog-proof@v1
      extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6
      index 73894
      gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
      B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=
      EKNzoDWG8LGC0Yp9o+sv3qllpMP9uHQ9B20KNL+Q1zs=
      RoopEkOdqkYqMB4MJXrbt/hMjOxsVn0IrWjpz1ZMMes=
      AHCioX9nLjsrse6YhjRRmk1WUEirVOLLRoOQ6vfO5vk=

      example.com/fancylog
      109482
      sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

      \u2014 example.com/fancylog hI2DJ1roloI=
      """;

  private static final byte[] ENTRY = "entry".getBytes(StandardCharsets.UTF_8);
  private static final Hash SIBLING = new TreeHasher().leaf(new byte[0]);

  @Test
  void theExampleOfTheSpecificationReadsBackAsItself() {
    TlogProof proof = TlogProof.parse(EXAMPLE);

    assertThat(proof.index()).isEqualTo(73894);
    assertThat(proof.hashes()).hasSize(5);
    assertThat(proof.text()).isEqualTo(EXAMPLE);
    Checkpoint head = Checkpoint.parse(SignedNote.parse(proof.checkpoint()).text());
    assertThat(head.origin()).isEqualTo("example.com/fancylog");
    assertThat(head.size()).isEqualTo(109482);
    assertThat(head.text()).endsWith("\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n");
  }

  @Test
  void inclusionIsAcceptedForTheEntryAndItsLogOnly() throws Exception {
    TestLog log = new TestLog("log.example/a");
    TlogProof proof = TlogProof.parse(log.proof("log.example/a").text());
    TestLog other = new TestLog("log.example/a");

    Checkpoint head = proof.requireInclusion(ENTRY, log.key, log.key.key());

    assertThat(head.size()).isEqualTo(2);
    assertThatThrownBy(() -> proof.requireInclusion(new byte[0], log.key, log.key.key()))
        .hasMessageContaining("not-included");
    assertThatThrownBy(() -> proof.requireInclusion(ENTRY, other.key, other.key.key()))
        .hasMessageContaining("note-unsigned");
    TlogProof shifted = new TlogProof("", 1, proof.hashes(), proof.checkpoint());
    assertThatThrownBy(() -> shifted.requireInclusion(ENTRY, log.key, log.key.key()))
        .hasMessageContaining("not-included");
    TlogProof outside = new TlogProof("", 2, proof.hashes(), proof.checkpoint());
    assertThatThrownBy(() -> outside.requireInclusion(ENTRY, log.key, log.key.key()))
        .hasMessageContaining("not-included");
  }

  @Test
  void aCheckpointOfAnotherOriginIsNotAcceptedEvenWhenTheKeySignedIt() throws Exception {
    TestLog log = new TestLog("log.example/a");

    assertThatThrownBy(
            () -> log.proof("log.example/b").requireInclusion(ENTRY, log.key, log.key.key()))
        .hasMessageContaining("origin-mismatch");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\nx",
        "c2sp.org/tlog-proof@v1\n\n",
        "c2sp.org/tlog-proof@v2\nindex 0\n\nx",
        "c2sp.org/tlog-proof@v1\nindex 01\n\nx",
        "c2sp.org/tlog-proof@v1\nindex -1\n\nx",
        "c2sp.org/tlog-proof@v1\nindex 9223372036854775808\n\nx",
        "c2sp.org/tlog-proof@v1\nindex\n\nx",
        "c2sp.org/tlog-proof@v1\nextra !\nindex 0\n\nx",
        "c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\nx",
        "c2sp.org/tlog-proof@v1\rindex 0\n\nx",
        "c2sp.org/tlog-proof@v1\r\nindex 0\r\n\n\nx",
        "c2sp.org/tlog-proof@v1\nindex 0\r\n\nx",
        "c2sp.org/tlog-proof@v1\nextra QQ\nindex 0\n\nx",
        "c2sp.org/tlog-proof@v1\nextra QR==\nindex 0\n\nx",
        "c2sp.org/tlog-proof@v1\nindex 0\n"
      })
  void aTextThatIsNoProofIsRejectedWithItsCode(String text) {
    assertThatThrownBy(() -> TlogProof.parse(text))
        .isInstanceOfSatisfying(
            RejectedInputException.class,
            rejection -> assertThat(rejection.code()).isEqualTo("proof-invalid"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "log\n1\n",
        "log\n1\nAAAA\n",
        "log\n01\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "log\n+1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "log\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=\n",
        "log\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "log\r1\r47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "log\n1\r\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "log\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\next\n"
      })
  void aTextThatIsNoCheckpointIsRejected(String text) {
    assertThatThrownBy(() -> Checkpoint.parse(text)).isInstanceOf(RejectedInputException.class);
  }

  /** A log of two leaves with a fresh key. */
  private static final class TestLog {
    private final JdkSigner signer = new JdkSigner();
    private final NoteKey key;

    TestLog(String name) {
      key = new NoteKey(name, signer.key());
    }

    TlogProof proof(String origin) {
      TreeHasher hasher = new TreeHasher();
      Hash root = hasher.node(hasher.leaf(ENTRY), SIBLING);
      String note = SignedNote.signed(new Checkpoint(origin, 2, root).text(), key, signer).note();
      return TlogProof.of(0, List.of(SIBLING), note);
    }
  }
}
