package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was worked on; text of the agent, never trusted as fact. */
public record Target(@Nullable String repository, @Nullable String commit, List<String> files) {

  public Target {
    repository = Require.optionalText("target.repository", repository, Limits.URI_CHARS_MAX);
    commit = Require.optionalText("target.commit", commit, Limits.ID_CHARS_MAX);
    files = Require.list("target.files", files, Limits.FILES_MAX);
    files.forEach(file -> Require.text("target.files", file, Limits.FILE_CHARS_MAX));
  }

  /** A target about which nothing is known. */
  public static Target unknown() {
    return new Target(null, null, List.of());
  }
}
