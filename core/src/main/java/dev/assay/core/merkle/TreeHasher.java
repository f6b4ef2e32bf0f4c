package dev.assay.core.merkle;

import dev.assay.schemas.Digests;
import java.security.MessageDigest;

/**
 * Hashes leaves and nodes as RFC 6962 section 2.1 says: a leaf is SHA-256(0x00 || entry), a node is
 * SHA-256(0x01 || left || right), the empty tree is SHA-256 of nothing.
 *
 * <p>Holds one digest object, so an instance belongs to one thread at a time; making one is cheap.
 */
public final class TreeHasher {

  private final MessageDigest sha256 = Digests.sha256();

  /** A hasher for the calling thread. */
  public TreeHasher() {}

  /** Hash of the leaf that holds {@code entry}. */
  public Hash leaf(byte[] entry) {
    sha256.update((byte) 0);
    return Hash.owning(sha256.digest(entry));
  }

  /** Hash of the node over {@code left} and {@code right}. */
  public Hash node(Hash left, Hash right) {
    sha256.update((byte) 1);
    sha256.update(left.raw());
    return Hash.owning(sha256.digest(right.raw()));
  }

  /** Root of the tree without leaves. */
  public Hash emptyRoot() {
    return Hash.owning(sha256.digest());
  }

  /** Plain SHA-256 of {@code bytes}, without a prefix. */
  public Hash digest(byte[] bytes) {
    return Hash.owning(sha256.digest(bytes));
  }
}
