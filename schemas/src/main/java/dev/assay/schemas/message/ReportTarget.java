package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a report is about: the work item and, when known, its commit and files. */
public record ReportTarget(String workItem, @Nullable String commit, List<String> files) {

  public ReportTarget {
    workItem = Require.id("target.workItem", workItem);
    files = Require.list("target.files", files, Limits.FILES_MAX);
  }
}
