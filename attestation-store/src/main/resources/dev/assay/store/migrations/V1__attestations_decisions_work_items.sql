-- One row per leaf of the log. The index and the log are one sequence: log_index has no gaps.
create table attestation (
  log_index ${serial} primary key,
  id text not null unique,
  kind text not null,
  predicate_type text not null,
  work_item text not null,
  attempt integer not null,
  verifier text,
  result text not null,
  agent text,
  fleet text,
  commit_hash text,
  artifact text,
  report text,
  time_micros bigint not null,
  envelope ${bytes} not null
);

create index attestation_by_work_item on attestation (work_item, log_index);
create index attestation_by_verifier on attestation (verifier, log_index);
create index attestation_by_result on attestation (result, log_index);
create index attestation_by_agent on attestation (agent, log_index);
create index attestation_by_commit on attestation (commit_hash, log_index);
create index attestation_by_time on attestation (time_micros);

create table attestation_artifact (
  sha256 text not null,
  log_index bigint not null,
  role text not null,
  primary key (sha256, log_index)
)${clustered};

create table attestation_signature (
  signature text not null,
  log_index bigint not null,
  primary key (signature, log_index)
)${clustered};

-- Decisions in the order they were recorded; json is the document people see.
create table decision (
  seq ${sequence} primary key,
  id text not null unique,
  work_item text not null,
  attempt integer not null,
  kind text not null,
  time_micros bigint not null,
  json text not null
);

create index decision_by_work_item on decision (work_item, seq);

create table work_item (
  id text not null primary key,
  status text not null,
  mood text not null,
  attempt integer not null,
  agent text,
  fleet text,
  first_micros bigint not null,
  last_micros bigint not null,
  control_state text not null
);

create index work_item_by_time on work_item (first_micros, id);
create index work_item_by_status on work_item (status, first_micros, id);
create index work_item_by_agent on work_item (agent, first_micros, id);
create index work_item_by_fleet on work_item (fleet, first_micros, id);
