package dev.assay.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.KeyNames;
import dev.assay.schemas.Require;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The transparency log.
 *
 * @param origin its name, which its checkpoints begin with; the log's identity together with the
 *     checkpoint key
 * @param open whether everybody may read its tiles, which hold the statements of all fleets; else
 *     auditors of all fleets may. {@code assay up} has {@code true}
 * @param witnesses file with a C2SP tlog-policy: the log witnesses that are asked to cosign
 *     checkpoints, each with its address, and how many are a quorum
 */
public record LogSection(
    String origin, @JsonProperty("public") Boolean open, @Nullable String witnesses) {

  public LogSection {
    open = Objects.requireNonNullElse(open, false);
    origin = Objects.requireNonNullElse(origin, "assay.local/log");
    if (!KeyNames.valid(origin)) {
      throw new ConfigException(
          "expected log.origin of 1 to "
              + KeyNames.CHARS_MAX
              + " characters without spaces, + and control characters, found "
              + Require.quoted(origin)
              + "; give it a form such as example.org/log");
    }
  }
}
