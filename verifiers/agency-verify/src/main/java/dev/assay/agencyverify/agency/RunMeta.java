package dev.assay.agencyverify.agency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A run's {@code meta.json} as a tree, so that fields this code does not know survive an update.
 */
public final class RunMeta {

  private final ObjectNode tree;

  RunMeta(ObjectNode tree) {
    this.tree = tree;
  }

  /** Reads {@code file}; flags and archive must be objects where they are present. */
  static RunMeta read(Path file) throws IOException, JsonFiles.Malformed {
    if (!(JsonFiles.read(file) instanceof ObjectNode tree)) {
      throw new JsonFiles.Malformed("expected a JSON object, found another value");
    }
    for (String member : new String[] {"flags", "archive"}) {
      JsonNode value = tree.path(member);
      if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
        throw new JsonFiles.Malformed(
            "expected '" + member + "' to be an object, found another value");
      }
    }
    return new RunMeta(tree);
  }

  /** The text of member {@code name}; empty when absent or not text. */
  public String text(String name) {
    return tree.path(name).isTextual() ? tree.path(name).textValue() : "";
  }

  /** The pull request's number in decimal, or empty. */
  String pullRequestNumber() {
    JsonNode number = tree.path("pr_number");
    return number.isIntegralNumber() && number.longValue() > 0 ? number.asText() : "";
  }

  /** Whether flag {@code name} is set. */
  public boolean flag(String name) {
    return tree.path("flags").path(name).asBoolean(false);
  }

  /** Why the run needs attention, or empty. */
  public String attentionReason() {
    return tree.path("flags").path("needs_attention_reason").asText("");
  }

  /** When the run was archived, or empty. */
  public String archivedAt() {
    return tree.path("archive").path("archived_at").asText("");
  }

  /** When the run was merged, or empty. */
  public String mergedAt() {
    return tree.path("archive").path("merged_at").asText("");
  }

  /** The run's worktree; empty when the member is missing or is no path. */
  public Optional<Path> worktree() {
    String path = text("worktree_path");
    try {
      return path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path).toAbsolutePath());
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  /** Whether the run is archived or its worktree is gone, so that there is nothing to verify. */
  public boolean isArchived() {
    return !archivedAt().isEmpty() || worktree().filter(Files::isDirectory).isEmpty();
  }

  /** Adds the result of a verification. */
  void apply(Attention attention, String lastVerifyAt) {
    if (!lastVerifyAt.isEmpty()) {
      tree.put("last_verify_at", lastVerifyAt);
    }
    if (attention.equals(new Attention(flag("needs_attention"), attentionReason()))) {
      return;
    }
    ObjectNode flags =
        tree.path("flags") instanceof ObjectNode present ? present : tree.putObject("flags");
    if (attention.needed()) {
      flags.put("needs_attention", true);
      flags.put("needs_attention_reason", attention.reason());
    } else {
      flags.remove("needs_attention");
      flags.remove("needs_attention_reason");
    }
  }

  byte[] bytes() {
    return JsonFiles.pretty(tree);
  }

  /**
   * Whether a person should look at a run, and why.
   *
   * @param reason empty when nobody needs to look
   */
  record Attention(boolean needed, String reason) {

    static final String VERIFY_FAILED = "verify_failed";

    /**
     * The attention after a verification: a failure always asks for it; a success takes back only
     * what a failed verification asked for.
     */
    Attention after(boolean ok) {
      if (!ok) {
        return new Attention(true, VERIFY_FAILED);
      }
      return reason.equals(VERIFY_FAILED) ? new Attention(false, "") : this;
    }
  }
}
