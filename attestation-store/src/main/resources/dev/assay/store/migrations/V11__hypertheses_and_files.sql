-- Why a verifier could not see something, and the files that its failures are in.
create table attestation_hyperthesis (
  why text not null,
  log_index bigint not null,
  primary key (why, log_index)
)${clustered};

create table attestation_file (
  file text not null,
  log_index bigint not null,
  primary key (file, log_index)
)${clustered};

-- What is there already says both, too: the next start of the store reads it.
insert into store_task (name) select 'REFER_TO_ALL' where exists (select 1 from attestation);
