package dev.assay.runtime.kafka;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What one user of the cluster may do with one resource.
 *
 * @param user the principal's name
 * @param pattern whether {@code name} is the whole name or its beginning
 * @param name of the topic or group, without the configured prefix
 */
public record Grant(
    String user,
    ResourceType resource,
    PatternType pattern,
    String name,
    Set<AclOperation> operations) {

  private static final String EVERY_HOST = "*";

  public Grant {
    operations = Set.copyOf(operations);
  }

  /** The ACLs that say it, for resources whose names begin with {@code prefix}. */
  List<AclBinding> acls(String prefix) {
    ResourcePattern what = new ResourcePattern(resource, prefix + name, pattern);
    return operations.stream()
        .map(operation ->
            new AclBinding(
                what,
                new AccessControlEntry(
                    "User:" + user, EVERY_HOST, operation, AclPermissionType.ALLOW)))
        .toList();
  }
}
