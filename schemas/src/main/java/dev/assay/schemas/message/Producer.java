package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The command that made an artifact, as the agent tells it. */
public record Producer(
    @Nullable String command, @Nullable Integer exitCode, Map<String, String> environment) {

  public Producer {
    command = Require.optionalText("producer.command", command, Limits.COMMAND_CHARS_MAX);
    environment =
        Require.map(
            "producer.environment",
            environment,
            Limits.ENVIRONMENT_ENTRIES_MAX,
            Limits.ENVIRONMENT_VALUE_CHARS_MAX);
  }
}
