package dev.assay.quick.check;

import dev.assay.quick.report.NextAction;

/** Why a step is not verified or a run is incomplete; the constant's name is the code. */
public enum CheckCode {
  // Rows.
  ROW_ABSENT("no row has this identity", Kind.STATE),
  DUPLICATE_ROWS("more than one row has this identity", Kind.DUPLICATE),
  VALUE_MISMATCH("a stored value differs from the required one", Kind.STATE),
  ROW_SHAPE_MISMATCH("the row lacks a required column", Kind.ACCESS),
  UNREADABLE_VALUE("a stored value has no scalar form to compare", Kind.ACCESS),
  CONNECTOR_ERROR("the database refused the query", Kind.ACCESS),
  ROW_PRESENT_WHEN_FORBIDDEN("a row is there that the contract forbids", Kind.STATE),
  // Relations.
  RELATED_ROWS_ABSENT("no related row carries these values", Kind.STATE),
  RELATIONAL_EXPECTATION_MISMATCH("the number found is not the one expected", Kind.STATE),
  RELATIONAL_SCALAR_UNUSABLE("the database's answer cannot be compared", Kind.INCOMPLETE),
  ORPHAN_ROW_DETECTED("rows are there without the partner they need", Kind.STATE),
  // Several effects or checks in one entry.
  MULTI_EFFECT_INCOMPLETE("not every effect could be verified", Kind.INCOMPLETE),
  MULTI_EFFECT_ALL_FAILED("no effect is there as required", Kind.STATE),
  MULTI_EFFECT_PARTIAL("some effects are there, others are not", Kind.STATE),
  // Eventual consistency.
  ROW_NOT_OBSERVED_WITHIN_WINDOW("no row showed up within the window", Kind.TIMING),
  FORBIDDEN_ROWS_STILL_PRESENT_WITHIN_WINDOW(
      "a forbidden row was still there at the end of the window", Kind.TIMING),
  MULTI_EFFECT_UNCERTAIN_WITHIN_WINDOW("no effect showed up within the window", Kind.TIMING),
  // Steps and runs.
  UNKNOWN_TOOL("the registry has no entry for this tool", Kind.TOOL),
  RETRY_OBSERVATIONS_DIVERGE("observations of one step contradict each other", Kind.SEQUENCE),
  MALFORMED_EVENT_LINE("a line of the events file is no event", Kind.SEQUENCE),
  NO_STEPS_FOR_WORKFLOW("no event belongs to this workflow", Kind.SEQUENCE),
  // Resolution of a registry entry against the parameters of an event.
  CONST_STRING_EMPTY("a constant name is empty or no string", Kind.REGISTRY),
  STRING_SPEC_POINTER_MISSING("the pointer of a name finds nothing", Kind.REGISTRY),
  STRING_SPEC_TYPE("the pointer of a name finds no string", Kind.REGISTRY),
  STRING_SPEC_EMPTY("the pointer of a name finds an empty string", Kind.REGISTRY),
  KEY_VALUE_POINTER_MISSING("the pointer of a value finds nothing", Kind.REGISTRY),
  KEY_VALUE_NOT_SCALAR("the pointer of a value finds no scalar", Kind.REGISTRY),
  KEY_VALUE_SPEC_INVALID("a value is neither constant nor pointer", Kind.REGISTRY),
  TABLE_POINTER_INVALID("the pointer of a table finds no name", Kind.REGISTRY),
  TABLE_SPEC_INVALID("a table is neither constant nor pointer", Kind.REGISTRY),
  INVALID_IDENTIFIER("a table, column or field name is no plain identifier", Kind.REGISTRY),
  REQUIRED_FIELDS_POINTER_MISSING("the pointer of the fields finds nothing", Kind.REGISTRY),
  REQUIRED_FIELDS_NOT_OBJECT("the pointer of the fields finds no object", Kind.REGISTRY),
  REQUIRED_FIELDS_VALUE_NOT_SCALAR("a required value is no scalar", Kind.REGISTRY),
  EQUALITY_DUPLICATE_COLUMN("a list of equalities names a column twice", Kind.REGISTRY),
  FILTER_EQ_OVERLAPS_IDENTITY("a filter names a column of the identity", Kind.REGISTRY),
  DUPLICATE_EFFECT_ID("two effects or checks have the same id", Kind.REGISTRY),
  RELATIONAL_EXPECT_VALUE_INVALID("the expected value is no finite number", Kind.REGISTRY),
  RELATIONAL_SUM_COLUMN_REQUIRED("a sum needs the column to add up", Kind.REGISTRY),
  UNSUPPORTED_VERIFICATION_KIND("this kind of verification is not done in SQL", Kind.REGISTRY);

  /** What a code blocks, in order of precedence when a run has several. */
  enum Kind {
    SEQUENCE("event_sequence", "control_flow_problem", NextAction.FIX_EVENT_INGEST_AND_STEPS),
    TOOL("registry_unknown_tool", "bad_input", NextAction.CORRECT_VERIFICATION_INPUTS),
    REGISTRY("registry_resolution", "bad_input", NextAction.CORRECT_VERIFICATION_INPUTS),
    ACCESS("database_access", "downstream_execution_failure", NextAction.IMPROVE_READ_CONNECTIVITY),
    TIMING("timing_or_window", "downstream_execution_failure", NextAction.MANUAL_REVIEW),
    DUPLICATE("state_mismatch", "state_inconsistency", NextAction.DEDUPLICATE),
    STATE("state_mismatch", "state_inconsistency", NextAction.RECONCILE_DOWNSTREAM_STATE),
    INCOMPLETE("verification_incomplete", "bad_input", NextAction.MANUAL_REVIEW);

    private final String blocker;
    private final String category;
    private final NextAction action;

    Kind(String blocker, String category, NextAction action) {
      this.blocker = blocker;
      this.category = category;
      this.action = action;
    }

    String blocker() {
      return blocker;
    }

    String category() {
      return category;
    }

    NextAction action() {
      return action;
    }
  }

  private final String phrase;
  private final Kind kind;

  CheckCode(String phrase, Kind kind) {
    this.phrase = phrase;
    this.kind = kind;
  }

  /** What the code means, as part of a sentence. */
  public String phrase() {
    return phrase;
  }

  Kind kind() {
    return kind;
  }
}
