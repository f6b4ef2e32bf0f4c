-- Verifiers, results, bases and fleets are the same few texts over and over, in rows and in seven
-- indexes: each is a number there, and its text here.
create table attestation_name (
  code ${sequence} primary key,
  text text not null unique
);

insert into attestation_name (text)
  select result from attestation
  union select basis from attestation where basis is not null
  union select verifier from attestation where verifier is not null
  union select fleet from attestation where fleet is not null;

create table attestation_of_numbers (
  log_index ${serial} primary key,
  id ${bytes} not null,
  kind text not null,
  predicate_type text,
  work_item text not null,
  attempt integer not null,
  verifier integer,
  result integer not null,
  basis integer,
  agent text,
  fleet integer,
  commit_hash text,
  artifact ${bytes},
  report ${bytes},
  time_micros bigint not null,
  envelope ${bytes} not null
);

insert into attestation_of_numbers
  select log_index, id, kind, predicate_type, work_item, attempt,
    (select code from attestation_name where text = verifier),
    (select code from attestation_name where text = result),
    (select code from attestation_name where text = basis),
    agent,
    (select code from attestation_name where text = fleet),
    commit_hash, artifact, report, time_micros, envelope
  from attestation order by log_index;

drop table attestation;
alter table attestation_of_numbers rename to attestation;

create unique index attestation_by_id on attestation (id);
create index attestation_by_work_item on attestation (work_item${position});
create index attestation_by_verifier on attestation (verifier${position});
create index attestation_by_result on attestation (result${position});
create index attestation_by_agent on attestation (agent${position});
create index attestation_by_commit on attestation (commit_hash${position})
  where commit_hash is not null;
create index attestation_by_fleet on attestation (fleet${position});
create index attestation_by_report on attestation (report${position}) where report is not null;
create index attestation_by_basis on attestation (basis${position}) where basis is not null;
create index attestation_by_verifier_and_result on attestation (verifier, result${position});
create index attestation_by_fleet_and_verifier on attestation (fleet, verifier${position});
create index attestation_by_fleet_and_result on attestation (fleet, result${position});

create table attestation_promotion_of_numbers (
  log_index ${serial} primary key,
  fleet integer,
  known integer not null,
  basis integer,
  partial integer not null,
  verifiers text not null
);

-- What a promotion was found to rest on may name a basis that no row has any more.
insert into attestation_name (text)
  select basis from attestation_promotion where basis is not null
  union select fleet from attestation_promotion where fleet is not null
  except select text from attestation_name;

insert into attestation_promotion_of_numbers
  select log_index,
    (select code from attestation_name where text = fleet),
    known,
    (select code from attestation_name where text = basis),
    partial, verifiers
  from attestation_promotion order by log_index;

drop table attestation_promotion;
alter table attestation_promotion_of_numbers rename to attestation_promotion;

create index attestation_promotion_of_fleet on attestation_promotion (fleet${position});

-- In which role an artifact was there stands in the statement; nothing is found by it.
create table attestation_artifact_alone (
  sha256 ${bytes} not null,
  log_index bigint not null,
  primary key (sha256, log_index)
)${clustered};

insert into attestation_artifact_alone
  select sha256, log_index from attestation_artifact order by sha256, log_index;

drop table attestation_artifact;
alter table attestation_artifact_alone rename to attestation_artifact;
