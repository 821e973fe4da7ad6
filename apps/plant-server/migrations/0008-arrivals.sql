-- Who is paging through a search is not shown what came in after page 1, wherever its time puts it (ADR 0019). Both tables
-- hold two hours and are emptied by a crash: paging then goes by read time alone.

-- What one statement of ingest stored; written in its transaction, so that `xid` says when it became visible.
create unlogged table recent_arrival (
  xid       xid8 not null,
  at        timestamptz(3) not null,
  first_id  bigint not null,
  ids       bigint[] not null
);
-- At most 500 ids: they fit a page, and neither compressing them nor moving them elsewhere is worth it.
alter table recent_arrival alter column ids set storage plain;
create index recent_arrival_xid on recent_arrival (xid);

-- What the database showed when a person was given page 1 of a search. The key is a keyed hash: no plate is kept here.
create unlogged table search_start (
  key   text collate "C" primary key,
  seen  pg_snapshot not null,
  at    timestamptz(3) not null
);
