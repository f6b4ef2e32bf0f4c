package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a report is about: the work item and, when known, its commit and files. */
public record ReportTarget(String workItem, @Nullable String commit, List<String> files) {

  public ReportTarget {
    workItem = Require.id("target.workItem", workItem);
    commit = Require.optionalText("target.commit", commit, Limits.ID_CHARS_MAX);
    files = Require.list("target.files", files, Limits.FILES_MAX);
    files.forEach(file -> Require.text("target.files", file, Limits.FILE_CHARS_MAX));
  }
}
