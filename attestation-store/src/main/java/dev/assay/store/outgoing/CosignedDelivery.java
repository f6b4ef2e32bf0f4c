package dev.assay.store.outgoing;

import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import java.util.function.Predicate;

/**
 * The way to an endpoint that believes a promotion when others have seen it: a try before a quorum
 * of log witnesses has cosigned a checkpoint that covers the promotion sends nothing.
 *
 * @param cosigned whether that is so for the attestation of an id
 */
record CosignedDelivery(Delivery to, Predicate<String> cosigned) implements Delivery {

  @Override
  public OutgoingSection.Endpoint endpoint() {
    return to.endpoint();
  }

  @Override
  public Ended send(Decision decision, byte[] body) throws InterruptedException {
    String promotion = decision.promotion();
    boolean tell =
        decision.kind() != DecisionKind.PROMOTE || promotion != null && cosigned.test(promotion);
    return tell ? to.send(decision, body) : new Ended(Ended.Kind.AGAIN, "NOT_COSIGNED");
  }

  @Override
  public void close() {
    to.close();
  }
}
