package dev.assay.quick.report;

import dev.assay.quick.export.ContractFiles;
import dev.assay.quick.export.Exports.ExportedTool;
import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.ingest.Ingest.IngestCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything one run established.
 *
 * @param unitCapExceeded whether further units were left out
 * @param tools exported entries in registry order
 */
public record QuickResult(
    Ingest ingest,
    List<Unit> units,
    boolean unitCapExceeded,
    List<ExportedTool> tools,
    RunVerdict verdict) {

  /** The header code of a run that left units out. */
  static final String UNIT_CAP_EXCEEDED = "UNIT_CAP_EXCEEDED";

  /** Rolls up and puts {@code tools} in registry order. */
  public static QuickResult of(
      Ingest ingest, List<Unit> units, boolean unitCapExceeded, List<ExportedTool> tools) {
    boolean capped = unitCapExceeded || ingest.isIncomplete();
    return new QuickResult(
        ingest,
        List.copyOf(units),
        unitCapExceeded,
        ContractFiles.ordered(tools),
        RunVerdict.of(units, capped));
  }

  /** Distinct ingest and header codes in order of first appearance. */
  List<String> runCodes() {
    List<String> codes = new ArrayList<>();
    ingest.reasonCodes().stream().distinct().forEach(code -> codes.add(code.name()));
    if (unitCapExceeded) {
      codes.add(UNIT_CAP_EXCEEDED);
    }
    return codes;
  }

  boolean has(IngestCode code) {
    return ingest.reasonCodes().contains(code);
  }
}
