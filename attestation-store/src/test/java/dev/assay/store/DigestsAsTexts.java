package dev.assay.store;

import dev.assay.store.index.DatabaseConfig;
import java.util.List;
import java.util.stream.Stream;

/** What makes a database what the version before digests were bytes left. */
final class DigestsAsTexts {

  private static final String TYPE =
      """
      coalesce(predicate_type, case kind
        when 'verification' then 'https://assay.dev/attestation/verification-report/v2'
        when 'vsa' then 'https://slsa.dev/verification_summary/v1'
        when 'approval' then 'https://assay.dev/attestation/approval/v1'
        else 'https://assay.dev/attestation/manifest/v1' end)
      """;

  private static final String OTHER = "not a SHA-256 in hexadecimal digits: ";

  private static final String SQLITE =
      """
      create table texts (
        log_index integer primary key, id text not null unique, kind text not null,
        predicate_type text not null, work_item text not null, attempt integer not null,
        verifier text, result text not null, agent text, fleet text, commit_hash text,
        artifact text, report text, time_micros bigint not null, envelope blob not null,
        basis text);
      insert into texts select log_index, lower(hex(id)), kind, %1$s, work_item, attempt, verifier,
          result, agent, fleet, commit_hash, lower(nullif(hex(artifact), '')),
          lower(nullif(hex(report), '')), time_micros, envelope, basis from attestation;
      drop table attestation;
      alter table texts rename to attestation;
      create table texts (sha256 text not null, log_index bigint not null, role text not null,
        primary key (sha256, log_index)) without rowid;
      insert into texts select lower(hex(sha256)), log_index, role from attestation_artifact;
      drop table attestation_artifact;
      alter table texts rename to attestation_artifact;
      create table texts (seq integer primary key, id text not null unique, work_item text not null,
        attempt integer not null, kind text not null, time_micros bigint not null,
        json text not null, approval_id text);
      insert into texts select seq, case when length(id) = 32 then lower(hex(id))
          else substr(cast(id as text), %2$d) end, work_item, attempt, kind, time_micros, json,
        approval_id from decision;
      drop table decision;
      alter table texts rename to decision;
      create index decision_by_work_item on decision (work_item, seq);
      create index decision_by_approval on decision (approval_id, seq)
        where approval_id is not null;
      create index attestation_by_work_item on attestation (work_item, log_index);
      create index attestation_by_verifier on attestation (verifier, log_index);
      create index attestation_by_result on attestation (result, log_index);
      create index attestation_by_agent on attestation (agent, log_index);
      create index attestation_by_commit on attestation (commit_hash, log_index);
      create index attestation_by_fleet on attestation (fleet, log_index);
      create index attestation_by_report on attestation (report, log_index);
      create index attestation_by_basis on attestation (basis, log_index) where basis is not null;
      create index attestation_by_verifier_and_result on attestation (verifier, result, log_index);
      create index attestation_by_fleet_and_verifier on attestation (fleet, verifier, log_index);
      create index attestation_by_fleet_and_result on attestation (fleet, result, log_index)
      """;

  private static final String POSTGRES =
      """
      drop index attestation_by_commit;
      drop index attestation_by_report;
      alter table attestation
        alter column id type text using encode(id, 'hex'),
        alter column predicate_type type text using %1$s,
        alter column predicate_type set not null,
        alter column artifact type text using encode(artifact, 'hex'),
        alter column report type text using encode(report, 'hex');
      create index attestation_by_commit on attestation (commit_hash, log_index);
      create index attestation_by_report on attestation (report, log_index);
      alter table attestation_artifact alter column sha256 type text using encode(sha256, 'hex');
      alter table decision alter column id type text using case when length(id) = 32
        then encode(id, 'hex') else substr(convert_from(id, 'UTF8'), %2$d) end
      """;

  private DigestsAsTexts() {}

  /** The statements, in order. */
  static List<String> statements(DatabaseConfig database) {
    String schema =
        switch (database) {
          case DatabaseConfig.Sqlite _ -> SQLITE;
          case DatabaseConfig.Postgres _ -> POSTGRES;
        };
    return Stream.concat(
            Stream.of(schema.formatted(TYPE, OTHER.length() + 1).split(";\n")),
            Stream.of("delete from flyway_schema_history where version = '17'"))
        .toList();
  }
}
