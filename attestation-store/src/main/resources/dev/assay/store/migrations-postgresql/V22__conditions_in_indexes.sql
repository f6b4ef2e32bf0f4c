-- Conditions that are common each and rare together: the index itself tells which rows fit, in the
-- order of the log, and only those are looked up. SQLite needs less time for what it looks up than the
-- bytes are worth, and keeps hypertheses in their primary key.
create index attestation_by_agent_and_result on attestation (agent, result, log_index, verifier);
drop index attestation_by_fleet_and_result;
create index attestation_by_fleet_and_result on attestation (fleet, result, log_index, verifier);

alter table attestation_hyperthesis drop constraint attestation_hyperthesis_of_whom_pkey;
alter table attestation_hyperthesis add primary key (why, log_index) include (verifier, fleet);
