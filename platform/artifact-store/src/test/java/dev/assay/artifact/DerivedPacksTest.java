package dev.assay.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents whose digests begin with the same digits, so that all are in one pack. */
final class DerivedPacksTest {

  private static final String JSON = "application/json";
  private static final String DIGITS = "abc";

  /** A document that is much like others. */
  private static final String REPORT =
      """
      {"confidence":0.9,"details":"","failureSignatures":[],"hyperthesis":[],\
      "nextActions":["Accept this report as evidence."],"number":NUMBER}\
      """;

  /** REPORT with number 12809, made by Python's zlib.compressobj with the dictionary as zdict. */
  private static final String OF_PYTHON =
      "78bb783d59e71bb890ca2bcd4d4a05160c8646160696b50073a92e4f";

  /** REPORT with number 12809, made by {@code zstd -3 --no-check -D derived-1.dictionary}. */
  private static final String OF_THE_ZSTD_COMMAND =
      "28b52ffd2088ad0000706e756d626572223a31323830397d0100b7255d40";

  @TempDir private Path root;
  private DerivedPacks packs;

  @BeforeEach
  void open() throws IOException {
    packs = new DerivedPacks(root);
    packs.create();
  }

  private static List<byte[]> documents(int count) {
    List<byte[]> documents = new ArrayList<>();
    for (int i = 0; documents.size() < count; i++) {
      byte[] document = ("{\"number\":" + i + "}").getBytes(StandardCharsets.UTF_8);
      if (Digests.sha256Hex(document).startsWith(DIGITS)) {
        documents.add(document);
      }
    }
    return documents;
  }

  /** A document that contains {@code bytes}. */
  private static byte[] quoting(byte[] bytes) {
    byte[] document = Arrays.copyOf(bytes, bytes.length + Integer.BYTES);
    for (int i = 0; !Digests.sha256Hex(document).startsWith(DIGITS); i++) {
      ByteBuffer.wrap(document).putInt(bytes.length, i);
    }
    return document;
  }

  private Path pack() {
    return pack(2);
  }

  private Path pack(int digits) {
    return root.resolve("derived").resolve(DIGITS.substring(0, digits) + ".pack");
  }

  private void put(byte[] document) throws IOException {
    packs.put(Digests.sha256Hex(document), document, JSON, RecentDigests.NOWHERE);
  }

  /** What a put of {@code document} adds to the pack, which is left as it was. */
  private byte[] record(byte[] document) throws IOException {
    byte[] before = Files.exists(pack()) ? Files.readAllBytes(pack()) : new byte[0];
    put(document);
    byte[] after = Files.readAllBytes(pack());
    Files.write(pack(), before);
    return Arrays.copyOfRange(after, before.length, after.length);
  }

  private static int lastOfDocument(byte[] record) {
    return record.length - Long.BYTES - 1;
  }

