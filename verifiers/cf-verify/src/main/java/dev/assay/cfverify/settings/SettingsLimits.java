package dev.assay.cfverify.settings;

/** Bounds of the settings file; a file beyond them is treated as broken. */
final class SettingsLimits {

  /** Bytes of the whole file. */
  static final int FILE_BYTES_MAX = 256 * 1024;

  /** Nesting of the front matter. */
  static final int YAML_DEPTH_MAX = 16;

  /** Characters of a sampling rate. */
  static final int RATE_CHARS_MAX = 32;

  private SettingsLimits() {}
}
