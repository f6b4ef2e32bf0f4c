package dev.assay.store;

import dev.assay.store.index.DatabaseConfig;
import java.util.List;

/** What makes a database what the version before names were numbers left. */
final class NamesAsTexts {

  private static final String STATEMENTS =
      """
      create table named (
        log_index %1$s primary key, id %2$s not null, kind text not null, predicate_type text,
        work_item text not null, attempt integer not null, verifier text, result text not null,
        basis text, agent text, fleet text, commit_hash text, artifact %2$s, report %2$s,
        time_micros bigint not null, envelope %2$s not null);
      insert into named select log_index, id, kind, predicate_type, work_item, attempt,
        (select text from attestation_name where code = verifier),
        (select text from attestation_name where code = result),
        (select text from attestation_name where code = basis), agent,
        (select text from attestation_name where code = fleet),
        commit_hash, artifact, report, time_micros, envelope from attestation;
      drop table attestation;
      alter table named rename to attestation;
      create unique index attestation_by_id on attestation (id);
      create index attestation_by_work_item on attestation (work_item, log_index);
      create index attestation_by_verifier on attestation (verifier, log_index);
      create index attestation_by_result on attestation (result, log_index);
      create index attestation_by_agent on attestation (agent, log_index);
      create index attestation_by_commit on attestation (commit_hash, log_index)
        where commit_hash is not null;
      create index attestation_by_fleet on attestation (fleet, log_index);
      create index attestation_by_report on attestation (report, log_index)
        where report is not null;
      create index attestation_by_basis on attestation (basis, log_index) where basis is not null;
      create index attestation_by_verifier_and_result on attestation (verifier, result, log_index);
      create index attestation_by_fleet_and_verifier on attestation (fleet, verifier, log_index);
      create index attestation_by_fleet_and_result on attestation (fleet, result, log_index);
      create table named_promotion (
        log_index %1$s primary key, fleet text, known integer not null, basis text,
        partial integer not null, verifiers text not null);
      insert into named_promotion select log_index,
        (select text from attestation_name where code = fleet), known,
        (select text from attestation_name where code = basis), partial, verifiers
        from attestation_promotion;
      drop table attestation_promotion;
      alter table named_promotion rename to attestation_promotion;
      create index attestation_promotion_of_fleet on attestation_promotion (fleet, log_index);
      create table named_artifact (sha256 %2$s not null, log_index bigint not null,
        role text not null, primary key (sha256, log_index))%3$s;
      insert into named_artifact select sha256, log_index, 'test-log' from attestation_artifact;
      drop table attestation_artifact;
      alter table named_artifact rename to attestation_artifact;
      alter table attestation_hyperthesis drop column verifier;
      alter table attestation_hyperthesis drop column fleet;
      drop table attestation_name;
      delete from flyway_schema_history where version in ('18', '19', '20', '21', '22')
      """;

  private NamesAsTexts() {}

  /** The statements, in order. */
  static List<String> statements(DatabaseConfig database) {
    String schema =
        switch (database) {
          case DatabaseConfig.Sqlite _ -> STATEMENTS.formatted("integer", "blob", " without rowid");
          case DatabaseConfig.Postgres _ -> STATEMENTS.formatted("bigint", "bytea", "");
        };
    return List.of(schema.split(";\n"));
  }
}
