package dev.assay.cli.client;

import dev.assay.cli.CommandException;
import dev.assay.core.log.NoteKey;
import dev.assay.core.verify.OfflineCheck;
import java.io.IOException;
import java.util.List;

/** The keys of a log, as a keys document names them. */
public final class LogKeys {

  private LogKeys() {}

  /**
   * The keys that sign checkpoints.
   *
   * @throws CommandException with CONFIGURATION for a document or key that is none
   */
  static List<NoteKey> of(String keysText) {
    try {
      return OfflineCheck.checkpointKeys(keysText);
    } catch (IllegalArgumentException e) {
      throw new CommandException("CONFIGURATION", String.valueOf(e.getMessage()));
    }
  }

  /**
   * The key of the system that {@code api} calls.
   *
   * @throws CommandException with INVALID_ANSWER when it tells none, or more than one
   */
  public static NoteKey told(ApiClient api) throws IOException, InterruptedException {
    List<NoteKey> keys = of(api.text("/v1/keys", ApiClient.KEYS));
    if (keys.size() != 1) {
      throw new CommandException(
          "INVALID_ANSWER",
          "expected one key that signs checkpoints, found " + keys.size() + ", in /v1/keys");
    }
    return keys.getFirst();
  }
}
