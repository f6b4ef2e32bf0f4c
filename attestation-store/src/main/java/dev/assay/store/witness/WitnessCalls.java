package dev.assay.store.witness;

import dev.assay.core.log.AddCheckpoint;
import dev.assay.core.log.NoteSignature;
import dev.assay.core.log.WitnessAnswer;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.http.Permission;
import dev.assay.http.ProblemException;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Require;
import dev.assay.store.fault.StoreUnavailableException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * What a log witness answers over HTTP, for everybody: {@code add-checkpoint} of C2SP tlog-witness,
 * and the newest cosigned checkpoint of a log under the hash of its origin.
 */
public final class WitnessCalls {

  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String SIZE = "text/x.tlog.size";

  private final LogWitness witness;
  private final MeterRegistry registry;

  /** The calls of {@code witness}, counted in {@code registry}. */
  public WitnessCalls(LogWitness witness, MeterRegistry registry) {
    this.witness = witness;
    this.registry = registry;
    for (String origin : witness.origins()) {
      Gauge.builder("assay.witness.size", witness, from -> from.size(origin))
          .description("size of a log that was cosigned last")
          .tag("origin", origin)
          .register(registry);
    }
    for (Result result : Result.values()) {
      var _ = counter(result);
    }
  }

  /** How a request ended. */
  private enum Result {
    COSIGNED,
    MALFORMED,
    UNKNOWN_LOG,
    UNSIGNED,
    STALE,
    SPLIT,
    INCONSISTENT,
    FAILED
  }

  private Counter counter(Result result) {
    return Counter.builder("assay.witness.requests")
        .description("checkpoints that were brought, by what became of them")
        .tag("result", result.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  private void count(Result result) {
    counter(result).increment();
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.post("/add-checkpoint", Permission.ANYBODY, this::add),
        Route.get("/{log}/checkpoint", Permission.ANYBODY, this::latest));
  }

  private Response add(Request request) throws IOException {
    LogWitness.Reply reply;
    try {
      reply = witness.ask(AddCheckpoint.parse(request.body(WitnessLimits.BODY_BYTES_MAX)));
    } catch (RejectedInputException e) {
      count(Result.MALFORMED);
      throw new ProblemException(ErrorCode.MALFORMED_REQUEST, String.valueOf(e.getMessage()));
    } catch (StoreUnavailableException e) {
      count(Result.FAILED);
      throw new ProblemException(
          ErrorCode.STORE_UNAVAILABLE,
          "expected to keep the checkpoint, found that the disk does not take it; retry");
    }
    return answer(reply);
  }

  private Response answer(LogWitness.Reply reply) {
    return switch (reply.answer()) {
      case WitnessAnswer.Cosign _ -> {
        count(Result.COSIGNED);
        NoteSignature line = reply.line();
        yield Response.text(200, TEXT, line == null ? "" : line.line());
      }
      case WitnessAnswer.UnknownLog(String origin) -> {
        count(Result.UNKNOWN_LOG);
        throw new ProblemException(
            ErrorCode.NOT_FOUND,
            "expected a log that this witness knows, found " + Require.quoted(origin));
      }
      case WitnessAnswer.Unsigned(String why) -> {
        count(Result.UNSIGNED);
        throw new ProblemException(ErrorCode.CHECKPOINT_UNSIGNED, why);
      }
      case WitnessAnswer.Malformed(String why) -> {
        count(Result.MALFORMED);
        throw new ProblemException(ErrorCode.MALFORMED_REQUEST, why);
      }
      case WitnessAnswer.Stale(long size) -> {
        count(Result.STALE);
        yield Response.text(409, SIZE, size + "\n");
      }
      case WitnessAnswer.Split split -> {
        count(Result.SPLIT);
        yield Response.text(409, SIZE, split.cosigned().size() + "\n");
      }
      case WitnessAnswer.Inconsistent _ -> {
        count(Result.INCONSISTENT);
        throw new ProblemException(
            ErrorCode.CHECKPOINT_INCONSISTENT,
            "expected a proof that the checkpoint extends the one cosigned last, found another");
      }
    };
  }

  private Response latest(Request request) {
    String note =
        witness
            .latest(request.path("log"))
            .orElseThrow(() ->
                new ProblemException(
                    ErrorCode.NOT_FOUND,
                    "expected the SHA-256 of the origin of a log that this witness has cosigned,"
                        + " found "
                        + Require.quoted(request.path("log"))));
    return Response.text(200, TEXT, note).header("Cache-Control", "no-cache");
  }
}
