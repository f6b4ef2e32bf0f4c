package dev.assay.store;

import dev.assay.store.index.AttestationQuery;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The members of a query, to set a few by name. */
final class QueryDraft {
  @Nullable String prefix;
  @Nullable String workItem;
  @Nullable String artifact;
  @Nullable String verifier;
  @Nullable String result;
  @Nullable String basis;
  @Nullable String agent;
  @Nullable Set<String> within;
  @Nullable String commit;
  @Nullable String signature;
  @Nullable String hyperthesis;
  @Nullable String file;
  @Nullable Instant since;
  @Nullable Instant until;
  AttestationQuery.Order order = AttestationQuery.Order.OLDEST_FIRST;
  int limit = 100;

  /** The query with the members that {@code edit} sets. */
  static AttestationQuery query(Consumer<QueryDraft> edit) {
    QueryDraft draft = new QueryDraft();
    edit.accept(draft);
    return new AttestationQuery(
        draft.prefix,
        draft.workItem,
        draft.artifact,
        draft.verifier,
        draft.result,
        draft.basis,
        draft.agent,
        draft.within,
        draft.commit,
        draft.signature,
        draft.hyperthesis,
        draft.file,
        draft.since,
        draft.until,
        draft.order,
        draft.limit,
        null);
  }
}
