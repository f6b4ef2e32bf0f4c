package dev.assay.policygate;

import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Risk;

/** Why a check could not be made. Any of them rules a PASS out. */
enum InconclusiveReason {
  NO_LEASE(
      "no-lease",
      Why.MISSING_DATA,
      Risk.HIGH,
      "There is no lease, so what the run was allowed to touch is unknown.",
      "Send the capability lease of the run as a policy-subject."),
  NO_TRACE(
      "no-trace",
      Why.MISSING_DATA,
      Risk.HIGH,
      "Nothing shows what the run touched, so the lease could not be compared.",
      "Send the run's tool trace with the lease."),
  LEASE_MALFORMED(
      "lease-malformed",
      Why.SEMANTICS,
      Risk.HIGH,
      "The lease breaks its schema, so what it allows is unknown.",
      "Write the lease as the schema capability-lease says."),
  SEVERAL_LEASES(
      "several-leases",
      Why.SEMANTICS,
      Risk.HIGH,
      "There are several leases; which one governs the run is unknown.",
      "Send one lease with one execution."),
  UNKNOWN_CLASS(
      "unknown-class",
      Why.SEMANTICS,
      Risk.HIGH,
      "A tool was called whose effects are unknown, such as a shell.",
      "Name the tool's class under tools in the policy."),
  UNKNOWN_OBJECT(
      "unknown-object",
      Why.MISSING_DATA,
      Risk.HIGH,
      "A tool call does not tell which path, host or table it touched.",
      "Record the call with its parameters, or grant the class without limits."),
  COMPUTED_PATH(
      "computed-path",
      Why.SEMANTICS,
      Risk.HIGH,
      "A command computes what it touches, which may be a protected path.",
      "Record commands with plain paths, or name the tool a reader under tools in the policy."),
  TRACE_MALFORMED(
      "trace-malformed",
      Why.SEMANTICS,
      Risk.HIGH,
      "A line of the tool trace is no JSON or no tool call; what it did is unknown.",
      "Write one JSON object per line."),
  PROVENANCE_MISSING(
      "provenance-missing",
      Why.MISSING_DATA,
      Risk.MEDIUM,
      "The commit, a producing command or a role that the policy asks for is not there.",
      "Send the execution with its commit, producers and artifacts."),
  OPAQUE(
      "opaque",
      Why.MISSING_TOOL,
      Risk.MEDIUM,
      "An artifact is compressed or encrypted in a way the gate cannot open.",
      "Send it plain, or as tar, tar.gz or zip."),
  ARCHIVE_REFUSED(
      "archive-refused",
      Why.ADVERSARY,
      Risk.HIGH,
      "An archive was refused for its size, its names or its links; it was not scanned.",
      "Pack it again from inside its root directory, without links that leave it."),
  TOO_LARGE(
      "too-large",
      Why.ADVERSARY,
      Risk.HIGH,
      "An artifact is larger than the gate reads; the rest was not seen.",
      "Send artifacts of at most 256 MiB."),
  TOO_MANY(
      "too-many",
      Why.ADVERSARY,
      Risk.HIGH,
      "An artifact holds more lines, calls or candidates than the gate looks at.",
      "Treat the producer as hostile until a plain artifact arrives."),
  NOTHING_CHECKED(
      "nothing-checked",
      Why.MISSING_DATA,
      Risk.HIGH,
      "No check of the policy applied to these artifacts.",
      "Enable checks in the policy, or do not ask the gate about them.");

  private final String code;
  private final Why why;
  private final Risk risk;
  private final String blindSpot;
  private final String bound;

  InconclusiveReason(String code, Why why, Risk risk, String blindSpot, String bound) {
    this.code = code;
    this.why = why;
    this.risk = risk;
    this.blindSpot = blindSpot;
    this.bound = bound;
  }

  String code() {
    return code;
  }

  Hyperthesis hyperthesis() {
    return new Hyperthesis(blindSpot, why, risk, bound);
  }
}
