package dev.assay.store.outgoing;

import dev.assay.egress.PinnedClient;
import dev.assay.schemas.message.Decision;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages over HTTP.
 *
 * @param keys sign webhooks
 */
record HttpDelivery(
    OutgoingSection.Endpoint endpoint, PinnedClient client, WebhookKeys keys, InstantSource clock)
    implements Delivery {

  private static final Logger LOG = LoggerFactory.getLogger(HttpDelivery.class);

  /** Statuses of the 4xx that may be others the next time: RFC 9110, 6585 and 8470. */
  private static boolean passing(int status) {
    return status == 408 || status == 425 || status == 429;
  }

  /** What an answer says beside its status is not read. */
  @Override
  public Ended send(Decision decision, byte[] body) {
    Map<String, String> headers =
        endpoint.kind() == OutgoingSection.Kind.WEBHOOK
            ? keys.headers(Message.id(decision), clock.instant().getEpochSecond(), body)
            : Map.of();
    try {
      return ended(
          client.tell(
              Objects.requireNonNull(endpoint.secretUrl(), "only a topic has none"),
              headers,
              "application/json",
              body,
              OutgoingLimits.TRY_TIME));
    } catch (PinnedClient.UnresolvedException _) {
      return new Ended(Ended.Kind.AGAIN, "HOST_UNKNOWN");
    } catch (PinnedClient.DeniedException _) {
      return new Ended(Ended.Kind.AGAIN, "HOST_DENIED");
    } catch (IOException _) {
      return new Ended(Ended.Kind.AGAIN, "UNREACHABLE");
    } catch (RuntimeException e) {
      // Such as an address that the client reads otherwise than the policy; its text may hold it.
      LOG.atWarn()
          .addKeyValue("exception", e.getClass().getName())
          .log("a message could not be sent");
      return new Ended(Ended.Kind.AGAIN, "NOT_SENT");
    }
  }

  private Ended ended(PinnedClient.Answer answer) {
    int status = answer.status();
    String code = "HTTP_" + status;
    if (status >= 200 && status < 300) {
      return new Ended(Ended.Kind.TAKEN, code);
    }
    if (status == 410) {
      return new Ended(Ended.Kind.GONE, code);
    }
    if (status >= 400 && status < 500 && !passing(status)) {
      return new Ended(Ended.Kind.REFUSED, code);
    }
    String after = answer.headers().getOrDefault("retry-after", "");
    return new Ended(Ended.Kind.AGAIN, code, pause(after, clock.instant()));
  }

  /** What {@code Retry-After} asks for, in seconds or as a date (RFC 9110, 10.2.3). */
  static Duration pause(String after, Instant now) {
    if (after.matches("[0-9]{1,6}")) {
      return Duration.ofSeconds(Long.parseLong(after));
    }
    try {
      Instant until = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(after));
      return until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO;
    } catch (DateTimeException _) {
      return Duration.ZERO;
    }
  }
}
