-- Sessions that were signed out. A plant token is not stored anywhere, so its session is noted here until the token would have
-- expired anyway; the statement that reads the caller's row looks here.
create table ended_session (
  sid         text primary key check (length(sid) between 1 and 64),
  expires_at  timestamptz(3) not null
);
create index ended_session_expires on ended_session (expires_at);

-- Session in which the export was ordered: a direct export nobody has begun yet ends with it. Null: ordered before this column.
alter table export_job add column session text;
create index export_job_delegated on export_job (session) where state = 'delegated';
