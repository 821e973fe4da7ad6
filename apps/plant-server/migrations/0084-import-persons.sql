-- Administrators import files in the browser too (ADR 0065). An import says who began it and how the file is read, so that it can be
-- continued on another page, and which lines were refused.

alter table import_job
  alter column key_id drop not null,
  -- Null: begun with a key.
  add column person     uuid,
  add column started_by text    not null default '',
  add column refused    integer not null default 0,
  add column read_to    integer not null default 0,
  -- Null: the client continues nothing.
  add column form       jsonb,
  add constraint import_job_owner check (num_nonnulls(key_id, person) = 1);
update import_job set started_by = (select label from ingest_key where ingest_key.id = import_job.key_id);
alter table import_job alter column started_by drop default;
create index import_job_continue on import_job (file_hash) where state in ('staging', 'committing') and form is not null;

create table import_refused (
  job    uuid    not null references import_job (id) on delete cascade,
  line   integer not null,
  reason text    not null,
  primary key (job, line)
);
