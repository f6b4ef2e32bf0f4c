-- A page of a verifier or a fleet of those with a hyperthesis looked up each attestation that has it,
-- tens of thousands where the hyperthesis is common and the verifier rare.
create table attestation_hyperthesis_of_whom (
  why text not null,
  log_index bigint not null,
  verifier integer,
  fleet integer,
  primary key (why, log_index)
)${clustered};

insert into attestation_hyperthesis_of_whom
  select h.why, h.log_index, a.verifier, a.fleet
  from attestation_hyperthesis h join attestation a on a.log_index = h.log_index
  order by h.why, h.log_index;

drop table attestation_hyperthesis;
alter table attestation_hyperthesis_of_whom rename to attestation_hyperthesis;
