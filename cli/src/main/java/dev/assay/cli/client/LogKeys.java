package dev.assay.cli.client;

import dev.assay.cli.CommandException;
import dev.assay.core.log.NoteKey;
import java.io.IOException;
import java.util.List;

/** The key that a log tells of itself. */
public final class LogKeys {

  private LogKeys() {}

  /**
   * The key of the system that {@code api} calls.
   *
   * @throws CommandException with INVALID_ANSWER when it tells none, or more than one
   */
  public static NoteKey told(ApiClient api) throws IOException, InterruptedException {
    List<NoteKey> keys = OfflineCheck.checkpointKeys(api.text("/v1/keys", ApiClient.KEYS));
    if (keys.size() != 1) {
      throw new CommandException(
          "INVALID_ANSWER",
          "expected one key that signs checkpoints, found " + keys.size() + ", in /v1/keys");
    }
    return keys.getFirst();
  }
}
