package dev.assay.runtime.kafka;

import java.util.List;

/** The names under which services take records, without prefix. */
public final class Groups {

  /** The director's consumer group and the beginning of its changelogs' names. */
  public static final String DIRECTOR = "director";

  /** The group of directors' manifest writers. */
  public static final String MANIFESTS = "manifests";

  /** The share group of plan suggestions. */
  public static final String MODEL_PLANS = "model-plans";

  /** The share group of fast verifications. */
  public static final String WORKERS = "workers";

  /** The share group of long verifications. */
  public static final String WORKERS_LONG = "workers-long";

  /** Where the store's sink commits how far it is. */
  public static final String STORE = "attestation-store";

  /** What the names begin with under which endpoints that are told of decisions commit. */
  public static final String OUTGOING = "outgoing-";

  private Groups() {}

  /** All of them but those of endpoints. */
  public static List<String> all() {
    return List.of(DIRECTOR, MANIFESTS, MODEL_PLANS, WORKERS, WORKERS_LONG, STORE);
  }
}
