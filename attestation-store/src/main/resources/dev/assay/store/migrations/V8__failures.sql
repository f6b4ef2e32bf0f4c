-- Failures by time, of all fleets and of one; and the signatures of a failure. Their result stands
-- in the indexes too, so that they are taken before the one of every result.
create index attestation_failed on attestation (result, time_micros, log_index)
  where result = 'FAIL';
create index attestation_failed_in_fleet on attestation (result, fleet, time_micros, log_index)
  where result = 'FAIL';
create index attestation_signature_by_entry on attestation_signature (log_index, signature);