  private void append(byte[] bytes) throws IOException {
    Files.write(pack(), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void assertRead(byte[] document) throws IOException {
    DerivedPacks.Packed packed = packs.find(Digests.sha256Hex(document));
    assertThat(packed).isNotNull();
    assertThat(packed.mediaType()).isEqualTo(JSON);
    try (InputStream in = packed.open()) {
      assertThat(in).hasBinaryContent(document);
    }
  }

  @Test
  void everyDocumentOfAPackIsFound() throws IOException {
    List<byte[]> documents = documents(40);
    for (byte[] document : documents) {
      put(document);
    }

    for (byte[] document : documents) {
      assertRead(document);
    }
    assertThat(packs.find(DIGITS + "0".repeat(61))).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 10, 41, 42, 50, 58, 65, 72})
  void whatADyingWriterLeftOfARecordHidesNoOther(int left) throws IOException {
    List<byte[]> documents = documents(4);
    put(documents.get(0));
    byte[] torn = record(documents.get(1));
    assertThat(torn).hasSizeGreaterThan(left);
    append(Arrays.copyOf(torn, left));
    put(documents.get(2));
    put(documents.get(3));

    assertRead(documents.get(0));
    assertThat(packs.find(Digests.sha256Hex(documents.get(1)))).isNull();
    assertRead(documents.get(2));
    assertRead(documents.get(3));

    put(documents.get(1));
    assertRead(documents.get(1));
  }

  @Test
  void aTornRecordHidesNoneThatEndsWhereItWouldHaveEnded() throws IOException {
    List<byte[]> documents = documents(3);
    byte[] between = record(documents.get(1));
    byte[] torn = record(quoting(new byte[2 * between.length]));
    append(Arrays.copyOf(torn, torn.length - between.length));
    put(documents.get(1));
    put(documents.get(2));

    assertRead(documents.get(1));
    assertRead(documents.get(2));
  }

  @Test
  void aPackThatBeginsWithOtherBytesIsRead() throws IOException {
    byte[] document = documents(1).getFirst();
    append("not a record".getBytes(StandardCharsets.US_ASCII));
    put(document);

    assertRead(document);
  }

  @Test
  void aDamagedDocumentGivesWayToItsNextRecord() throws IOException {
    byte[] document = documents(1).getFirst();
    byte[] damaged = record(document);
    damaged[lastOfDocument(damaged)] ^= 1;
    append(damaged);

    DerivedPacks.Packed packed = packs.find(Digests.sha256Hex(document));
    assertThat(packed).isNotNull();
    try (InputStream in = packed.open()) {
      assertThat(in.readAllBytes()).isNotEqualTo(document);
    }

    put(document);
    assertRead(document);
  }

  @Test
  void aRecordInsideADocumentIsNotTakenForOne() throws IOException {
    List<byte[]> documents = documents(2);
    byte[] forged = record(documents.get(0));
    forged[lastOfDocument(forged)] ^= 1;
    put(quoting(forged));

    assertThat(packs.find(Digests.sha256Hex(documents.get(0)))).isNull();

    byte[] torn = record(quoting(forged));
    append(Arrays.copyOf(torn, torn.length - 1));

    put(documents.get(0));
    put(documents.get(1));
    assertRead(documents.get(0));
    assertRead(documents.get(1));
  }

  @Test
  void recordsOfManyWritersAtOnceAreWhole() throws Exception {
    List<byte[]> documents = documents(64);
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> puts = new ArrayList<>();
      for (byte[] document : documents) {
        puts.add(
            pool.submit(() -> {
              put(document);
              return null;
            }));
      }
      for (Future<?> put : puts) {
        put.get();
      }
    }

    for (byte[] document : documents) {
      assertRead(document);
    }
  }

  private static byte[] report(int number) {
    return REPORT.replace("NUMBER", Integer.toString(number)).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] record(int kind, byte[] document, byte[] content) {
    byte[] digest = HexFormat.of().parseHex(Digests.sha256Hex(document));
    return ByteBuffer.allocate(42 + JSON.length() + content.length + 8)
        .putInt(kind)
        .putShort((short) JSON.length())
        .putInt(content.length)
        .put(digest)
        .put(JSON.getBytes(StandardCharsets.US_ASCII))
        .put(content)
        .put(digest, 0, 8)
        .array();
  }

  @Test
  void whatAnotherZstandardPackedWithTheDictionaryIsRead() throws IOException {
    byte[] document = report(12809);
    append(record(0xA55A_DC03, document, HexFormat.of().parseHex(OF_THE_ZSTD_COMMAND)));

    assertRead(document);
    byte[] own = record(document);
    assertThat(own.length - 42 - JSON.length() - 8)
        .as("bytes of the content, %s of the document", document.length)
        .isLessThan(document.length / 2);
  }

  @Test
  void whatAnEarlierVersionDeflatedWithTheDictionaryIsRead() throws IOException {
    byte[] document = report(12809);
    append(record(0xA55A_DC02, document, HexFormat.of().parseHex(OF_PYTHON)));

    assertRead(document);
  }

  @ParameterizedTest
  @CsvSource({"0xA55ADC02," + OF_PYTHON, "0xA55ADC03," + OF_THE_ZSTD_COMMAND})
  void aPackedDocumentThatIsDamagedIsNone(String mark, String hex) throws IOException {
    int kind = Long.decode(mark).intValue();
    byte[] document = report(12809);
    byte[] content = HexFormat.of().parseHex(hex);
    for (int at = 0; at < content.length; at++) {
      byte[] damaged = content.clone();
      damaged[at] ^= 0x55;
      append(record(kind, document, damaged));
      append(record(kind, document, Arrays.copyOf(content, at)));
    }

    assertDamaged(document);
  }

  @Test
  void aPackedBombIsNone() throws IOException {
    byte[] document = report(12809);
    append(record(0xA55A_DC02, document, zeros(60)));
    append(record(0xA55A_DC03, document, Zstd.compress(new byte[4 * 1024 * 1024])));

    assertDamaged(document);
  }

