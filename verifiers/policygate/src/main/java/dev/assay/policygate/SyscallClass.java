package dev.assay.policygate;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What kind of thing a session may do (capability lease, syscall_class). */
enum SyscallClass {
  READ(Scope.PATHS),
  WRITE(Scope.PATHS),
  VERIFY(Scope.NONE),
  NET(Scope.DOMAINS),
  DB(Scope.TABLES),
  EXPORT(Scope.NONE),
  PUBLISH(Scope.NONE),
  PROMOTE(Scope.NONE),
  CHALLENGE(Scope.NONE);

  /** What a grant of a class is limited to. */
  enum Scope {
    PATHS("paths"),
    DOMAINS("domains"),
    TABLES("tables"),
    NONE("");

    private final String member;

    Scope(String member) {
      this.member = member;
    }

    /** The member of a grant that holds the patterns; empty when there is none. */
    String member() {
      return member;
    }
  }

  /** What only the director does; no session can hold a lease for it. */
  static final Set<SyscallClass> DIRECTOR_ONLY = EnumSet.of(PROMOTE);

  private final Scope scope;

  SyscallClass(Scope scope) {
    this.scope = scope;
  }

  Scope scope() {
    return scope;
  }

  static Optional<SyscallClass> of(String name) {
    return Arrays.stream(values()).filter(c -> c.name().equals(name)).findFirst();
  }
}
