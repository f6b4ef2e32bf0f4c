package dev.assay.http;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, as the server found it out by itself; nothing of it is what the client says.
 *
 * @param id its name in records and answers
 * @param roles what it is let in for
 * @param fleets the fleets that it acts for, null for all
 */
public record Principal(String id, Set<Role> roles, @Nullable Set<String> fleets) {

  /** The id of a caller who shows nothing. */
  public static final String ANONYMOUS = "anonymous";

  /** The id of whom a server's own token lets in. */
  public static final String OPERATOR = "operator";

  /** Copies the sets. */
  public Principal {
    roles = Set.copyOf(roles);
    fleets = fleets == null ? null : Set.copyOf(fleets);
  }

  /** Whom a server's own token lets in. */
  static Principal operator() {
    return new Principal(OPERATOR, Set.of(Role.OPERATE), null);
  }

  /** Its roles as they are written, in order. */
  List<String> roleNames() {
    return roles.stream().map(Role::text).sorted().toList();
  }

  /** Its fleets in order, null for all. */
  @Nullable List<String> fleetNames() {
    return fleets == null ? null : fleets.stream().sorted().toList();
  }

  /** Whether it acts for {@code fleet}; what is of no known fleet is for those who act for all. */
  public boolean actsFor(@Nullable String fleet) {
    return fleets == null || fleet != null && fleets.contains(fleet);
  }
}
