package dev.assay.client;

import dev.assay.client.ServerSentEvents.Event;
import dev.assay.client.Transport.Answer;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Decision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for one decision by the events of its work item. A stream that ends or breaks goes on
 * behind its last event.
 */
final class DecisionWait {

  private final Calls calls;
  private final String path;
  private final int attempt;
  private final long deadline;
  private @Nullable String last;

  /** How the last stream broke, or null while one is read. */
  private volatile @Nullable AssayException broken;

  /**
   * A wait that begins now.
   *
   * @param path of the event stream
   * @param attempt the first one whose decision counts
   */
  DecisionWait(Calls calls, String path, int attempt, Duration time) {
    this.calls = calls;
    this.path = path;
    this.attempt = attempt;
    this.deadline = System.nanoTime() + time.toNanos();
  }

  /**
   * The decision, or empty when none came in time. The stream is read by a thread of its own, which
   * is interrupted when the time is over: a server that says nothing keeps nobody.
   *
   * @throws AssayException with UNREACHABLE when the server was away at the end of the time
   */
  Optional<Decision> decision() throws IOException, InterruptedException {
    FutureTask<Optional<Decision>> read = new FutureTask<>(this::read);
    Thread.ofVirtual().name("assay-wait").start(read);
    try {
      return read.get(left(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      AssayException away = broken;
      if (away != null) {
        throw away;
      }
      return Optional.empty();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failed) {
        throw failed;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      read.cancel(true);
    }
  }

  private long left() {
    return Math.max(0, deadline - System.nanoTime());
  }

  private Optional<Decision> read() throws IOException, InterruptedException {
    while (true) {
      try (Answer answer = calls.open(stream())) {
        broken = null;
        if (Calls.busy(answer)) {
          Thread.sleep(Calls.pause(answer));
        } else if (answer.status() == 200) {
          Optional<Decision> decision = decision(new ServerSentEvents(answer.body()));
          if (decision.isPresent()) {
            return decision;
          }
        } else {
          throw Calls.problem(answer);
        }
      } catch (AssayException e) {
        throw e;
      } catch (IOException e) {
        broken = calls.unreachable(e);
      }
      Thread.sleep(ClientLimits.STREAM_PAUSE);
    }
  }

  private Call stream() {
    Duration limit = Duration.ofNanos(left()).plus(ClientLimits.STREAM_PAUSE);
    Call call = Call.get(path, limit).header("Accept", "text/event-stream");
    return last == null ? call : call.header("Last-Event-ID", last);
  }

  private Optional<Decision> decision(ServerSentEvents events) throws IOException {
    for (Optional<Event> told = events.next(); told.isPresent(); told = events.next()) {
      Event event = told.get();
      last = event.id() == null ? last : event.id();
      if (event.kind().equals("decision")) {
        byte[] document = event.data().getBytes(StandardCharsets.UTF_8);
        Decision decision = Calls.accepted(Json.parse(document, Decision.class));
        if (decision.attempt() >= attempt) {
          return Optional.of(decision);
        }
      }
    }
    return Optional.empty();
  }
}
