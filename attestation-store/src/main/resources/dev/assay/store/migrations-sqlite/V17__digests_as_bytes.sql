-- Digests are bytes: half of what they were in hexadecimal digits, in each column and index. A text
-- that is none is kept behind words that say so. A predicate type is there only where it is not that
-- of most attestations of the kind. Indexes of what few rows have leave out the others.
create table attestation_of_bytes (
  log_index integer primary key,
  id blob not null,
  kind text not null,
  predicate_type text,
  work_item text not null,
  attempt integer not null,
  verifier text,
  result text not null,
  basis text,
  agent text,
  fleet text,
  commit_hash text,
  artifact blob,
  report blob,
  time_micros bigint not null,
  envelope blob not null
);

insert into attestation_of_bytes
  select log_index,
    case when length(id) = 64 and id not glob '*[^0-9a-f]*' then unhex(id)
      else cast('not a SHA-256 in hexadecimal digits: ' || id as blob) end,
    kind,
    nullif(predicate_type, case kind
      when 'verification' then 'https://assay.dev/attestation/verification-report/v2'
      when 'vsa' then 'https://slsa.dev/verification_summary/v1'
      when 'approval' then 'https://assay.dev/attestation/approval/v1'
      when 'manifest' then 'https://assay.dev/attestation/manifest/v1' end),
    work_item, attempt, verifier, result, basis, agent, fleet, commit_hash,
    case when length(artifact) = 64 and artifact not glob '*[^0-9a-f]*' then unhex(artifact)
      else cast('not a SHA-256 in hexadecimal digits: ' || artifact as blob) end,
    case when length(report) = 64 and report not glob '*[^0-9a-f]*' then unhex(report)
      else cast('not a SHA-256 in hexadecimal digits: ' || report as blob) end,
    time_micros, envelope
  from attestation order by log_index;

drop table attestation;
alter table attestation_of_bytes rename to attestation;

create unique index attestation_by_id on attestation (id);
create index attestation_by_work_item on attestation (work_item, log_index);
create index attestation_by_verifier on attestation (verifier, log_index);
create index attestation_by_result on attestation (result, log_index);
create index attestation_by_agent on attestation (agent, log_index);
create index attestation_by_commit on attestation (commit_hash, log_index)
  where commit_hash is not null;
create index attestation_by_fleet on attestation (fleet, log_index);
create index attestation_by_report on attestation (report, log_index) where report is not null;
create index attestation_by_basis on attestation (basis, log_index) where basis is not null;
create index attestation_by_verifier_and_result on attestation (verifier, result, log_index);
create index attestation_by_fleet_and_verifier on attestation (fleet, verifier, log_index);
create index attestation_by_fleet_and_result on attestation (fleet, result, log_index);

create table attestation_artifact_of_bytes (
  sha256 blob not null,
  log_index bigint not null,
  role text not null,
  primary key (sha256, log_index)
) without rowid;

insert into attestation_artifact_of_bytes
  select case when length(sha256) = 64 and sha256 not glob '*[^0-9a-f]*' then unhex(sha256)
      else cast('not a SHA-256 in hexadecimal digits: ' || sha256 as blob) end,
    log_index, role
  from attestation_artifact order by sha256, log_index;

drop table attestation_artifact;
alter table attestation_artifact_of_bytes rename to attestation_artifact;

create table decision_of_bytes (
  seq integer primary key,
  id blob not null,
  work_item text not null,
  attempt integer not null,
  kind text not null,
  time_micros bigint not null,
  json blob not null,
  approval_id text
);

insert into decision_of_bytes
  select seq,
    case when length(id) = 64 and id not glob '*[^0-9a-f]*' then unhex(id)
      else cast('not a SHA-256 in hexadecimal digits: ' || id as blob) end,
    work_item, attempt, kind, time_micros, json, approval_id
  from decision order by seq;

drop table decision;
alter table decision_of_bytes rename to decision;

create unique index decision_by_id on decision (id);
create index decision_by_work_item on decision (work_item, seq);
create index decision_by_approval on decision (approval_id, seq) where approval_id is not null;
