package dev.assay.policygate;

import dev.assay.policygate.Lease.Grant;
import dev.assay.policygate.ToolCall.Use;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a run shows with what its lease allowed and with the most that policy allows any
 * lease. Each use must be covered by both.
 */
final class Capabilities {

  private final PolicyGateConfig config;
  private final VerificationRequest request;
  private final GateEvidence evidence;
  private final ToolClasses classes;
  private final ProtectedPaths protectedPaths;
  private final Set<String> declared = new TreeSet<>();
  private final WrittenFiles written;
  private final List<Place> leasePlaces = new ArrayList<>();
  private @Nullable Lease lease;
  private long[] grantCalls = new long[0];
  private long calls;

  Capabilities(PolicyGateConfig config, VerificationRequest request, GateEvidence evidence) {
    this.config = config;
    this.request = request;
    this.evidence = evidence;
    this.classes = new ToolClasses(config.tools());
    this.protectedPaths =
        new ProtectedPaths(config.promotion().protectedPaths(), config.promotion().root());
    this.written = new WrittenFiles(config.promotion().root());
  }

  /** Takes the run's lease; a second one makes the check inconclusive. */
  void lease(Lease found, Place place) {
    leasePlaces.add(place);
    if (lease != null) {
      evidence.inconclusive(InconclusiveReason.SEVERAL_LEASES);
      return;
    }
    lease = found;
    grantCalls = new long[found.grants().size()];
    if (!found.idHolds()) {
      lease("lease-id-mismatch", "", place);
    }
    if (found.workItem() != null && !found.workItem().equals(request.workItem())) {
      lease("lease-of-another-work-item", "", place);
    }
    if (found.revoked()) {
      lease("lease-revoked", "", place);
    }
    if (found.unjudgedBudget()) {
      evidence.unjudgedBudget();
    }
    for (Grant grant : found.grants()) {
      if (config.ceiling().stream().noneMatch(g -> g.syscall() == grant.syscall())) {
        lease("lease-exceeds-policy", grant.syscall().name(), place);
      }
    }
  }

  /** The rules about leases themselves, which hold before anything is promoted. */
  void promotionRules() {
    Lease held = lease;
    if (held == null) {
      return;
    }
    evidence.applied(Check.PROMOTION);
    Place place = leasePlaces.getFirst();
    Set<SyscallClass> moodMay = held.mood() == null ? null : may(held.mood());
    for (Grant grant : held.grants()) {
      if (SyscallClass.DIRECTOR_ONLY.contains(grant.syscall())) {
        promotion("director-only-class", grant.syscall().name(), place);
      }
      if (moodMay != null && !moodMay.contains(grant.syscall())) {
        promotion("class-against-mood", grant.syscall().name(), place);
      }
    }
    if (holds(held, SyscallClass.NET) && holds(held, SyscallClass.DB)) {
      promotion("network-beside-private-data", "", place);
    }
  }

  /** What a session of a mood may hold (moods, capability matrix). */
  private static Set<SyscallClass> may(Mood mood) {
    return switch (mood) {
      case CALM, SKEPTICAL, PARANOID ->
          EnumSet.of(SyscallClass.READ, SyscallClass.WRITE, SyscallClass.VERIFY);
      case CURIOUS -> EnumSet.of(SyscallClass.READ, SyscallClass.NET);
      case BOLD ->
          EnumSet.of(SyscallClass.READ, SyscallClass.WRITE, SyscallClass.VERIFY, SyscallClass.NET);
      case PETTY -> EnumSet.of(SyscallClass.READ, SyscallClass.WRITE, SyscallClass.CHALLENGE);
      case CONTRITE, DEFERENTIAL -> EnumSet.of(SyscallClass.READ);
    };
  }

  private static boolean holds(Lease lease, SyscallClass syscall) {
    return lease.grants().stream().anyMatch(grant -> grant.syscall() == syscall);
  }

  /** The files that the run says it touched; each is a write. */
  void declaredFiles(List<String> files, Place place) {
    for (String file : files) {
      Optional<String> path = Patterns.normalPath(file);
      path.ifPresent(declared::add);
      if (protects() && protectedPaths.covers(file)) {
        promotion("protected-path", "", place);
      }
      use(new Use(SyscallClass.WRITE, path.orElse(ToolCall.CLIMBING)), place);
    }
  }

