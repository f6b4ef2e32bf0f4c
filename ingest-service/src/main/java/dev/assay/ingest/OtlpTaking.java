package dev.assay.ingest;

import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.ingest.OtlpPieces.Piece;
import dev.assay.ingest.OtlpSplit.Part;
import dev.assay.ingest.OtlpSplit.RunKey;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request of OTLP on its way in: which of its runs its sender may send for, and their lines. */
final class OtlpTaking implements AutoCloseable {

  private static final String NO_RUN =
      "expected assay.work_item, assay.run, assay.fleet and assay.ground_truth as"
          + " ids that are not reserved, or a trace id, found others";

  private final OtlpRuns runs;
  private final Holdings holdings;
  private final Quotas quotas;
  private final OpenItems open;
  private final Principal sender;
  private final OtlpLines lines;
  private final List<RunKey> mine = new ArrayList<>();

  /** Of each run that was seen, why it is refused; empty for those that are mine. */
  private final Map<RunKey, Optional<Rejection>> refusals = new HashMap<>();

  private int rejected;
  private String why = "";
  private OtlpRuns.@Nullable Body body;
  private boolean accepted;

  OtlpTaking(OtlpRuns runs, Holdings holdings, Quotas quotas, OpenItems open, Principal sender) {
    this.runs = runs;
    this.holdings = holdings;
    this.quotas = quotas;
    this.open = open;
    this.sender = sender;
    this.lines = runs.fresh();
  }

  /**
   * Reads the {@code pieces} of {@code received}.
   *
   * @throws ProblemException when a quota of the sender is used up, or there is no room
   */
  void read(OtlpRuns.Body received, OtlpPieces pieces) throws IOException, InterruptedException {
    body = received;
    pieces.each(piece -> add(received, piece));
  }

  private void add(OtlpRuns.Body received, Piece piece) {
    OtlpSplit split = OtlpSplit.of(received.signal(), piece, received.fleetOtherwise());
    if (split.rejected() > 0) {
      rejected += split.rejected();
      why = NO_RUN;
    }
    int before = mine.size();
    List<RunKey> taken = new ArrayList<>();
    for (Map.Entry<RunKey, Part> entry : split.parts().entrySet()) {
      Optional<Rejection> refusal = refusals.computeIfAbsent(entry.getKey(), this::seen);
      if (refusal.isEmpty()) {
        taken.add(entry.getKey());
      } else {
        rejected += entry.getValue().records();
        why = refusal.get().detail();
      }
    }
    if (mine.size() > before) {
      refuse(runs.refusal(sender.id(), mine));
    }
    for (RunKey key : taken) {
      lines.add(key, split.line(key, received.sha256()), split.root(key));
    }
  }

  private Optional<Rejection> seen(RunKey key) {
    Optional<Rejection> refusal = refusal(key);
    if (refusal.isEmpty()) {
      mine.add(key);
    } else if (refusal.get().code().httpStatus() == 429) {
      throw new ProblemException(refusal.get());
    }
    return refusal;
  }

  /** Why the sender may not send for that run; a new run counts as an event. */
  private Optional<Rejection> refusal(RunKey key) {
    if (runs.isOpen(sender.id(), key)) {
      return Optional.empty();
    }
    Optional<Rejection> refusal =
        quotas.event(sender).or(() -> holdings.refusal(sender, begun(key)));
    if (refusal.isPresent()) {
      return refusal;
    }
    Optional<Rejection> full = open.refusal(sender, key.workItem());
    if (full.isPresent()) {
      holdings.refused(begun(key));
    }
    return full;
  }

  /** What is sent of a run when it is over, as far as that is known at its beginning. */
  private static ExecutionEvent begun(RunKey key) {
    return OtlpHandIn.event(key, "probe", null, List.of());
  }

  static void refuse(Optional<Rejection> rejection) {
    if (rejection.isPresent()) {
      throw new ProblemException(rejection.get());
    }
  }

  /**
   * Whether there is anything to keep.
   *
   * @throws ProblemException with FORBIDDEN when the sender may send for none of the runs
   */
  boolean isAny() {
    if (mine.isEmpty() && !refusals.isEmpty()) {
      throw new ProblemException(ErrorCode.FORBIDDEN, why);
    }
    return !mine.isEmpty();
  }

  /** Writes down that the request, which is kept, belongs to its runs. */
  void accepted() throws IOException {
    if (body != null && !mine.isEmpty()) {
      runs.received(sender.id(), body, lines);
      quotas.uploaded(sender, lines.bytes());
    }
    mine.forEach(key -> holdings.accepted(begun(key)));
    accepted = true;
  }

  /** Forgets what was not accepted. */
  @Override
  public void close() {
    if (!accepted) {
      lines.release();
      mine.forEach(key -> holdings.refused(begun(key)));
    }
  }

  /** Records that no run got. */
  int rejected() {
    return rejected;
  }

  /** Why that is so, of the last of them. */
  String why() {
    return why;
  }
}
