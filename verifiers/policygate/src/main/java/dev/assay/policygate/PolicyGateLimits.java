package dev.assay.policygate;

import dev.assay.workspace.WorkspaceLimits;

/** The bounds of one gate run. What lies beyond a bound makes the run inconclusive. */
public final class PolicyGateLimits {

  /** Bytes of one artifact that are scanned. */
  public static final long ARTIFACT_BYTES_MAX = 256L << 20;

  /** Bytes of a lease, or of an agent's JSON document that is checked for copies. */
  public static final int DOCUMENT_BYTES_MAX = 1 << 20;

  /** Bytes of one line of a tool trace. */
  public static final int LINE_BYTES_MAX = 1 << 20;

  /** Tool calls of one trace. */
  public static final int CALLS_MAX = 100_000;

  /** Nesting of tool calls inside tool calls. */
  public static final int CALL_DEPTH_MAX = 8;

  /** Objects that one tool call names. */
  public static final int OBJECTS_MAX = 64;

  /** Values of one tool call that are looked at, and how deep they are nested. */
  public static final int VALUES_MAX = 5_000;

  public static final int VALUE_DEPTH_MAX = 32;

  /** Texts of one tool call that are compared with the protected paths. */
  public static final int PATH_CANDIDATES_MAX = 5_000;

  /** Of these, how many are compared below the directories that the call names, with each. */
  public static final int PATH_COMPARISONS_MAX = 50_000;

  /** Texts of a list that may be one path in its parts. */
  public static final int PATH_PARTS_MAX = 32;

  /** Segments that a patch may cut off its names. */
  public static final int STRIP_MAX = 16;

  /** Directories of a call of which one may lie below another. */
  public static final int NESTED_BASES_MAX = 8;

  /** Characters of a path, host, table or pattern that is compared. */
  public static final int OBJECT_CHARS_MAX = 1_000;

  /** Grants of one lease. */
  public static final int GRANTS_MAX = 32;

  /** Scope patterns of one grant, and path patterns of the policy. */
  public static final int PATTERNS_MAX = 100;

  /** Names of tools that the policy classifies. */
  public static final int TOOLS_MAX = 500;

  /** Places in one artifact where a rule is tried. */
  public static final int CANDIDATES_MAX = 100_000;

  /** Bytes after a keyword that a rule may look at. */
  public static final int WINDOW_BYTES = 2_048;

  /** Finds that the details document lists; further ones are counted only. */
  public static final int LISTED_MAX = 200;

  /** What may be unpacked of an archive. */
  static final WorkspaceLimits ARCHIVE =
      new WorkspaceLimits(
          ARTIFACT_BYTES_MAX,
          20_000,
          10_000,
          128L << 20,
          512L << 20,
          200,
          64L << 20,
          1_000,
          64,
          5_000);

  private PolicyGateLimits() {}
}
