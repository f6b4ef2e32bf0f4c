package dev.assay.core.log;

import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.sign.SignatureChecker;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A C2SP tlog-proof file: what is needed to check, offline, that one entry is in a log.
 *
 * @param extra opaque bytes in standard base64 that nothing authenticates, or an empty text
 * @param index position of the entry in the log
 * @param hashes its inclusion proof, the leaf's sibling first
 * @param checkpoint the signed checkpoint, verbatim
 */
public record TlogProof(String extra, long index, List<Hash> hashes, String checkpoint) {

  /** First line of every proof file. */
  public static final String HEADER = "c2sp.org/tlog-proof@v1";

  /** Code of a proof whose path does not lead from the entry to the checkpoint's root. */
  public static final String NOT_INCLUDED = "not-included";

  /** Checks the bounds and copies the hashes. */
  public TlogProof {
    if (index < 0) {
      throw invalid("an index of at least 0", Long.toString(index));
    }
    if (hashes.size() > LogTextLimits.PROOF_HASHES_MAX) {
      throw invalid(
          "at most " + LogTextLimits.PROOF_HASHES_MAX + " hashes", hashes.size() + " hashes");
    }
    if (extra.length() > LogTextLimits.EXTRA_BYTES_MAX * 4 / 3 + 4 || !isBase64(extra)) {
      throw invalid("extra data in base64", extra);
    }
    hashes = List.copyOf(hashes);
  }

  /** A proof without extra data. */
  public static TlogProof of(long index, List<Hash> hashes, String checkpoint) {
    return new TlogProof("", index, hashes, checkpoint);
  }

  /** The file's text. */
  public String text() {
    StringBuilder out = new StringBuilder(HEADER).append('\n');
    if (!extra.isEmpty()) {
      out.append("extra ").append(extra).append('\n');
    }
    out.append("index ").append(index).append('\n');
    hashes.forEach(hash -> out.append(hash.base64()).append('\n'));
    return out.append('\n').append(checkpoint).toString();
  }

  /**
   * The proof in {@code text}. The checkpoint in it is not checked here.
   *
   * @throws RejectedInputException with code {@code proof-invalid}
   */
  public static TlogProof parse(String text) {
    if (text.length() > LogTextLimits.NOTE_BYTES_MAX) {
      throw invalid(
          "a proof of at most " + LogTextLimits.NOTE_BYTES_MAX + " bytes",
          text.length() + " chars");
    }
    int blank = text.indexOf("\n\n");
    if (blank < 0) {
      throw invalid("a blank line before the checkpoint", "none");
    }
    List<String> lines = List.of(text.substring(0, blank).split("\n", -1));
    if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
      throw invalid("the first line " + HEADER, lines.isEmpty() ? "none" : lines.getFirst());
    }
    boolean hasExtra = lines.size() > 1 && lines.get(1).startsWith("extra ");
    int indexLine = hasExtra ? 2 : 1;
    if (lines.size() <= indexLine || !lines.get(indexLine).startsWith("index ")) {
      throw invalid("a line with index and a number", "none");
    }
    String index = lines.get(indexLine).substring("index ".length());
    List<Hash> hashes = new ArrayList<>();
    for (String line : lines.subList(indexLine + 1, lines.size())) {
      hashes.add(
          Hash.ofBase64(line)
              .orElseThrow(() -> invalid("a hash of 32 bytes in base64 on each line", line)));
    }
    return new TlogProof(
        hasExtra ? lines.get(1).substring("extra ".length()) : "",
        Checkpoint.decimal(index)
            .orElseThrow(() -> invalid("an index below 2^63 without leading zeros", index)),
        hashes,
        text.substring(blank + 2));
  }

  /**
   * The checkpoint, when this proof shows that {@code entry} is in the log of {@code key}: the
   * checkpoint is signed by the key, has its name as origin, and its root covers the entry.
   *
   * @throws RejectedInputException with code {@code note-invalid}, {@code note-unsigned}, {@code
   *     note-forged}, {@code checkpoint-invalid}, {@code origin-mismatch} or {@code not-included}
   */
  public Checkpoint requireInclusion(byte[] entry, NoteKey key, SignatureChecker checker) {
    SignedNote note = SignedNote.parse(checkpoint).requireSignedBy(key, checker);
    Checkpoint head = Checkpoint.parse(note.text());
    if (!head.origin().equals(key.name())) {
      throw new RejectedInputException("origin-mismatch", "origin " + key.name(), head.origin());
    }
    Hash leaf = new TreeHasher().leaf(entry);
    if (!MerkleProofs.includes(leaf, index, head.size(), hashes, head.root())) {
      throw new RejectedInputException(
          NOT_INCLUDED,
          "a path from leaf " + leaf.base64() + " at " + index + " to " + head.root().base64(),
          hashes.size() + " hashes that do not lead there");
    }
    return head;
  }

  private static boolean isBase64(String text) {
    try {
      return Base64.getEncoder().encodeToString(Base64.getDecoder().decode(text)).equals(text);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("proof-invalid", expected, found);
  }
}
