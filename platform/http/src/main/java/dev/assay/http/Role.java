package dev.assay.http;

import java.util.Locale;
import java.util.Optional;

/**
 * What a principal is let in for, the role with the most rights last. A role is written in lower
 * case.
 */
public enum Role {

  /** Sends artifacts and executions of its fleets and reads what becomes of them. */
  SUBMIT,

  /** As {@link #SUBMIT}, and vouches for what others hand in: continuous integration. */
  EVIDENCE,

  /** Reads its fleets and answers their questions to people. */
  APPROVE,

  /** Reads everything of its fleets, and the log where it is not public. */
  AUDIT,

  /** Everything, in all fleets. */
  OPERATE;

  /** As it is written. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role that is written so. */
  public static Optional<Role> of(String text) {
    for (Role role : values()) {
      if (role.text().equals(text)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  /** Whether it holds in all fleets when a principal names none. */
  public boolean everywhere() {
    return this == AUDIT || this == OPERATE;
  }
}
