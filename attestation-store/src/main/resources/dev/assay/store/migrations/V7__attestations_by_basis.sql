-- What is known in one way is found by it; what says nothing of it is not looked for by it.
create index attestation_by_basis on attestation (basis, log_index) where basis is not null;
