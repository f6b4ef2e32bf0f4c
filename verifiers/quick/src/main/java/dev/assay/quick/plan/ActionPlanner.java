package dev.assay.quick.plan;

import dev.assay.quick.ingest.Ingest.Action;
import dev.assay.quick.plan.UnitPlan.TableScore;
import dev.assay.quick.sql.Catalog;
import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.quick.verify.RelatedVerifier.RelatedRequest;
import dev.assay.toolcalls.json.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plans the units of one action: its buckets of paths, then its foreign keys (A.9). */
public final class ActionPlanner {

  static final String GLOBAL = "__global__";

  private final Vocabulary vocabulary;
  private final Action action;
  private final List<TableScore> toolScores;
  private final List<TableScore> ranked;
  private final List<Param> params;
  private final Map<String, @Nullable Param> columnParams = new HashMap<>();

  /** A scalar parameter and the name that its whole path gives it. */
  record Param(String path, ColumnName key, Scalar value) {}

  /** Prepares the scores of {@code action}. */
  public ActionPlanner(Vocabulary vocabulary, Action action) {
    this.vocabulary = vocabulary;
    this.action = action;
    Set<String> tokens = NameMatching.tokens(action.toolName());
    this.toolScores =
        vocabulary.tables().stream()
            .map(table -> new TableScore(table.name(), table.toolScore(tokens)))
            .toList();
    this.ranked = toolScores.stream().sorted(TableScore::bestFirst).toList();
    this.params = new ArrayList<>(action.flat().size());
    action.flat().forEach((path, value) -> params.add(new Param(path, ColumnName.of(path), value)));
  }

  /** The paths of the action by bucket, buckets and paths in UTF-16 order. */
  public SortedMap<String, List<String>> buckets() {
    SortedMap<String, List<String>> buckets = new TreeMap<>();
    if (vocabulary.tables().isEmpty()) {
      return buckets;
    }
    Map<String, String> bucketBySegment = new HashMap<>();
    for (String path : action.flat().keySet()) {
      int dot = path.indexOf('.');
      String segment = NameMatching.fold(dot < 0 ? path : path.substring(0, dot));
      String bucket = bucketBySegment.computeIfAbsent(segment, this::bucket);
      buckets.computeIfAbsent(bucket, _ -> new ArrayList<>()).add(path);
    }
    return buckets;
  }

  private String bucket(String segment) {
    TableScore best =
        vocabulary.tables().stream()
            .map(table -> new TableScore(table.name(), table.segmentScore(segment)))
            .min(TableScore::bestFirst)
            .orElseThrow();
    return best.score() < Thresholds.TABLE ? GLOBAL : best.table();
  }

  /** The plan of the row unit of {@code bucket}. */
  public UnitPlan planRow(String bucket, List<String> paths) {
    boolean global = bucket.equals(GLOBAL);
    UnitPlan.Gap gap = global ? globalGap() : null;
    if (gap != null) {
      return gap;
    }
    String table = global ? ranked.getFirst().table() : bucket;
    List<Param> named = new ArrayList<>(paths.size());
    for (String path : paths) {
      int dot = global ? -1 : path.indexOf('.');
      Scalar value = action.flat().get(path);
      if (value != null) {
        named.add(new Param(path, ColumnName.of(dot < 0 ? path : path.substring(dot + 1)), value));
      }
    }
    for (int i = 0; i < toolScores.size(); i++) {
      if (toolScores.get(i).table().equals(table)) {
        return new RowPlanner(vocabulary.tables().get(i), named)
            .plan(toolScores.get(i).score(), ranked.getFirst().score());
      }
    }
    throw new IllegalStateException("no table of the catalog has the name of the bucket");
  }

  /** Why the global bucket has no table, or null when it has one. */
  private UnitPlan.@Nullable Gap globalGap() {
    TableScore best = ranked.getFirst();
    List<ReasonCode> codes = new ArrayList<>();
    List<String> rationale = new ArrayList<>();
    List<TableScore> alternates = List.of();
    if (best.score() < Thresholds.OVERALL) {
      codes.add(ReasonCode.MAPPING_LOW_CONFIDENCE);
      rationale.add(
          "Best table score "
              + Numbers.fixed(best.score())
              + " is below "
              + Numbers.fixed(Thresholds.OVERALL)
              + ".");
    }
    if (ranked.size() > 1 && best.score() - ranked.get(1).score() <= Thresholds.AMBIGUITY_DELTA) {
      codes.add(ReasonCode.MAPPING_AMBIGUOUS);
      alternates =
          ranked.subList(0, 2).stream()
              .sorted((left, right) -> left.table().compareTo(right.table()))
              .toList();
      rationale.add(
          "Tables "
              + alternates.get(0).table()
              + " and "
              + alternates.get(1).table()
              + " fit equally well.");
    }
    return codes.isEmpty()
        ? null
        : new UnitPlan.Gap(best.table(), codes, best.score(), alternates, rationale);
  }

  /** The plan of the relational unit of {@code edge}, or null when a column is unmapped. */
  public UnitPlan.@Nullable RelatedCheck planRelated(Catalog.ForeignKey edge) {
    for (String column : edge.parentColumns()) {
      if (mapped(column) == null) {
        return null;
      }
    }
    List<ColumnEquals> matches = new ArrayList<>(edge.childColumns().size());
    for (String column : edge.childColumns()) {
      Param param = mapped(column);
      if (param == null) {
        return null;
      }
      matches.add(new ColumnEquals(column, param.value().plainText()));
    }
    List<String> columns = edge.childColumns().stream().sorted().toList();
    String id = "fk:" + edge.childTable() + "." + String.join(",", columns);
    return new UnitPlan.RelatedCheck(
        new RelatedRequest(id, edge.childTable(), matches), List.of("FK " + id));
  }

  private @Nullable Param mapped(String column) {
    if (columnParams.containsKey(column)) {
      return columnParams.get(column);
    }
    ColumnName target = ColumnName.of(column);
    Param best = null;
    double bestScore = 0;
    for (Param param : params) {
      double score = param.key().scoreFor(target);
      if (score >= Thresholds.COLUMN && score > bestScore) {
        best = param;
        bestScore = score;
      }
    }
    boolean usable =
        best != null && !(best.value() instanceof Scalar.Null) && best.value().finite();
    Param result = usable ? best : null;
    columnParams.put(column, result);
    return result;
  }
}
