package dev.assay.quick.check;

/** The bounds of contract replay and of enforcement. */
public final class CheckLimits {

  /** Bytes of a registry file. */
  public static final int REGISTRY_BYTES_MAX = 8_388_608;

  /** Bytes of an events file. */
  public static final int EVENTS_BYTES_MAX = 8_388_608;

  /** Lines of an events file that are not blank. */
  public static final int EVENT_LINES_MAX = 20_000;

  /** Effects or checks of one registry entry. */
  public static final int PARTS_MAX = 256;

  /** Milliseconds of a verification window: one day. */
  public static final long WINDOW_MILLIS_MAX = 86_400_000;

  /** UTF-16 units of the text for people. */
  public static final int REPORT_CHARS_MAX = 1_000_000;

  /** Steps that the text for people shows. */
  public static final int STEPS_SHOWN_MAX = 100;

  /** Steps or reasons that are listed as items to put right. */
  public static final int ITEMS_MAX = 32;

  /** Reason codes of one item. */
  public static final int ITEM_CODES_MAX = 8;

  private CheckLimits() {}
}
