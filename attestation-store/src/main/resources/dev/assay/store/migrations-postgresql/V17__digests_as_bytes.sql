-- Digests are bytes: half of what they were in hexadecimal digits, in each column and index. A text
-- that is none is kept behind words that say so. A predicate type is there only where it is not that
-- of most attestations of the kind. Indexes of what few rows have leave out the others.
create function digest_bytes(digest text) returns bytea language sql immutable as $$
  select case when digest ~ '^[0-9a-f]{64}$' then decode(digest, 'hex')
    else convert_to('not a SHA-256 in hexadecimal digits: ' || digest, 'UTF8') end
$$;

drop index attestation_by_commit;
drop index attestation_by_report;

alter table attestation
  alter column id type bytea using digest_bytes(id),
  alter column predicate_type drop not null,
  alter column predicate_type type text using nullif(predicate_type, case kind
    when 'verification' then 'https://assay.dev/attestation/verification-report/v2'
    when 'vsa' then 'https://slsa.dev/verification_summary/v1'
    when 'approval' then 'https://assay.dev/attestation/approval/v1'
    when 'manifest' then 'https://assay.dev/attestation/manifest/v1' end),
  alter column artifact type bytea using digest_bytes(artifact),
  alter column report type bytea using digest_bytes(report);

create index attestation_by_commit on attestation (commit_hash, log_index)
  where commit_hash is not null;
create index attestation_by_report on attestation (report, log_index) where report is not null;

alter table attestation_artifact alter column sha256 type bytea using digest_bytes(sha256);

alter table decision alter column id type bytea using digest_bytes(id);

drop function digest_bytes(text);
