-- What a server noted about its own work (P 1, the system log). Only the closed fields of the log: nothing personal can stand here.

create table system_event (
  id         bigint         primary key generated always as identity,
  at         timestamptz(3) not null,
  -- The same thing several times within moments is one row.
  last_at    timestamptz(3) not null,
  times      integer        not null default 1 check (times >= 1),
  level      text           not null check (level in ('info', 'warn', 'error')),
  event      text           not null check (length(event) <= 120),
  code       text           check (length(code) <= 64),
  sub_code   text           check (length(sub_code) <= 64),
  route      text           check (length(route) <= 200),
  plant      uuid,
  request_id text           check (length(request_id) <= 64)
);
create index system_event_trouble on system_event (id) where level <> 'info';
create index system_event_at on system_event (at);
