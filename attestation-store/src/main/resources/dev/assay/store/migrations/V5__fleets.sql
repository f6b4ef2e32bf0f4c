-- What a fleet may see is found by fleet; who may read a report, by report.
create index attestation_by_fleet on attestation (fleet, log_index);
create index attestation_by_report on attestation (report, log_index);
