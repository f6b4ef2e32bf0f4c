package dev.assay.quick.plan;

/** Why a unit is not verified; the constant's name is the code. */
public enum ReasonCode {
  /** No table fits the tool name well enough. */
  MAPPING_LOW_CONFIDENCE,
  /** Two tables fit the tool name about equally well. */
  MAPPING_AMBIGUOUS,
  /** The parameters do not hold the identity of a row. */
  MAPPING_NO_UNIQUE_KEY,
  /** No row has the identity. */
  ROW_ABSENT,
  /** Several rows have the identity. */
  DUPLICATE_ROWS,
  /** A stored value differs from the expected one. */
  VALUE_MISMATCH,
  /** The row lacks an expected column. */
  ROW_SHAPE_MISMATCH,
  /** A stored value has no scalar form. */
  UNREADABLE_VALUE,
  /** The database refused the read. */
  CONNECTOR_ERROR,
  /** No related row carries the foreign key value. */
  RELATED_ROWS_ABSENT,
  /** The database's answer is neither true nor false. */
  RELATIONAL_SCALAR_UNUSABLE
}
