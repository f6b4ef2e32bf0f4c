package dev.assay.quick.report;

import dev.assay.quick.ingest.Ingest.IngestCode;
import dev.assay.quick.plan.ReasonCode;
import java.util.Locale;

/** The fixed English of reports, under the identifiers of the specification's Appendix H. */
public final class HumanCopy {

  /** Headline of an input without any text. */
  public static final String MSG_NO_TOOL_CALLS =
      "The input is empty: there is no tool call to check";

  /** Headline of an input without tool calls. */
  public static final String MSG_NO_STRUCTURED_TOOL_ACTIVITY =
      "The input holds text, but no structured tool call that could be checked";

  /** First anchor line. */
  public static final String HUMAN_REPORT_BEGIN = "=== quick-verify human report ===";

  /** Last anchor line. */
  public static final String HUMAN_REPORT_END = "=== end quick-verify human report ===";

  /** What the report is. */
  public static final String QUICK_VERIFY_BANNER_LINE_1 =
      "Inferred from observed tool calls and compared with the database by read-only SQL.";

  /** What it is not. */
  public static final String QUICK_VERIFY_BANNER_LINE_2 =
      "Provisional: no contract was given, so what should have happened is a guess from names.";

  /** What machines should read. */
  public static final String QUICK_VERIFY_BANNER_LINE_3 =
      "For automation use the JSON line on standard output and the exit code, not this text.";

  static final String EXPECTED_NOTHING = "nothing: the claim maps to no row or relation";
  static final String OBSERVED_NOTHING = "nothing was read: the claim maps to no row or relation";
  static final String OBSERVED_ERROR = "nothing was read: the database refused the query";
  static final String OBSERVED_RELATED = "a related row is present (exists=1)";
  static final String OBSERVED_NO_RELATED = "no related row is present (exists=0)";
  static final String OBSERVED_UNUSABLE = "the database answered neither true nor false";

  static final String RELIANCE_RATIONALE =
      "A quick run infers its expectations from tool calls. Without a contract it is a preview and"
          + " must not carry a high-stakes decision.";

  static final String LAYER_DECLARED =
      "What the agent's tool calls say: tool name and parameters, taken from the log unchecked.";
  static final String LAYER_EXPECTED =
      "What the database should hold if that is true: table, identity and fields inferred by name.";
  static final String LAYER_OBSERVED =
      "What read-only SQL found at the moment of the run; the only layer that is evidence.";

  static final String[] DOES_NOT_PROVE = {
    "That the tool call caused the row: only that the row is there now.",
    "That nothing else was changed: rows that no tool call mentions are not looked at.",
    "That the inferred table and columns are the ones the agent meant.",
  };

  private HumanCopy() {}

  /** The second anchor line. */
  public static String verdictLine(RunVerdict verdict) {
    return "Rollup (inferred, provisional): " + verdict.word();
  }

  /** The sentence for an ingest or header code. */
  static String humanLineForIngestReasonCode(String code) {
    if (code.equals(QuickResult.UNIT_CAP_EXCEEDED)) {
      return "More than 20 units were inferred; the rest was left out.";
    }
    return switch (IngestCode.valueOf(code)) {
      case INGEST_INPUT_TOO_LARGE -> "The input is larger than 8388608 bytes and was not read.";
      case INGEST_NO_ACTIONS -> MSG_NO_TOOL_CALLS + ".";
      case INGEST_NO_STRUCTURED_TOOL_ACTIVITY -> MSG_NO_STRUCTURED_TOOL_ACTIVITY + ".";
      case INGEST_ACTION_CAP -> "More than 50 tool calls were found; the rest was left out.";
      case MALFORMED_LINE -> "Some lines of the input are not JSON.";
      case CALL_ID_CONFLICT -> "Two different calls have one id.";
      case PARAMS_ABSENT -> "Some calls have no arguments.";
      case PARAMS_TRUNCATED -> "The arguments of some calls were cut.";
      case PARAMS_UNPARSABLE ->
          "The arguments of some calls are no JSON object, or have a number beyond 64 bits.";
      case ENVELOPE_DAMAGED -> "Some lines of the input are damaged.";
      case ENVELOPE_UNKNOWN -> "Some documents of the input are of no known format.";
      case ENVELOPE_TOO_LARGE -> "The input holds more calls than are read.";
    };
  }

  /** The phrase for a unit's reason code. */
  public static String humanFragmentForReasonCode(ReasonCode code) {
    return switch (code) {
      case MAPPING_LOW_CONFIDENCE, MAPPING_AMBIGUOUS, MAPPING_NO_UNIQUE_KEY ->
          "mapping: "
              + code.name()
                  .substring("MAPPING_".length())
                  .toLowerCase(Locale.ROOT)
                  .replace('_', ' ');
      case ROW_ABSENT -> "no row has this identity";
      case DUPLICATE_ROWS -> "more than one row has this identity";
      case VALUE_MISMATCH -> "a stored value differs from the claimed one";
      case ROW_SHAPE_MISMATCH -> "the row lacks a claimed column";
      case UNREADABLE_VALUE -> "a stored value has no scalar form to compare";
      case CONNECTOR_ERROR -> "the database refused the query";
      case RELATED_ROWS_ABSENT -> "no row of the child table carries this foreign key value";
      case RELATIONAL_SCALAR_UNUSABLE -> "the database answered neither true nor false";
    };
  }
}
