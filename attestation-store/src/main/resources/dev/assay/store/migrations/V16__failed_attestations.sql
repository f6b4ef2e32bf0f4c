-- Failures by time, a row for each attestation with all its signatures, one a line: what else a
-- failure is counted by is there once, and not for each of them.
create table failed_attestation (
  time_micros bigint not null,
  log_index bigint not null,
  signatures text not null,
  fleet text,
  agent text,
  work_item text not null,
  verifier text,
  primary key (time_micros, log_index)
)${clustered};

insert into failed_attestation
    (time_micros, log_index, signatures, fleet, agent, work_item, verifier)
  select time_micros, log_index, string_agg(signature, '
'), min(fleet), min(agent), min(work_item), min(verifier)
  from attestation_failure group by time_micros, log_index;

create index failed_attestation_of_fleet on failed_attestation (fleet, time_micros, log_index);

drop table attestation_failure;
