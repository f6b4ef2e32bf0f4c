package dev.assay.ingest;

import dev.assay.schemas.message.Decision;
import java.util.List;

/** Looks up a question that the feed of decisions has not shown. */
@FunctionalInterface
public interface ApprovalSource {

  /** A source for a process that keeps no decisions. */
  ApprovalSource NONE = _ -> List.of();

  /**
   * The decision that asked {@code approval} and every later one about its work item, oldest first;
   * empty when nobody asked it.
   */
  List<Decision> decisions(String approval);
}
