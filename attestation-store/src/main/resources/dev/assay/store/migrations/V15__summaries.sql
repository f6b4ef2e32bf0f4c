-- Failures by time, of all fleets and of one, with all that they are counted by: their attestations
-- are ten times as large, and lie far from each other.
create table attestation_failure (
  time_micros bigint not null,
  log_index bigint not null,
  signature text not null,
  fleet text,
  agent text,
  work_item text not null,
  verifier text,
  primary key (time_micros, log_index, signature)
)${clustered};

create index attestation_failure_of_fleet
  on attestation_failure (fleet, time_micros, log_index, signature);

drop index attestation_failed;
drop index attestation_failed_in_fleet;
drop index attestation_signature_by_entry;

-- Promotions with what they are filtered by: of all that they cite, the weakest basis, whether
-- something was not seen, and the verifiers, a line each. What is not all logged is not known.
create table attestation_promotion (
  log_index ${serial} primary key,
  fleet text,
  known integer not null,
  basis text,
  partial integer not null,
  verifiers text not null
);

create index attestation_promotion_of_fleet on attestation_promotion (fleet, log_index);

drop index attestation_promoted_in_fleet;

-- What a fleet has of a verifier, and of a result.
create index attestation_by_fleet_and_verifier on attestation (fleet, verifier, log_index);
create index attestation_by_fleet_and_result on attestation (fleet, result, log_index);

-- The earliest and the last time of each 1,024 positions, which nearly follow times.
create table attestation_span (
  span ${serial} primary key,
  min_micros bigint not null,
  max_micros bigint not null
);

insert into attestation_span (span, min_micros, max_micros)
  select log_index / 1024, min(time_micros), max(time_micros) from attestation group by log_index / 1024;

drop index attestation_by_time;

-- What is there already is referred to by failures and promotions at the next start of the store.
insert into store_task (name) select 'REFER_TO_ALL'
  where exists (select 1 from attestation)
  and not exists (select 1 from store_task where name = 'REFER_TO_ALL');
