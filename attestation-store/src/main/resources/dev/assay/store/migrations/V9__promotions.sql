-- The promotions of a fleet; those of all are found by result.
create index attestation_promoted_in_fleet on attestation (result, fleet, log_index)
  where result = 'PASSED';
