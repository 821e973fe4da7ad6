-- What changed in plate_dict and plate_day, for the copies of them that servers keep in memory (ADR 0023). Unlogged: after
-- a crash of the database it is empty, its mark with it, and every copy is loaded anew.
create unlogged table plate_change (
  -- Transaction that wrote it: a copy reads what its last look at the database could not see yet.
  xact        xid8 not null default pg_current_xact_id(),
  -- One place per plate and Rome day; days since 1970-01-01, transits that came (or went, below 0), seconds since 1970.
  plates      text[] collate "C" not null,
  days        integer[] not null,
  counts      integer[] not null,
  first_seen  bigint[] not null,
  last_seen   bigint[] not null
) with (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create index plate_change_xact on plate_change (xact);

-- Up to where changes were removed. Another generation: the changes are not those a copy began with.
create unlogged table plate_change_mark (
  one         boolean primary key default true check (one),
  generation  uuid not null default gen_random_uuid(),
  -- Changes seen by this state go next.
  next_state  pg_snapshot not null,
  next_at     timestamptz not null,
  -- Those gone were all seen by whoever looked after this instant.
  gone_at     timestamptz not null
);