  /** A file of the run's workspace; the run could read or write it. */
  void workspaceFile(String path, Place place) {
    Use read = new Use(SyscallClass.READ, path);
    Use write = new Use(SyscallClass.WRITE, path);
    boolean leased = covered(leased(), read) || covered(leased(), write);
    boolean allowed = covered(config.ceiling(), read) || covered(config.ceiling(), write);
    if (!leased || !allowed) {
      outside(read, place);
    }
  }

  /** The calls of one line of the run's trace. */
  void calls(List<ToolCall> found, Place place) {
    for (ToolCall call : found) {
      calls++;
      Optional<SyscallClass> syscall = classes.of(call);
      protectedPath(call, syscall.isEmpty(), place);
      if (syscall.isEmpty()) {
        evidence.inconclusive(InconclusiveReason.UNKNOWN_CLASS);
        continue;
      }
      try {
        for (Use use : call.uses(syscall.get(), config.promotion().root())) {
          written.add(use, declared);
          use(use, place);
        }
      } catch (ToolCall.TooManyException e) {
        evidence.inconclusive(InconclusiveReason.TOO_MANY);
      }
    }
    if (lease != null && calls > lease.callsMax()) {
      lease("budget-exceeded", "calls", place);
    }
  }

  /** Bytes of all artifacts of the run together. */
  void artifactBytes(long bytes) {
    if (lease != null && bytes > lease.bytesMax()) {
      lease("budget-exceeded", "bytes", leasePlaces.getFirst());
    }
  }

  private List<Grant> leased() {
    return lease == null ? List.of() : lease.grants();
  }

  private void use(Use use, Place place) {
    untoldPath(use);
    if (lease == null || !judges()) {
      return;
    }
    if (use.syscall() == SyscallClass.WRITE
        && use.object() != null
        && !declared.isEmpty()
        && !declared.contains(use.object())) {
      evidence.undeclaredWrite();
    }
    if (!covered(leased(), use) || !covered(config.ceiling(), use)) {
      outside(use, place);
      return;
    }
    for (int i = 0; i < grantCalls.length; i++) {
      Grant grant = leased().get(i);
      if (grant.covers(use) && ++grantCalls[i] > grant.callsMax()) {
        evidence.violation(Check.CAPABILITIES, "budget-exceeded", use.syscall().name(), place);
      }
    }
  }

  /** Only policy makes a tool a reader; any other touches the paths that its call names. */
  private void protectedPath(ToolCall call, boolean command, Place place) {
    if (!protects() || classes.isReader(call)) {
      return;
    }
    evidence.pathsCompared();
    try {
      switch (protectedPaths.namedBy(call, command)) {
        case PROTECTED -> promotion("protected-path", "", place);
        case COMPUTED -> evidence.inconclusive(InconclusiveReason.COMPUTED_PATH);
        case NONE -> {}
      }
    } catch (ToolCall.TooManyException e) {
      evidence.inconclusive(InconclusiveReason.TOO_MANY);
    }
  }

  private boolean protects() {
    return config.checks().contains(Check.PROMOTION) && !protectedPaths.none();
  }

  /** A write to a path that is not reported may be one to a protected path. */
  private void untoldPath(Use use) {
    boolean reported = use.object() != null && !use.object().equals(ToolCall.CLIMBING);
    if (protects() && use.syscall() == SyscallClass.WRITE && !reported) {
      evidence.inconclusive(InconclusiveReason.UNKNOWN_OBJECT);
    }
  }

  private static boolean covered(List<Grant> grants, Use use) {
    return grants.stream().anyMatch(grant -> grant.covers(use));
  }

  /** A class without a grant is a violation; an unknown object makes the check inconclusive. */
  private void outside(Use use, Place place) {
    boolean granted =
        leased().stream().anyMatch(g -> g.syscall() == use.syscall())
            && config.ceiling().stream().anyMatch(g -> g.syscall() == use.syscall());
    if (granted && use.object() == null) {
      evidence.inconclusive(InconclusiveReason.UNKNOWN_OBJECT);
    } else {
      evidence.violation(
          Check.CAPABILITIES,
          granted ? "outside-scope" : "class-not-granted",
          use.syscall().name(),
          place);
    }
  }

  private void lease(String code, String about, Place place) {
    if (judges()) {
      evidence.violation(Check.CAPABILITIES, code, about, place);
    }
  }

  private void promotion(String code, String about, Place place) {
    evidence.violation(Check.PROMOTION, code, about, place);
  }

  private boolean judges() {
    return config.checks().contains(Check.CAPABILITIES);
  }

  /** The files that the trace shows to be written and that the execution does not name. */
  Set<String> written() {
    return written.files();
  }

  boolean hasLease() {
    return lease != null;
  }
}
