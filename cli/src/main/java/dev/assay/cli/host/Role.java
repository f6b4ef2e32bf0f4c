package dev.assay.cli.host;

/** A service that a process may host. */
public enum Role {
  INGEST,
  WORKER,
  DIRECTOR,
  STORE
}
