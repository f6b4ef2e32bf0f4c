package dev.assay.runtime.kafka;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.ResourcePatternFilter;

/** Brings a cluster's ACLs to what {@link Access} says of its users. */
public final class Acls {

  private static final Duration WAIT_MAX = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Acls() {}

  /** The ACLs of {@link Access#grants()} for resources whose names begin with {@code prefix}. */
  public static Set<AclBinding> of(String prefix) {
    return Access.grants().stream()
        .flatMap(grant -> grant.acls(prefix).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Creates what is missing, deletes what our users have beyond it under the same prefix, and waits
   * until the cluster goes by it. The ACLs of other users stay as they are, and so do those of an
   * Assay with a longer prefix.
   *
   * @param admin connects as somebody who may alter the cluster
   * @throws TransientException when the cluster does not do so in time
   */
  public static void apply(KafkaConfig admin) throws InterruptedException {
    Set<AclBinding> wanted = of(admin.topicPrefix());
    long deadline = System.nanoTime() + WAIT_MAX.toNanos();
    try (Admin client = Admin.create(admin.with(Map.of()))) {
      Set<AclBinding> present = present(client, admin.topicPrefix());
      Set<AclBinding> missing = without(wanted, present);
      Set<AclBinding> surplus = without(present, wanted);
      if (!missing.isEmpty()) {
        Topics.answer(client.createAcls(missing).all());
      }
      if (!surplus.isEmpty()) {
        Topics.answer(client.deleteAcls(surplus.stream().map(AclBinding::toFilter).toList()).all());
      }
      while (!present(client, admin.topicPrefix()).equals(wanted)) {
        if (System.nanoTime() > deadline) {
          throw new TransientException("expected the cluster to go by its new ACLs", null);
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  private static Set<AclBinding> without(Set<AclBinding> all, Set<AclBinding> these) {
    Set<AclBinding> rest = new HashSet<>(all);
    rest.removeAll(these);
    return rest;
  }

  /** Whether {@code name} is of an Assay whose own prefix begins with this one, which it lacks. */
  private static boolean anothers(String name) {
    List<String> ours = Access.grants().stream().map(Grant::name).toList();
    return !ours.contains(name) && ours.stream().anyMatch(name::endsWith);
  }

  /** What our users have under {@code prefix}. */
  private static Set<AclBinding> present(Admin client, String prefix) throws InterruptedException {
    Set<String> users =
        Access.users().stream().map(user -> "User:" + user).collect(Collectors.toSet());
    AclBindingFilter all =
        new AclBindingFilter(
            ResourcePatternFilter.ANY,
            new AccessControlEntryFilter(null, null, AclOperation.ANY, AclPermissionType.ANY));
    try {
      return client.describeAcls(all).values().get().stream()
          .filter(acl -> users.contains(acl.entry().principal()))
          .filter(acl -> acl.pattern().name().startsWith(prefix))
          .filter(acl -> !anothers(acl.pattern().name().substring(prefix.length())))
          .collect(Collectors.toUnmodifiableSet());
    } catch (ExecutionException e) {
      throw new TransientException("expected the cluster to show its ACLs", e.getCause());
    }
  }
}
