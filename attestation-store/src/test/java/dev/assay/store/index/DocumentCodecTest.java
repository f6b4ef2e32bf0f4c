package dev.assay.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.sign.Envelope;
import dev.assay.core.sign.EnvelopeSignature;
import dev.assay.core.sign.RejectedInputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Documents are smaller on disk, come back as they were, and older ones are read. */
class DocumentCodecTest {

  private static final String STATEMENT =
      """
      {"_type":"https://in-toto.io/Statement/v1","predicate":{"attempt":1,"result":"PASS",\
      "verifierType":"testreport","workItem":"shop/17"},\
      "predicateType":"https://assay.dev/attestation/verification-report/v2",\
      "subject":[{"digest":{"sha256":\
      "af4fcd47cae2ae879b93883397da9207ee7aad5ddb46e0aba4626e9ef882ab77"},"name":"test-report"}]}\
      """;

  private static final Envelope ENVELOPE =
      Envelope.of(
          "application/vnd.in-toto+json",
          STATEMENT.getBytes(StandardCharsets.UTF_8),
          List.of(
              new EnvelopeSignature("director", new byte[] {1, 2, 3}),
              new EnvelopeSignature("", new byte[] {4})));

  private static final String SIMILAR =
      """
      {"reasons":["ALL_REQUIRED_PASS"],"moodBefore":"CALM","moodAfter":"CALM","transitions":[],\
      "evidence":"CLAIMED","children":[]}\
      """;

  /** {@code zstd -1 --no-check -D documents-1.dictionary} of {@link #SIMILAR}. */
  private static final String OF_THE_ZSTD_COMMAND =
      "28b52ffd207cd50000107b7d060017790c60242464965f28e89d13c0f57ca013b87a05";

  @Test
  void anEnvelopeComesBackAndIsAThirdOfItsJson() {
    byte[] kept = DocumentCodec.pack(ENVELOPE);

    assertThat(DocumentCodec.envelopeJson(kept)).isEqualTo(ENVELOPE.json());
    assertThat(DocumentCodec.envelope(kept).payload()).isEqualTo(ENVELOPE.payload());
    assertThat(DocumentCodec.envelope(kept).signatures()).isEqualTo(ENVELOPE.signatures());
    assertThat(kept).hasSizeLessThan(ENVELOPE.json().length / 3);
  }

  @Test
  void aDocumentOfAnyTextComesBack() {
    for (String text :
        List.of("", "{}", "\u0001", "{\"a\":\"\u00e4\ud83d\ude00\"}", "x".repeat(1 << 20))) {
      assertThat(DocumentCodec.document(DocumentCodec.pack(text))).isEqualTo(text);
    }
  }

  @Test
  void whatEarlierVersionsWroteIsTakenAsItIs() {
    byte[] json = ENVELOPE.json();

    assertThat(DocumentCodec.envelopeJson(json)).isEqualTo(json);
    assertThat(DocumentCodec.envelope(json).payload()).isEqualTo(ENVELOPE.payload());
    assertThat(DocumentCodec.document("{\"kind\":\"PROMOTE\"}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("{\"kind\":\"PROMOTE\"}");
  }

  @Test
  void whatTheZstdCommandMakesWithThisDictionaryIsRead() {
    byte[] kept = HexFormat.of().parseHex("01" + OF_THE_ZSTD_COMMAND);

    assertThat(DocumentCodec.document(kept)).isEqualTo(SIMILAR);
    assertThat(DocumentCodec.pack(SIMILAR)).isEqualTo(kept);
  }

  @Test
  void damagedBytesAreNoEnvelopeAndEndNothing() {
    byte[] kept = DocumentCodec.pack(ENVELOPE);
    for (int length = 0; length < kept.length; length++) {
      byte[] cut = Arrays.copyOf(kept, length);
      assertThat(DocumentCodec.envelopeJson(cut)).isEqualTo(cut);
      assertThatThrownBy(() -> DocumentCodec.envelope(cut))
          .isInstanceOf(RejectedInputException.class);
    }
    for (int at = 0; at < kept.length; at++) {
      byte[] changed = kept.clone();
      changed[at] ^= 0x55;
      assertThat(DocumentCodec.envelopeJson(changed)).isNotEqualTo(ENVELOPE.json());
    }
    assertThat(DocumentCodec.envelopeJson(kept)).isEqualTo(ENVELOPE.json());
  }

  @Test
  void documentsOfManyThreadsAtOnceComeBackAsTheyWere() throws Exception {
    List<Future<String>> read = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      for (int number = 0; number < 2_000; number++) {
        String document = SIMILAR.repeat(number % 5) + number;
        read.add(threads.submit(() -> DocumentCodec.document(DocumentCodec.pack(document))));
      }
    }
    for (int number = 0; number < read.size(); number++) {
      assertThat(read.get(number).get()).isEqualTo(SIMILAR.repeat(number % 5) + number);
    }
  }

  @Test
  void aFrameThatSaysItIsHugeIsNotUnpacked() {
    byte[] huge = HexFormat.of().parseHex("01" + "28b52ffd" + "c0" + "ffffffffffffff7f" + "00");

    assertThat(DocumentCodec.envelopeJson(huge)).isEqualTo(huge);
  }
}
