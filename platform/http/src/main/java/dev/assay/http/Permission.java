package dev.assay.http;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What a route asks of its caller. Every route names one; there is no route without. */
public enum Permission {

  /** Nothing: for everybody, token or not. */
  ANYBODY,

  /** To read what belongs to a fleet of one's own. */
  READ,

  /** To send artifacts and executions. */
  SEND,

  /** To vouch for what others hand in. */
  VOUCH,

  /** To answer a question to a person. */
  ANSWER,

  /** To show what others shall see of a claim or report that belongs to a fleet of one's own. */
  DISCLOSE,

  /** To read what is of all fleets together, for which the caller must act for all of them. */
  INSPECT,

  /** To run the system. */
  ADMINISTER;

  /** The roles that have it, each by itself. */
  public Set<Role> roles() {
    return switch (this) {
      case ANYBODY -> EnumSet.noneOf(Role.class);
      case READ -> EnumSet.allOf(Role.class);
      case SEND -> EnumSet.of(Role.SUBMIT, Role.EVIDENCE, Role.OPERATE);
      case VOUCH -> EnumSet.of(Role.EVIDENCE, Role.OPERATE);
      case ANSWER -> EnumSet.of(Role.APPROVE, Role.OPERATE);
      case DISCLOSE, INSPECT -> EnumSet.of(Role.AUDIT, Role.OPERATE);
      case ADMINISTER -> EnumSet.of(Role.OPERATE);
    };
  }

  /**
   * Refuses {@code principal} unless it has this permission, for a call of which a part needs more
   * than its route.
   *
   * @throws ProblemException with FORBIDDEN
   */
  public void require(Principal principal) {
    if (!granted(principal)) {
      throw new ProblemException(Gatekeeper.forbidden(this, principal));
    }
  }

  /**
   * The role in which {@code principal} has this permission: the one with the most rights.
   *
   * @throws ProblemException with FORBIDDEN
   */
  public Role roleOf(Principal principal) {
    require(principal);
    return roles().stream()
        .filter(principal.roles()::contains)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  boolean granted(Principal principal) {
    return !Collections.disjoint(roles(), principal.roles())
        && (this != INSPECT || principal.fleets() == null);
  }

  /** The roles that have it, in words. */
  String inWords() {
    return roles().stream().map(Role::text).collect(Collectors.joining(" or "))
        + (this == INSPECT ? " in all fleets" : "");
  }
}
