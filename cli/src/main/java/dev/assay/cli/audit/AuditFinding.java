package dev.assay.cli.audit;

import dev.assay.cli.Output;
import org.jspecify.annotations.Nullable;

/**
 * Something that is not as it must be.
 *
 * @param code stable name of the kind, of {@link AuditCode} or of a replay's difference
 * @param logIndex the entry that it is about, or null
 * @param subject the attestation, file, record or work item that it is about, or null
 * @param next what to do
 */
record AuditFinding(
    String code,
    @Nullable Long logIndex,
    @Nullable String subject,
    String expected,
    String found,
    String next) {

  /** Shows text that anybody may have written without controls, and bounded. */
  AuditFinding {
    subject = subject == null ? null : Output.line(subject, AuditLimits.SHOWN_CHARS_MAX);
    expected = Output.line(expected, AuditLimits.SHOWN_CHARS_MAX);
    found = Output.line(found, AuditLimits.SHOWN_CHARS_MAX);
  }

  /** About no entry. */
  static AuditFinding of(AuditCode code, @Nullable String subject, String expected, String found) {
    return new AuditFinding(code.name(), null, subject, expected, found, code.next());
  }

  /** About entry {@code index}. */
  static AuditFinding at(
      AuditCode code, long index, @Nullable String subject, String expected, String found) {
    return new AuditFinding(code.name(), index, subject, expected, found, code.next());
  }
}
