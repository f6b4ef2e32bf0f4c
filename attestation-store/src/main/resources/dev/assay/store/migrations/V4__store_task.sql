-- What the store does at its next start, before anything else; the row goes once it is done.
create table store_task (
  name text not null primary key
);
