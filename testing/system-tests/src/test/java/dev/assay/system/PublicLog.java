package dev.assay.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The log as an auditor reads it: entry bundles from the public tiles (C2SP tlog-tiles) and roots
 * by the definition of RFC 6962 section 2.1, with nothing but SHA-256 from outside.
 */
final class PublicLog {

  private static final int BUNDLE_ENTRIES = 256;
  private static final String MANIFEST =
      "\"predicateType\":\"https://assay.dev/attestation/manifest/v1\"";

  private final List<byte[]> entries;
  private final Map<String, byte[]> subtrees = new HashMap<>();

  private PublicLog(List<byte[]> entries) {
    this.entries = entries;
  }

  /** A signed tree head, unverified: origin, size and root in base64. */
  record Head(String origin, int size, String root) {

    static Head of(String note) {
      String[] lines = note.split("\n", 4);
      return new Head(lines[0], Integer.parseInt(lines[1]), lines[2]);
    }
  }

  /** Every entry that the checkpoint of now covers. */
  static PublicLog read(Api api) throws IOException, InterruptedException {
    Head head = head(api);
    List<byte[]> entries = new ArrayList<>();
    for (int from = 0; from < head.size(); from += BUNDLE_ENTRIES) {
      int width = Math.min(BUNDLE_ENTRIES, head.size() - from);
      byte[] bundle = api.bytes("/tile/entries/" + name(from / BUNDLE_ENTRIES, width));
      int at = 0;
      while (at < bundle.length) {
        int length = (bundle[at] & 0xFF) << 8 | (bundle[at + 1] & 0xFF);
        entries.add(Arrays.copyOfRange(bundle, at + 2, at + 2 + length));
        at += 2 + length;
      }
    }
    if (entries.size() != head.size()) {
      throw new AssertionError(
          "expected " + head.size() + " entries in the bundles, found " + entries.size());
    }
    PublicLog log = new PublicLog(entries);
    if (!log.root(head.size()).equals(head.root())) {
      throw new AssertionError("expected the entries to have the root of " + head);
    }
    return log;
  }

  static Head head(Api api) throws IOException, InterruptedException {
    return Head.of(new String(api.bytes("/checkpoint"), StandardCharsets.UTF_8));
  }

  int size() {
    return entries.size();
  }

  /** How many of the entries are about work: all but manifests of topics. */
  long verdicts() {
    return entries.stream()
        .filter(entry -> !new String(entry, StandardCharsets.UTF_8).contains(MANIFEST))
        .count();
  }

  /** SHA-256 of each entry in hex, in log order: the attestation ids. */
  List<String> ids() {
    return entries.stream().map(entry -> HexFormat.of().formatHex(sha256(entry))).toList();
  }

  byte[] entry(int index) {
    return entries.get(index).clone();
  }

  /** Base64 of the root over the first {@code size} entries. */
  String root(int size) {
    return Base64.getEncoder().encodeToString(size == 0 ? sha256() : hash(0, size));
  }

  /** MTH(D[from:to]). */
  private byte[] hash(int from, int to) {
    byte[] known = subtrees.get(from + ":" + to);
    if (known != null) {
      return known;
    }
    byte[] hash;
    if (to - from == 1) {
      hash = sha256(new byte[] {0}, entries.get(from));
    } else {
      int k = Integer.highestOneBit(to - from - 1);
      hash = sha256(new byte[] {1}, hash(from, from + k), hash(from + k, to));
    }
    subtrees.put(from + ":" + to, hash);
    return hash;
  }

  private static byte[] sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static String name(int index, int width) {
    StringBuilder name = new StringBuilder("%03d".formatted(index % 1000));
    for (int rest = index / 1000; rest > 0; rest /= 1000) {
      name.insert(0, "x%03d/".formatted(rest % 1000));
    }
    return width == BUNDLE_ENTRIES ? name.toString() : name + ".p/" + width;
  }
}
