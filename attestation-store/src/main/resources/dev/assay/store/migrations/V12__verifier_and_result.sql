-- What a verifier found in one way: both together are rare where each is common.
create index attestation_by_verifier_and_result on attestation (verifier, result, log_index);
