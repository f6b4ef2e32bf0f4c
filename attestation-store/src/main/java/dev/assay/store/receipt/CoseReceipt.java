package dev.assay.store.receipt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.assay.core.log.NoteKey;
import dev.assay.core.merkle.Hash;
import dev.assay.core.merkle.MerkleProofs;
import dev.assay.core.merkle.TreeHasher;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.core.sign.Signer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A COSE receipt of inclusion (RFC 9942, section 5.2): a COSE_Sign1 by the log's key over the root
 * hash, which is detached, with the path from an entry to it. Its protected header has the
 * algorithm (EdDSA, -8), the key id (the SHA-256 of the key's SubjectPublicKeyInfo), the data
 * structure (RFC9162_SHA256, 1), and as CWT claims the log's origin as issuer, the attestation as
 * subject, and the size of the tree. With the size signed, root and path fit one index alone.
 *
 * @param log the log's key
 * @param attestation id of the attestation, the SHA-256 of the entry
 * @param size leaves of the tree
 * @param index position of the entry
 * @param path from the leaf's sibling to the root's child; at least one hash
 * @param signature 64 bytes in hexadecimal digits
 */
public record CoseReceipt(
    NoteKey log, String attestation, long size, long index, List<Hash> path, String signature) {

  /** Bytes that are read; a receipt with the longest path has fewer. */
  private static final int BYTES_MAX = 8_192;

  private static final CBORMapper CBOR = new CBORMapper();

  /** Copies the path, which must not be empty: a tree of one leaf has no receipts. */
  public CoseReceipt {
    if (path.isEmpty()) {
      throw invalid("a path of at least one hash", "none");
    }
    path = List.copyOf(path);
  }

  /** The receipt that {@code signer}, who has the key of {@code log}, signs. */
  public static CoseReceipt signed(
      NoteKey log,
      String attestation,
      long size,
      long index,
      List<Hash> path,
      Hash root,
      Signer signer) {
    byte[] signature =
        signer.sign(
            CoseEncoding.toBeSigned(CoseEncoding.protectedHeader(log, attestation, size), root));
    return new CoseReceipt(
        log, attestation, size, index, path, HexFormat.of().formatHex(signature));
  }

  /** The receipt as tagged, deterministically encoded CBOR. */
  public byte[] bytes() {
    return CoseEncoding.receipt(
        CoseEncoding.protectedHeader(log, attestation, size),
        CoseEncoding.inclusion(size, index, path),
        HexFormat.of().parseHex(signature));
  }

  /**
   * The receipt in {@code bytes}, when it is one of the log of {@code key} that proves {@code
   * entry} to be in its tree.
   *
   * @throws RejectedInputException with code {@code receipt-invalid}, {@code not-included} or
   *     {@code receipt-forged}
   */
  public static CoseReceipt requireInclusion(byte[] bytes, byte[] entry, NoteKey key) {
    CoseReceipt receipt = parse(bytes, key, new TreeHasher().digest(entry).hex());
    Hash leaf = new TreeHasher().leaf(entry);
    Hash root =
        MerkleProofs.root(leaf, receipt.index(), receipt.size(), receipt.path())
            .orElseThrow(() ->
                new RejectedInputException(
                    "not-included", "a path of the length that index and size ask for", "another"));
    byte[] signed =
        CoseEncoding.toBeSigned(
            CoseEncoding.protectedHeader(key, receipt.attestation(), receipt.size()), root);
    if (!key.key().verifies(signed, HexFormat.of().parseHex(receipt.signature()))) {
      throw new RejectedInputException(
          "receipt-forged", "a signature of " + key.vkey() + " over that root", "another");
    }
    return receipt;
  }

  private static CoseReceipt parse(byte[] bytes, NoteKey key, String attestation) {
    if (bytes.length > BYTES_MAX) {
      throw invalid("at most " + BYTES_MAX + " bytes", bytes.length + " bytes");
    }
    try {
      JsonNode sign1 = CBOR.readTree(bytes);
      byte[] proof = sign1.path(1).path("396").path("-1").path(0).binaryValue();
      byte[] signature = sign1.path(3).binaryValue();
      if (proof == null || signature == null) {
        throw invalid("a COSE_Sign1 with one inclusion proof", "another document");
      }
      JsonNode inclusion = CBOR.readTree(proof);
      List<Hash> path = new ArrayList<>();
      for (JsonNode hash : inclusion.path(2)) {
        byte[] value = hash.binaryValue();
        if (value == null || value.length != Hash.BYTES) {
          throw invalid("hashes of 32 bytes", "another value");
        }
        path.add(Hash.of(value));
      }
      CoseReceipt receipt =
          new CoseReceipt(
              key,
              attestation,
              inclusion.path(0).asLong(-1),
              inclusion.path(1).asLong(-1),
              path,
              HexFormat.of().formatHex(signature));
      if (!Arrays.equals(receipt.bytes(), bytes)) {
        throw invalid(
            "the deterministic encoding of a receipt of " + key.name() + " for " + attestation,
            "another document");
      }
      return receipt;
    } catch (IOException e) {
      throw invalid("CBOR", e.getClass().getSimpleName());
    }
  }

  private static RejectedInputException invalid(String expected, String found) {
    return new RejectedInputException("receipt-invalid", expected, found);
  }
}
