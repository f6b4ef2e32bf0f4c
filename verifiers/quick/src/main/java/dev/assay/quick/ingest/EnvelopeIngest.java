package dev.assay.quick.ingest;

import dev.assay.quick.ingest.Ingest.Envelopes;
import dev.assay.quick.ingest.Ingest.IngestCode;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.schemas.Parsed;
import dev.assay.toolcalls.Format;
import dev.assay.toolcalls.ToolCall;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.ToolCallReader;
import dev.assay.toolcalls.ToolTrace;
import dev.assay.toolcalls.ToolTrace.Note;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Ingest of envelopes: calls that claim an effect are actions. What failed, was denied or waits
 * promises nothing; commands and files leave no rows; what is not known leaves the run undecided.
 */
final class EnvelopeIngest {

  private EnvelopeIngest() {}

  /** Reads {@code input}; never fails. */
  static Ingest read(byte[] input) {
    if (input.length > QuickLimits.INPUT_BYTES_MAX) {
      return Ingest.tooLarge();
    }
    return switch (ToolCallReader.read(input)) {
      case Parsed.Accepted<ToolTrace>(ToolTrace trace) -> of(trace);
      case Parsed.Rejected<ToolTrace>(var rejection) ->
          new Ingest(
              List.of(),
              0,
              List.of(
                  input.length == 0
                      ? IngestCode.INGEST_NO_ACTIONS
                      : IngestCode.INGEST_NO_STRUCTURED_TOOL_ACTIVITY),
              0,
              List.of(),
              new Envelopes(List.of(), 0, List.of(rejection.detail()), true));
    };
  }

  private static Ingest of(ToolTrace trace) {
    Extraction extraction = new Extraction();
    for (ToolCall call : trace.calls()) {
      if (isAction(call)) {
        extraction.add(call.bareName(), call::params, call.params());
      }
    }
    Ingest read = Dedupe.of(extraction, 0);
    List<IngestCode> codes = new ArrayList<>(read.reasonCodes());
    for (Note note : trace.notes()) {
      IngestCode code = note.code().hides() ? IngestCode.valueOf(note.code().name()) : null;
      if (code != null && !codes.contains(code)) {
        codes.add(code);
      }
    }
    if (trace.calls().isEmpty()) {
      codes.add(IngestCode.INGEST_NO_STRUCTURED_TOOL_ACTIVITY);
    }
    Envelopes envelopes =
        new Envelopes(
            trace.formats().stream().map(Format::wire).toList(),
            trace.calls().size(),
            limitations(trace),
            trace.isIncomplete());
    return new Ingest(
        read.actions(), read.extracted(), List.copyOf(codes), 0, read.droppedKeys(), envelopes);
  }

  private static boolean isAction(ToolCall call) {
    return call.kind() == Kind.TOOL
        && call.outcome().promises()
        && call.paramsState() == ParamsState.PARSED;
  }

  private static List<String> limitations(ToolTrace trace) {
    List<String> out = new ArrayList<>();
    trace.notes().stream()
        .sorted(Comparator.comparing(note -> !note.code().hides()))
        .limit(QuickLimits.LIMITATIONS_MAX)
        .forEach(note ->
            out.add(note.code().name() + ": " + note.detail() + " (" + note.pointer() + ")"));
    for (Outcome outcome : List.of(Outcome.ERROR, Outcome.DENIED, Outcome.PENDING)) {
      long count = trace.calls().stream().filter(call -> call.outcome() == outcome).count();
      if (count > 0) {
        out.add("Calls with outcome " + outcome.wire() + " promise nothing: " + count + ".");
      }
    }
    for (Kind kind : List.of(Kind.SHELL, Kind.FILE)) {
      long count =
          trace.calls().stream()
              .filter(call -> call.kind() == kind && call.outcome().promises())
              .count();
      if (count > 0) {
        out.add("Calls of kind " + kind.wire() + " leave no rows to look up: " + count + ".");
      }
    }
    return out;
  }
}
