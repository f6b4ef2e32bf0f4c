package dev.assay.store.index;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads of decisions, of which a list has at most {@link IndexLimits#DECISIONS_MAX}. */
public final class DecisionReads {

  private final IndexReads reads;

  DecisionReads(IndexReads reads) {
    this.reads = reads;
  }

  /** The decision {@code id}. */
  public Optional<DecisionRow> find(String id) {
    return list(
            "select * from decision where id = :id limit :limit", Map.of("id", DigestBytes.of(id)))
        .stream()
        .findFirst();
  }

  /** The newest decisions about {@code workItem} as they were recorded, oldest first. */
  public List<DecisionRow> newest(String workItem) {
    return list(
            "select * from decision where work_item = :workItem order by seq desc limit :limit",
            Map.of("workItem", workItem))
        .reversed();
  }

  /** The next decisions about {@code workItem} after its first {@code skipped}, in order. */
  public List<DecisionRow> after(String workItem, int skipped) {
    return list(
        "select * from decision where work_item = :workItem order by seq limit :limit"
            + " offset :skipped",
        Map.of("workItem", workItem, "skipped", skipped));
  }

  /**
   * The decision that asked the question {@code approval}, open or not, and the next ones about the
   * same work item, in order.
   */
  public List<DecisionRow> since(String approval) {
    return list(
        "select d.* from decision d join (select work_item, seq from decision"
            + " where approval_id = :approval order by seq limit 1) asking"
            + " on d.work_item = asking.work_item and d.seq >= asking.seq"
            + " order by d.seq limit :limit",
        Map.of("approval", approval));
  }

  private List<DecisionRow> list(String query, Map<String, Object> parameters) {
    return reads.read(handle ->
        handle
            .createQuery(query)
            .bindMap(parameters)
            .bind("limit", IndexLimits.DECISIONS_MAX)
            .map((row, _) -> Rows.decision(row))
            .list());
  }
}
