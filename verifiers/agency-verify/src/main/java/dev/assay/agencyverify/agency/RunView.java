package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a person is shown about one run; a run whose files are broken is shown as such. */
public final class RunView {

  private final RunLocation run;
  private final @Nullable RunMeta meta;

  private RunView(RunLocation run, @Nullable RunMeta meta) {
    this.run = run;
    this.meta = meta;
  }

  /** The view of {@code run}. */
  public static RunView of(RunLocation run) {
    try {
      return new RunView(run, RunMeta.read(run.meta()));
    } catch (IOException | JsonFiles.Malformed _) {
      return new RunView(run, null);
    }
  }

  /** Whether the run is archived or its worktree gone; a broken run is not. */
  public boolean isArchived() {
    return meta != null && meta.isArchived();
  }

  /** The status word. */
  public String status() {
    return meta == null ? "broken" : RunStatus.of(meta);
  }

  /** The text of meta.json's member {@code name}, or empty. */
  public String text(String name) {
    return meta == null ? "" : meta.text(name);
  }

  /** The row of {@code assay runs list --json}. */
  public ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("run_id", run.runId())
        .put("repo_id", run.repoId())
        .put("name", text("name"))
        .put("branch", text("branch"))
        .put("status", status())
        .put("archived", isArchived())
        .put("needs_attention", meta != null && meta.flag("needs_attention"))
        .put("needs_attention_reason", orNull(meta == null ? "" : meta.attentionReason()))
        .put("last_verify_at", orNull(text("last_verify_at")))
        .put("worktree_path", text("worktree_path"));
  }

  /** The document of {@code assay runs show --json}: the row, the files, the last record. */
  public ObjectNode detail() {
    ObjectNode detail = json();
    detail.put("meta_path", run.meta().toString());
    detail.put("log_path", run.log().toString());
    detail.put("events_path", run.events().toString());
    detail.set("verify_record", document(run.record()).orElse(null));
    detail.set("verify_execution", document(run.execution()).orElse(null));
    return detail;
  }

  private static Optional<JsonNode> document(Path file) {
    try {
      return Optional.of(JsonFiles.read(file));
    } catch (IOException | JsonFiles.Malformed _) {
      return Optional.empty();
    }
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  /** A JSON document as printed: two-space indented with a final line feed. */
  public static byte[] printed(JsonNode document) {
    return JsonFiles.pretty(document);
  }

  /** The one word a list shows for a run, from what its meta.json says. */
  public static final class RunStatus {

    private RunStatus() {}

    /** The first status that applies, with {@code (archived)} added once the worktree is gone. */
    public static String of(RunMeta meta) {
      String status = active(meta);
      return meta.isArchived() ? status + " (archived)" : status;
    }

    private static String active(RunMeta meta) {
      if (!meta.mergedAt().isEmpty()) {
        return "merged";
      }
      if (meta.flag("abandoned")) {
        return "abandoned";
      }
      if (meta.flag("setup_failed")) {
        return "failed";
      }
      if (meta.flag("needs_attention")) {
        return "needs attention";
      }
      return meta.text("pr_url").isEmpty() ? "idle" : "ready for review";
    }
  }
}
