-- Where a work item belongs, what it cost, and the question that is open about it, when one is.
alter table work_item add column parent text;
alter table work_item add column children text not null default '[]';
alter table work_item add column cost text not null default '{}';
alter table work_item add column approval_id text;
alter table work_item add column approval_micros bigint;
alter table work_item add column approval text;

create index work_item_by_approval on work_item (approval_micros, id)
  where approval_id is not null;

-- The question that a decision asked.
alter table decision add column approval_id text;

create index decision_by_approval on decision (approval_id, seq)
  where approval_id is not null;
