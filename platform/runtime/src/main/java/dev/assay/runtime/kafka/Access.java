package dev.assay.runtime.kafka;

import static org.apache.kafka.common.acl.AclOperation.ALTER_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.assay.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Who may do what on the cluster: one user for each service, and for each the least that it needs.
 * Every service may describe every topic, since each waits at its start until all of them answer.
 */
public final class Access {

  /** Accepts executions and answers of people. */
  public static final String INGEST = "ingest";

  /** Decides, and measures verifiers. */
  public static final String DIRECTOR = "director";

  /** Verifies. */
  public static final String WORKER = "worker";

  /** Keeps attestations and decisions. */
  public static final String STORE = "store";

  /** A person's tools: read everything, submit as agents do, set the offsets of groups. */
  public static final String OPERATOR = "operator";

  /** Ingest's second user: reads dead letters and sends their records again, when a person asks. */
  public static final String REPLAYER = "replayer";

  /** An agent or harness that writes executions to their topic itself. */
  public static final String PUBLISHER = "publisher";

  private static final List<Grant> GRANTS = granted();

  private Access() {}

  /** All users, in the order of the documents. */
  public static List<String> users() {
    return List.of(INGEST, DIRECTOR, WORKER, STORE, OPERATOR, REPLAYER, PUBLISHER);
  }

  /** The whole table; what is not in it is not allowed. */
  public static List<Grant> grants() {
    return GRANTS;
  }

  private static List<Grant> granted() {
    List<Grant> all = new ArrayList<>();
    for (String user : List.of(INGEST, DIRECTOR, WORKER, STORE, OPERATOR, REPLAYER)) {
      for (Topic<?> topic : Topic.all()) {
        all.add(topic(user, topic, DESCRIBE));
      }
    }
    all.add(topic(INGEST, Topic.EXECUTIONS, READ, WRITE));
    all.add(topic(INGEST, Topic.GOVERNANCE, WRITE));
    all.add(topic(INGEST, Topic.DECISIONS, READ));
    all.add(topic(INGEST, Topic.CONTROL_STATE, READ)); // refusals, for who waits

    all.add(topic(DIRECTOR, Topic.EXECUTIONS, READ, WRITE)); // what stands under another key
    all.add(topic(DIRECTOR, Topic.GOVERNANCE, READ, WRITE));
    all.add(topic(DIRECTOR, Topic.REPORTS, READ));
    all.add(topic(DIRECTOR, Topic.VERIFICATIONS, WRITE));
    all.add(topic(DIRECTOR, Topic.VERIFICATIONS_LONG, WRITE));
    all.add(topic(DIRECTOR, Topic.ATTESTATIONS, READ, WRITE)); // manifests
    all.add(topic(DIRECTOR, Topic.DECISIONS, READ, WRITE));
    all.add(topic(DIRECTOR, Topic.CONTROL_STATE, WRITE));
    all.add(topic(DIRECTOR, Topic.DEAD_LETTERS, READ, WRITE));
    all.add(topic(DIRECTOR, Topic.CANARY_RATES, READ, WRITE));
    for (Topic<?> topic : Topic.all()) {
      all.add(topic(DIRECTOR, topic, CREATE));
    }
    all.add(
        new Grant( // its changelogs
            DIRECTOR,
            ResourceType.TOPIC,
            PatternType.PREFIXED,
            Groups.DIRECTOR + "-",
            Set.of(CREATE, DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE)));
    all.add(group(DIRECTOR, Groups.DIRECTOR, READ));
    all.add(group(DIRECTOR, Groups.MANIFESTS, READ));
    all.add(group(DIRECTOR, Groups.MODEL_PLANS, READ, ALTER_CONFIGS));

    all.add(topic(WORKER, Topic.VERIFICATIONS, READ, WRITE)); // puts off what it cannot do now
    all.add(topic(WORKER, Topic.VERIFICATIONS_LONG, READ, WRITE)); // takes over what overruns
    all.add(topic(WORKER, Topic.REPORTS, WRITE));
    all.add(topic(WORKER, Topic.DEAD_LETTERS, WRITE));
    all.add(topic(WORKER, Topic.CANARY_RATES, READ));
    all.add(group(WORKER, Groups.WORKERS, READ, ALTER_CONFIGS));
    all.add(group(WORKER, Groups.WORKERS_LONG, READ, ALTER_CONFIGS));

    all.add(topic(STORE, Topic.ATTESTATIONS, READ));
    all.add(topic(STORE, Topic.DECISIONS, READ));
    all.add(topic(STORE, Topic.CONTROL_STATE, READ));
    all.add(topic(STORE, Topic.DEAD_LETTERS, WRITE));
    all.add(topic(STORE, Topics.CDEVENTS, CREATE, DESCRIBE, WRITE)); // when somebody wants them
    all.add(group(STORE, Groups.STORE, READ));
    all.add(
        new Grant(STORE, ResourceType.GROUP, PatternType.PREFIXED, Groups.OUTGOING, Set.of(READ)));

    for (Topic<?> topic : Topic.all()) {
      all.add(topic(OPERATOR, topic, READ, DESCRIBE_CONFIGS));
    }
    all.add(topic(OPERATOR, Topics.CDEVENTS, READ, DESCRIBE, DESCRIBE_CONFIGS));
    all.add(topic(OPERATOR, Topic.EXECUTIONS, WRITE));
    for (String group : Groups.all()) {
      all.add(group(OPERATOR, group, READ));
    }

    for (Topic<?> topic : Topic.all()) {
      all.add(topic(REPLAYER, topic, READ, WRITE));
    }

    all.add(topic(PUBLISHER, Topic.EXECUTIONS, WRITE));
    return List.copyOf(all);
  }

  private static Grant topic(String user, Topic<?> topic, AclOperation... operations) {
    return topic(user, topic.name(), operations);
  }

  private static Grant topic(String user, String name, AclOperation... operations) {
    return new Grant(user, ResourceType.TOPIC, PatternType.LITERAL, name, Set.of(operations));
  }

  private static Grant group(String user, String group, AclOperation... operations) {
    return new Grant(user, ResourceType.GROUP, PatternType.LITERAL, group, Set.of(operations));
  }
}
