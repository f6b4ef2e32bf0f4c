package dev.assay.core.log;

import dev.assay.schemas.KeyNames;

/** Bounds of everything this package reads. */
public final class LogTextLimits {

  /** Longest signed note or proof file, in bytes. */
  public static final int NOTE_BYTES_MAX = 1024 * 1024;

  /** Most signature lines in a note; the format asks verifiers to accept at least 16. */
  public static final int SIGNATURES_MAX = 64;

  /** Longest key name or origin, in characters. */
  public static final int NAME_CHARS_MAX = KeyNames.CHARS_MAX;

  /** Longest verifier key text, in characters. */
  public static final int VKEY_CHARS_MAX = 8_192;

  /** Most hashes in an inclusion proof: the height of a tree of 2^63 leaves. */
  public static final int PROOF_HASHES_MAX = 63;

  /** Longest opaque extra data in a proof file, in bytes. */
  public static final int EXTRA_BYTES_MAX = 65_536;

  /** Longest policy file, in bytes. */
  public static final int POLICY_BYTES_MAX = 1 << 20;

  /** Most logs, witnesses and groups of a policy, of each. */
  public static final int POLICY_LINES_MAX = 64;

  private LogTextLimits() {}
}
