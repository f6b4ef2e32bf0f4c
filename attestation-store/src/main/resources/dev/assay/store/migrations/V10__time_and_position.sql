-- Where in the log the attestations of some time are, without reading their rows.
drop index attestation_by_time;
create index attestation_by_time on attestation (time_micros, log_index);
