-- Without statistics SQLite takes all indexes for about as good, and of two the one whose columns
-- are declared narrower: never one of two columns. What is told here of a million rows is made up,
-- so that plans depend on no content: how many rows share the first column, and the first two.
analyze attestation_name;
delete from sqlite_stat1;

insert into sqlite_stat1 (tbl, idx, stat) values
  ('attestation', 'attestation_by_id', '1000000 1'),
  ('attestation', 'attestation_by_work_item', '1000000 3'),
  ('attestation', 'attestation_by_report', '1000000 2'),
  ('attestation', 'attestation_by_commit', '1000000 10'),
  ('attestation', 'attestation_by_agent', '1000000 1000'),
  ('attestation', 'attestation_by_agent_and_fleet', '1000000 1000 500'),
  ('attestation', 'attestation_by_fleet', '1000000 30000'),
  ('attestation', 'attestation_by_fleet_and_result', '1000000 30000 15000'),
  ('attestation', 'attestation_by_fleet_and_verifier', '1000000 30000 16000'),
  ('attestation', 'attestation_by_verifier', '1000000 200000'),
  ('attestation', 'attestation_by_verifier_and_result', '1000000 200000 40000'),
  ('attestation', 'attestation_by_result', '1000000 200000'),
  ('attestation', 'attestation_by_basis', '1000000 250000');

analyze sqlite_schema;
