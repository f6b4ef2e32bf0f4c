package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AclsIT {

  @Test
  void whatIsBeyondTheTableGoesAndAnAssayOfALongerPrefixKeepsItsOwn(@TempDir Path directory)
      throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
        Admin admin = Admin.create(config(broker, "a.").with(Map.of()))) {
      AclBinding beyond = read(PatternType.PREFIXED, "a.");
      Set<AclBinding> both = new HashSet<>(Acls.of("a."));
      both.addAll(Acls.of("a.eu."));
      both.addAll(Acls.of("a.eu-"));
      Acls.apply(config(broker, "a.eu."));
      Acls.apply(config(broker, "a.eu-"));
      admin.createAcls(List.of(beyond)).all().get();

      Acls.apply(config(broker, "a."));

      assertThat(admin.describeAcls(AclBindingFilter.ANY).values().get())
          .containsExactlyInAnyOrderElementsOf(both);
    }
  }

  private static AclBinding read(PatternType pattern, String name) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, name, pattern),
        new AccessControlEntry(
            "User:" + Access.WORKER, "*", AclOperation.READ, AclPermissionType.ALLOW));
  }

  private static KafkaConfig config(EmbeddedBroker broker, String prefix) throws Exception {
    return new KafkaConfig(
        broker.bootstrap(), prefix, 1, (short) 1, broker.client(ClientFiles.ADMIN));
  }
}
