package dev.assay.store.index;

import dev.assay.schemas.message.Hyperthesis;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;

/** Turns rows into the records they came from. */
final class Rows {

  private Rows() {}

  static AttestationQuery.Listing listing(ResultSet row, Names names) throws SQLException {
    StoredAttestation.Kind kind = kind(row.getString("kind"));
    return new AttestationQuery.Listing(
        DigestBytes.text(row.getBytes("id")),
        kind,
        kind.predicateType(row.getString("predicate_type")),
        row.getString("work_item"),
        row.getInt("attempt"),
        names.text(row, "verifier"),
        Objects.requireNonNull(names.text(row, "result")),
        names.text(row, "basis"),
        row.getString("agent"),
        names.text(row, "fleet"),
        row.getString("commit_hash"),
        DigestBytes.textOrNull(row.getBytes("artifact")),
        DigestBytes.textOrNull(row.getBytes("report")),
        row.getLong("log_index"),
        instant(row.getLong("time_micros")));
  }

  /** The list lines of those of {@code ids}, at least one and at most a batch, that are kept. */
  static List<AttestationQuery.Listing> listings(
      Handle handle, Collection<String> ids, Names names) {
    return handle
        .createQuery(AttestationSql.COLUMNS + " from attestation a where a.id in (<ids>)")
        .bindList("ids", AttestationSql.padded(ids).stream().map(DigestBytes::of).toList())
        .map((row, _) -> listing(row, names))
        .list();
  }

  /** The codes of hypertheses of some attestations, at least one and at most a batch. */
  static List<Map.Entry<Long, String>> hypertheses(Handle handle, List<Long> positions) {
    return handle
        .createQuery(
            "select log_index, why from attestation_hyperthesis where why in (<whys>)"
                + " and log_index in (<positions>) order by log_index, why")
        .bindList("whys", Arrays.stream(Hyperthesis.Why.values()).map(Enum::name).toList())
        .bindList("positions", AttestationSql.padded(positions))
        .map((row, _) -> Map.entry(row.getLong("log_index"), row.getString("why")))
        .list();
  }

  private static StoredAttestation.Kind kind(String text) throws SQLException {
    return Arrays.stream(StoredAttestation.Kind.values())
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
        DigestBytes.text(row.getBytes("id")),
        row.getString("work_item"),
        row.getInt("attempt"),
        row.getString("kind"),
        DocumentCodec.document(row.getBytes("json")),
        instant(row.getLong("time_micros")),
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
        instant(row.getLong("first_micros")),
        instant(row.getLong("last_micros")),
        DocumentCodec.document(row.getBytes("control_state")),
        row.getString("parent"),
        row.getString("children"),
        row.getString("approval_id") == null ? null : approval(row),
        row.getString("cost"));
  }

  static ApprovalQuery.Listing approvalListing(ResultSet row) throws SQLException {
    return new ApprovalQuery.Listing(
        approval(row),
        row.getString("id"),
        row.getInt("attempt"),
        row.getString("mood"),
        DigestBytes.textOrNull(row.getBytes("decision")));
  }

  private static WorkItemRow.Approval approval(ResultSet row) throws SQLException {
    return new WorkItemRow.Approval(
        row.getString("approval_id"),
        instant(row.getLong("approval_micros")),
        row.getString("approval"));
  }

  /** An instant as the database keeps it: whole microseconds since the epoch. */
  static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  static Instant truncated(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }
}
