package dev.assay.store;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.KeyNames;
import dev.assay.schemas.Require;
import java.util.Objects;

/**
 * The transparency log.
 *
 * @param origin its name, which its checkpoints begin with; the log's identity together with the
 *     checkpoint key
 */
public record LogSection(String origin) {

  public LogSection {
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
