package dev.assay.ingest;

import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.GovernanceFact;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends facts to the director and waits, within a bound, until the broker has them. */
final class FactSender {

  private static final Logger LOG = LoggerFactory.getLogger(FactSender.class);

  private final IngestPorts.FactPublisher facts;
  private final long publishMillisMax;

  FactSender(IngestPorts.FactPublisher facts, long publishMillisMax) {
    this.facts = facts;
    this.publishMillisMax = publishMillisMax;
  }

  /**
   * {@code fact} with the role and the fleets in which {@code by} may tell it, as the director asks
   * of it.
   *
   * @param fleet of the work item
   * @throws ProblemException with FORBIDDEN
   */
  static GovernanceFact accepted(
      GovernanceFact fact, Permission permission, Principal by, @Nullable String fleet) {
    return fact.as(permission.roleOf(by).text(), by.fleets() == null ? null : fleet);
  }

  /** Sends {@code fact}; a publisher that throws has failed to send it. */
  CompletableFuture<Instant> send(GovernanceFact fact) {
    try {
      return facts.publish(fact);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * The time of a fact's record, once the broker has it.
   *
   * @param what it is, for who sent it
   * @throws ProblemException with BROKER_UNAVAILABLE
   */
  Instant await(CompletableFuture<Instant> sent, String what, String workItem)
      throws InterruptedException {
    try {
      return sent.get(publishMillisMax, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.atWarn()
          .addKeyValue("work_item", workItem)
          .addKeyValue("reason", e.toString())
          .log("{} was not published", what);
      throw new ProblemException(
          ErrorCode.BROKER_UNAVAILABLE,
          "expected the broker to take the "
              + what
              + ", found that it did not within "
              + publishMillisMax
              + " ms or does not answer at all; send it again");
    }
  }
}
