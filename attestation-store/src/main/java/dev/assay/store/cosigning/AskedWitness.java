package dev.assay.store.cosigning;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.log.AddCheckpoint;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.Cosignature;
import dev.assay.core.log.NoteSignature;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.egress.PinnedClient;
import dev.assay.store.CosignedCheckpoints;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One log witness that is asked, and how that went. What it answers is believed when it verifies.
 */
final class AskedWitness {

  private static final Logger LOG = LoggerFactory.getLogger(AskedWitness.class);
  private static final String COSIGNED = "COSIGNED";

  private final TlogPolicy.Witness witness;
  private final WitnessAddress address;
  private final InstantSource clock;
  private final Counter cosigned;
  private final Counter failed;

  /** The size that the witness cosigned last, as far as is known. */
  private long size;

  private String text = "";
  private String result = "";
  private int tries;
  private Instant next = Instant.MIN;
  private @Nullable Instant last;
  private boolean busy;

  AskedWitness(
      TlogPolicy.Witness witness,
      WitnessAddress address,
      InstantSource clock,
      MeterRegistry registry) {
    this.witness = witness;
    this.address = address;
    this.clock = clock;
    this.cosigned = counter(registry, "cosigned");
    this.failed = counter(registry, "failed");
    Gauge.builder("assay.log.witness.size", this, AskedWitness::size)
        .description("size of the log that a witness cosigned last")
        .tag("witness", witness.name())
        .register(registry);
    Gauge.builder("assay.log.witness.tries", this, AskedWitness::tries)
        .description("tries in a row that gave no cosignature")
        .tag("witness", witness.name())
        .register(registry);
  }

  private Counter counter(MeterRegistry registry, String ended) {
    return Counter.builder("assay.log.witness.requests")
        .description("checkpoints that a witness was asked to cosign")
        .tag("witness", witness.name())
        .tag("result", ended)
        .register(registry);
  }

  private synchronized long size() {
    return size;
  }

  private synchronized int tries() {
    return tries;
  }

  /** Whether it is to be asked for {@code note} now; then it is, until {@link #ask} returns. */
  synchronized boolean begins(SignedNote note) {
    if (busy || text.equals(note.text()) || clock.instant().isBefore(next)) {
      return false;
    }
    busy = true;
    return true;
  }

  /** Asks for a cosignature of {@code note}; empty when there is none this time. */
  Optional<List<NoteSignature>> ask(SignedNote note, CosignedCheckpoints checkpoints) {
    try {
      List<NoteSignature> lines = cosignatures(note, checkpoints);
      ended(note, lines.isEmpty() ? "NO_COSIGNATURE" : COSIGNED);
      return lines.isEmpty() ? Optional.empty() : Optional.of(lines);
    } catch (RefusedException e) {
      ended(note, e.code);
    } catch (RejectedInputException e) {
      ended(note, "BAD_COSIGNATURE");
    } catch (UnknownHostException _) {
      ended(note, "HOST_UNKNOWN");
    } catch (IOException _) {
      ended(note, "UNREACHABLE");
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("witness", witness.name()).setCause(e).log("asking failed");
      ended(note, "NOT_ASKED");
    }
    return Optional.empty();
  }

  /** The witness does not cosign, and says why. */
  private static final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String code;

    RefusedException(String code) {
      super(code);
      this.code = code;
    }
  }

  private List<NoteSignature> cosignatures(SignedNote note, CosignedCheckpoints checkpoints)
      throws IOException {
    long newest = Checkpoint.parse(note.text()).size();
    long old = Math.min(size(), newest);
    for (int asked = 0; asked < CosigningLimits.REQUESTS_MAX; asked++) {
      AddCheckpoint request = new AddCheckpoint(old, checkpoints.consistency(old, newest), note);
      PinnedClient.Answer answer = address.post(request.text());
      switch (answer.status()) {
        case 200 -> {
          return verified(note, answer.text(StandardCharsets.UTF_8));
        }
        case 409 -> old = other(old, newest, answer.text(StandardCharsets.UTF_8));
        default -> throw new RefusedException("HTTP_" + answer.status());
      }
    }
    throw new RefusedException("CONFLICT");
  }

  /** The lines of this witness; it may hand on others, which it does not answer for. */
  private List<NoteSignature> verified(SignedNote note, String lines) {
    SignedNote answered = SignedNote.parse(note.note() + lines);
    return Cosignature.time(answered, witness.key(), witness.key().key()).isEmpty()
        ? List.of()
        : answered.signatures().stream()
            .filter(line ->
                line.name().equals(witness.key().name()) && line.keyId() == witness.key().keyId())
            .toList();
  }

  /** The size that the witness says it has, from which it may be asked again. */
  private synchronized long other(long old, long newest, String body) throws RefusedException {
    long told = body.matches("(0|[1-9][0-9]{0,17})\n") ? Long.parseLong(body.strip()) : -1;
    if (told > newest) {
      throw new RefusedException("AHEAD");
    }
    if (told < 0 || told == old) {
      throw new RefusedException(told == newest ? "SPLIT" : "CONFLICT");
    }
    size = told;
    return told;
  }

  private synchronized void ended(SignedNote note, String code) {
    Instant now = clock.instant();
    boolean changed = !code.equals(result);
    busy = false;
    result = code;
    if (code.equals(COSIGNED)) {
      cosigned.increment();
      text = note.text();
      size = Checkpoint.parse(text).size();
      tries = 0;
      next = Instant.MIN;
      last = now;
      return;
    }
    failed.increment();
    Duration pause = CosigningLimits.BACKOFF_FIRST.multipliedBy(1L << Math.min(tries, 20));
    tries++;
    next =
        now.plus(
            pause.compareTo(CosigningLimits.BACKOFF_MAX) < 0 ? pause : CosigningLimits.BACKOFF_MAX);
    if (changed) {
      boolean alarming = code.equals("SPLIT") || code.equals("AHEAD");
      LOG.atLevel(alarming ? Level.ERROR : Level.WARN)
          .addKeyValue("witness", witness.name())
          .addKeyValue("result", code)
          .log(
              alarming
                  ? "a log witness says that it has cosigned another history of this log"
                  : "a log witness does not cosign");
    }
  }

  /** It as JSON; nothing of its address. */
  synchronized ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", witness.name());
    node.put("vkey", witness.key().vkey());
    node.put("size", size);
    node.put("lastResult", result.isEmpty() ? null : result);
    node.put("lastCosigned", last == null ? null : last.toString());
    return node.put("tries", tries);
  }
}
