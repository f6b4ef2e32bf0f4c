package dev.assay.store.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.log.NoteKey;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.store.key.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoseReceiptTest {

  private static final Ed25519Key SIGNER = Ed25519Key.generate(Instant.EPOCH);
  private static final NoteKey KEY = new NoteKey("assay.example/log", SIGNER.publicKey());
  private static final byte[] ENTRY = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
  private static final Hash SIBLING = new TreeHasher().leaf(new byte[] {1});
  private static final Hash ROOT = new TreeHasher().node(new TreeHasher().leaf(ENTRY), SIBLING);

  /** The longest lengths, endless items, tags, huge and other numbers. */
  private static final byte[][] HEADS = {
    HexFormat.of().parseHex("5b7fffffffffffffff"),
    HexFormat.of().parseHex("9b7fffffffffffffff"),
    HexFormat.of().parseHex("5f"),
    HexFormat.of().parseHex("9f"),
    HexFormat.of().parseHex("bf"),
    HexFormat.of().parseHex("ff"),
    HexFormat.of().parseHex("c24101"),
    HexFormat.of().parseHex("1bffffffffffffffff"),
    HexFormat.of().parseHex("f97e00"),
    HexFormat.of().parseHex("60"),
    HexFormat.of().parseHex("a0")
  };

  private static final byte[] RECEIPT =
      CoseReceipt.signed(
              KEY, new TreeHasher().digest(ENTRY).hex(), 2, 0, List.of(SIBLING), ROOT, SIGNER)
          .bytes();

  private static byte[] receipt() {
    return RECEIPT.clone();
  }

  /** Bytes of the receipt removed, doubled, replaced by heads of CBOR items, or mixed. */
  private static byte[] damaged(Random random) {
    byte[] bytes = receipt();
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      int at = random.nextInt(bytes.length);
      int end = Math.min(bytes.length, at + random.nextInt(40));
      byte[] piece =
          switch (random.nextInt(4)) {
            case 0 -> new byte[0];
            case 1 -> Arrays.copyOfRange(bytes, at, end);
            case 2 -> HEADS[random.nextInt(HEADS.length)].clone();
            default -> new byte[] {(byte) random.nextInt()};
          };
      byte[] next = Arrays.copyOf(bytes, at + piece.length + bytes.length - end);
      System.arraycopy(piece, 0, next, at, piece.length);
      System.arraycopy(bytes, end, next, at + piece.length, bytes.length - end);
      bytes = next.length == 0 ? new byte[] {0} : next;
    }
    return bytes;
  }

  private static void assertRefused(byte[] receipt, byte[] entry, NoteKey key) {
    assertThatThrownBy(() -> CoseReceipt.requireInclusion(receipt, entry, key))
        .isInstanceOf(RejectedInputException.class);
  }

  @Test
  void aReceiptProvesItsEntryUnderItsKey() {
    CoseReceipt receipt = CoseReceipt.requireInclusion(receipt(), ENTRY, KEY);

    assertThat(receipt.index()).isZero();
    assertThat(receipt.size()).isEqualTo(2);
  }

  /**
   * The first bytes by hand: tag 18, four elements, a protected header with EdDSA and the key id.
   */
  @Test
  void aReceiptIsATaggedSign1WithItsLabelsInOrder() {
    String hex = HexFormat.of().formatHex(receipt());

    assertThat(hex).startsWith("d28458").contains("a40127045820" + KEY.key().keyId() + "0fa30171");
    assertThat(hex).contains("19018b01a119018ca12081");
    assertThat(hex).contains("83020081" + "5820" + SIBLING.hex() + "f65840");
  }

  @Test
  void noByteOfAReceiptCanBeAnother() {
    for (int i = 0; i < receipt().length; i++) {
      for (int bit : new int[] {0x01, 0x20, 0x80}) {
        byte[] damaged = receipt();
        damaged[i] ^= (byte) bit;
        assertRefused(damaged, ENTRY, KEY);
      }
    }
  }

  /** A path of five hashes leads from entry 0 to the same root under every size of 17 to 32. */
  @Test
  void theSizeOfTheTreeIsSigned() {
    List<Hash> path = Collections.nCopies(5, SIBLING);
    String id = new TreeHasher().digest(ENTRY).hex();
    Hash root =
        MerkleProofs.root(new TreeHasher().leaf(ENTRY), 0, 20, path)
            .orElseThrow(() -> new AssertionError("expected a path for 20 entries"));
    CoseReceipt receipt = CoseReceipt.signed(KEY, id, 20, 0, path, root, SIGNER);
    assertThat(CoseReceipt.requireInclusion(receipt.bytes(), ENTRY, KEY).size()).isEqualTo(20);

    for (int size = 17; size <= 32; size++) {
      CoseReceipt other = new CoseReceipt(KEY, id, size, 0, path, receipt.signature());
      if (size != 20) {
        assertRefused(other.bytes(), ENTRY, KEY);
        assertRefused(unprotected(receipt.bytes(), size), ENTRY, KEY);
      }
    }
  }

  /** The receipt with another size in its path, and the one of 20 that was signed. */
  private static byte[] unprotected(byte[] receipt, int size) {
    String hex = HexFormat.of().formatHex(receipt);
    String head = "831400855820";
    assertThat(hex).contains(head);
    String tail = size < 24 ? "%02x".formatted(size) : "18%02x".formatted(size);
    return HexFormat.of().parseHex(hex.replace(head, "83" + tail + head.substring(4)));
  }

  @Test
  void aReceiptIsForOneEntryOfOneLogAlone() {
    Ed25519Key other = Ed25519Key.generate(Instant.EPOCH);

    assertRefused(receipt(), new byte[] {2}, KEY);
    assertRefused(receipt(), ENTRY, new NoteKey("assay.example/log", other.publicKey()));
    assertRefused(receipt(), ENTRY, new NoteKey("assay.example/other", SIGNER.publicKey()));
  }

  @Test
  void damagedReceiptsAreRefusedWithACode() {
    for (int seed = 0; seed < 5_000; seed++) {
      byte[] damaged = damaged(new Random(seed));
      if (!Arrays.equals(damaged, RECEIPT)) {
        assertThatThrownBy(() -> CoseReceipt.requireInclusion(damaged, ENTRY, KEY))
            .as("seed %s", seed)
            .isInstanceOf(RejectedInputException.class);
      }
    }
  }

  @Test
  void whatIsShortOrLongOrNoCborIsRefused() {
    byte[] whole = receipt();

    for (int length = 0; length < whole.length; length++) {
      assertRefused(Arrays.copyOf(whole, length), ENTRY, KEY);
    }
    assertRefused(Arrays.copyOf(whole, whole.length + 1), ENTRY, KEY);
    assertRefused(new byte[10_000], ENTRY, KEY);
    assertRefused("no receipt".getBytes(StandardCharsets.UTF_8), ENTRY, KEY);
  }
}