  private void assertDamaged(byte[] document) throws IOException {
    DerivedPacks.Packed packed = packs.find(Digests.sha256Hex(document));
    assertThat(packed).isNotNull();
    assertThat(packed.size()).isLessThanOrEqualTo(ArtifactLimits.PACKED_BYTES_MAX);
    try (InputStream in = packed.open()) {
      assertThat(in.readAllBytes()).isNotEqualTo(document);
    }
    put(document);
    assertRead(document);
  }

  /** As many MiB of zeros as {@code count}, deflated. */
  private static byte[] zeros(int count) {
    byte[] mebibyte = new byte[1024 * 1024];
    byte[] zeros = new byte[ArtifactLimits.PACKED_BYTES_MAX];
    int length = 0;
    try (Deflater deflater = new Deflater()) {
      for (int i = 0; i < count; i++) {
        deflater.setInput(mebibyte);
        while (!deflater.needsInput()) {
          length += deflater.deflate(zeros, length, zeros.length - length);
        }
      }
      deflater.finish();
      length += deflater.deflate(zeros, length, zeros.length - length);
    }
    return Arrays.copyOf(zeros, length);
  }

  /** Three documents, the first two in packs of two and three digits that are full now. */
  private List<byte[]> inPacksThatAreFull() throws IOException {
    List<byte[]> documents = documents(3);
    put(documents.get(0));
    append(new byte[ArtifactLimits.PACK_BYTES_MAX]);
    put(documents.get(1));
    Files.write(pack(3), new byte[ArtifactLimits.PACK_BYTES_MAX], StandardOpenOption.APPEND);
    put(documents.get(2));
    return documents;
  }

  @Test
  void whereAPackIsFullDocumentsGoToOneOfLongerName() throws IOException {
    List<byte[]> documents = inPacksThatAreFull();

    assertThat(pack(3)).isRegularFile();
    assertThat(root.resolve("derived"))
        .isDirectoryContaining(path -> path.getFileName().toString().matches("abc[0-9a-f]\\.pack"));
    for (byte[] document : documents) {
      assertRead(document);
    }
  }

  @Test
  void packsOfThreeDigitsThatAnEarlierVersionWroteAreRead() throws IOException {
    List<byte[]> documents = documents(2);
    Files.write(pack(3), record(documents.get(0)));
    Files.delete(pack());
    assertRead(documents.get(0));

    put(documents.get(1));
    assertRead(documents.get(0));
    assertRead(documents.get(1));
  }

  @Test
  void aPackThatIsLostHidesNoneOfALongerName() throws IOException {
    List<byte[]> documents = inPacksThatAreFull();
    Files.delete(pack(3));

    assertRead(documents.get(0));
    assertThat(packs.find(Digests.sha256Hex(documents.get(1)))).isNull();
    assertRead(documents.get(2));
  }

  @Test
  void aRecordThatHoldsAnotherDocumentThanItNamesIsDamaged() throws IOException {
    byte[] named = report(12809);
    byte[] other = REPORT.replace("0.9", "1.0").getBytes(StandardCharsets.UTF_8);
    append(record(0xA55A_DC03, named, Zstd.compressUsingDict(other, DerivedPacks.DICTIONARY, 3)));

    try (DirectoryArtifactStore store = DirectoryArtifactStore.open(root);
        InputStream in = store.open(Digests.sha256Hex(named))) {
      assertThatThrownBy(in::readAllBytes).isInstanceOf(DigestMismatchException.class);
    }
    put(named);
    assertRead(named);
  }

  @Test
  void writersThatFindAPackFullAtOnceLoseNothing() throws Exception {
    List<byte[]> documents = documents(64);
    append(new byte[ArtifactLimits.PACK_BYTES_MAX - 1_000]);
    List<DerivedPacks> openings = List.of(packs, new DerivedPacks(root));
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> puts = new ArrayList<>();
      for (int i = 0; i < documents.size(); i++) {
        byte[] document = documents.get(i);
        DerivedPacks opening = openings.get(i % openings.size());
        puts.add(
            pool.submit(() ->
                opening.put(Digests.sha256Hex(document), document, JSON, RecentDigests.NOWHERE)));
      }
      for (Future<?> put : puts) {
        put.get();
      }
    }

    assertThat(pack(3)).isRegularFile();
    for (byte[] document : documents) {
      assertRead(document);
    }
  }
}
