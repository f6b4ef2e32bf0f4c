-- How a verification's report is known; absent where its attestation does not say it.
alter table attestation add column basis text;
