package dev.assay.quick;

import dev.assay.quick.export.Exports;
import dev.assay.quick.export.Exports.ExportedTool;
import dev.assay.quick.ingest.Ingest;
import dev.assay.quick.ingest.Ingest.Action;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.quick.plan.ActionPlanner;
import dev.assay.quick.plan.UnitPlan;
import dev.assay.quick.plan.Vocabulary;
import dev.assay.quick.report.Certificate;
import dev.assay.quick.report.QuickResult;
import dev.assay.quick.report.Unit;
import dev.assay.quick.report.Unit.UnitVerdict;
import dev.assay.quick.report.UnitFinding;
import dev.assay.quick.sql.Catalog;
import dev.assay.quick.sql.RowSource;
import dev.assay.quick.sql.SourceException;
import dev.assay.quick.verify.RelatedVerifier;
import dev.assay.quick.verify.RowVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks the actions of an input against one source. Keeps what it derived from the catalog, so
 * that a further run costs its row lookups only; serves one thread at a time, like its source.
 */
public final class QuickVerifier {

  private final RowSource source;
  private @Nullable Vocabulary vocabulary;

  /** A verifier that reads {@code source}, which stays the caller's to close. */
  public QuickVerifier(RowSource source) {
    this.source = source;
  }

  /**
   * Runs all units of {@code ingest}.
   *
   * @throws SourceException when the catalog cannot be read; a failing row read is an outcome
   */
  public QuickResult verify(Ingest ingest) throws SourceException {
    Run run = new Run(vocabulary());
    for (Action action : ingest.actions()) {
      if (!run.action(action)) {
        break;
      }
    }
    return QuickResult.of(ingest, run.units, run.capExceeded, run.tools);
  }

  private Vocabulary vocabulary() throws SourceException {
    Catalog catalog = source.catalog();
    Vocabulary known = vocabulary;
    if (known != null && known.catalog() == catalog) {
      return known;
    }
    Vocabulary fresh = new Vocabulary(catalog);
    vocabulary = fresh;
    return fresh;
  }

  /** The units of one input so far. */
  private final class Run {
    private final Vocabulary words;
    private final List<Unit> units = new ArrayList<>();
    private final List<ExportedTool> tools = new ArrayList<>();
    private boolean capExceeded;

    Run(Vocabulary words) {
      this.words = words;
    }

    /** Adds the units of {@code action}; false when the unit cap ends the run. */
    boolean action(Action action) {
      if (words.catalog().tables().isEmpty() || action.flat().isEmpty()) {
        return true;
      }
      if (isFull()) {
        return false;
      }
      Certificate.declaredAction(action.toolName(), nextId());
      ActionPlanner planner = new ActionPlanner(words, action);
      for (Map.Entry<String, List<String>> bucket : planner.buckets().entrySet()) {
        if (isFull()) {
          return false;
        }
        row(action, planner.planRow(bucket.getKey(), bucket.getValue()));
      }
      for (Catalog.ForeignKey edge : words.catalog().foreignKeys()) {
        UnitPlan.RelatedCheck check = planner.planRelated(edge);
        if (check != null) {
          if (isFull()) {
            return false;
          }
          related(action, check);
        }
      }
      return true;
    }

    private boolean isFull() {
      capExceeded = units.size() == QuickLimits.UNITS_MAX;
      return capExceeded;
    }

    private String nextId() {
      return "u" + units.size();
    }

    private void row(Action action, UnitPlan plan) {
      switch (plan) {
        case UnitPlan.RowCheck check -> {
          UnitFinding finding = UnitFinding.of(RowVerifier.verify(source, check.request()));
          boolean verified = finding.verdict() == UnitVerdict.VERIFIED;
          add(action, plan, finding, Exports.row(nextId(), action, check, verified));
        }
        case UnitPlan.Gap gap -> add(action, plan, UnitFinding.of(gap), null);
        case UnitPlan.RelatedCheck check -> related(action, check);
      }
    }

    private void related(Action action, UnitPlan.RelatedCheck check) {
      UnitFinding finding = UnitFinding.of(RelatedVerifier.verify(source, check.request()));
      boolean verified = finding.verdict() == UnitVerdict.VERIFIED;
      add(action, check, finding, Exports.related(nextId(), check.request(), verified));
    }

    private void add(
        Action action, UnitPlan plan, UnitFinding finding, @Nullable ExportedTool tool) {
      units.add(new Unit(nextId(), action, plan, finding, tool != null));
      if (tool != null) {
        tools.add(tool);
      }
    }
  }
}
