package dev.assay.store.index;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/** Turns rows into the records they came from. */
final class Rows {

  private Rows() {}

  static AttestationListing listing(ResultSet row) throws SQLException {
    return new AttestationListing(
        row.getString("id"),
        kind(row.getString("kind")),
        row.getString("predicate_type"),
        row.getString("work_item"),
        row.getInt("attempt"),
        row.getString("verifier"),
        row.getString("result"),
        row.getString("agent"),
        row.getString("fleet"),
        row.getString("commit_hash"),
        row.getString("artifact"),
        row.getString("report"),
        row.getLong("log_index"),
        Micros.instant(row.getLong("time_micros")));
  }

  private static AttestationKind kind(String text) throws SQLException {
    return Arrays.stream(AttestationKind.values())
        .filter(kind -> kind.text().equals(text))
        .findFirst()
        .orElseThrow(() ->
            new SQLException(
                "expected an attestation kind of this version, found "
                    + text
                    + "; next: use the version that wrote the database"));
  }

  static DecisionRow decision(ResultSet row) throws SQLException {
    return new DecisionRow(
        row.getString("id"),
        row.getString("work_item"),
        row.getInt("attempt"),
        row.getString("kind"),
        row.getString("json"),
        Micros.instant(row.getLong("time_micros")),
        row.getString("approval_id"));
  }

  static WorkItemRow workItem(ResultSet row) throws SQLException {
    return new WorkItemRow(
        row.getString("id"),
        row.getString("status"),
        row.getString("mood"),
        row.getInt("attempt"),
        row.getString("agent"),
        row.getString("fleet"),
        Micros.instant(row.getLong("first_micros")),
        Micros.instant(row.getLong("last_micros")),
        row.getString("control_state"),
        row.getString("parent"),
        row.getString("children"),
        row.getString("approval_id") == null ? null : approval(row),
        row.getString("cost"));
  }

  static ApprovalListing approvalListing(ResultSet row) throws SQLException {
    return new ApprovalListing(
        approval(row),
        row.getString("id"),
        row.getInt("attempt"),
        row.getString("mood"),
        row.getString("decision"));
  }

  private static ApprovalRow approval(ResultSet row) throws SQLException {
    return new ApprovalRow(
        row.getString("approval_id"),
        Micros.instant(row.getLong("approval_micros")),
        row.getString("approval"));
  }
}
