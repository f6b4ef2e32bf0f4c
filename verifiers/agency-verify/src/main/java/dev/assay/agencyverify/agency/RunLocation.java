package dev.assay.agencyverify.agency;

import java.nio.file.Path;

/** Where one run keeps its files. */
public record RunLocation(DataDirectory data, String repoId, String runId) {

  Path repoDirectory() {
    return data.repos().resolve(repoId);
  }

  /** The run's own directory. */
  public Path directory() {
    return repoDirectory().resolve("runs").resolve(runId);
  }

  Path meta() {
    return directory().resolve("meta.json");
  }

  /** The canonical record of the last verification. */
  public Path record() {
    return directory().resolve("verify_record.json");
  }

  /** How the last verification was run: isolation, true status, log facts. */
  public Path execution() {
    return directory().resolve("verify_execution.json");
  }

  Path logs() {
    return directory().resolve("logs");
  }

  /** The output of the last verification. */
  public Path log() {
    return logs().resolve("verify.log");
  }

  Path events() {
    return directory().resolve("events.jsonl");
  }

  Path lock() {
    return repoDirectory().resolve(".lock");
  }
}
