package dev.assay.cli.host;

import dev.assay.runtime.kafka.Access;

/** A service that a process may host. */
public enum Role {
  INGEST(Access.INGEST),
  WORKER(Access.WORKER),
  DIRECTOR(Access.DIRECTOR),
  STORE(Access.STORE);

  private final String user;

  Role(String user) {
    this.user = user;
  }

  /** As whom it connects to the cluster. */
  public String user() {
    return user;
  }
}
