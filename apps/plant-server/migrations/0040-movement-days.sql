-- What stands out in the movements of a plate on a Rome day, for the search of suspect vehicles (ADR 0077). Only days with
-- something to tell: a night passage, a loop, many gates, a jump no car can make. Kept in step with `transit` by a follower of
-- `plate_change`, and made anew when that cannot be followed any more.
create table movement_day (
  day          date not null,
  plate        text collate "C" not null,
  n            integer not null,
  -- Passages from 00:00 to 05:00.
  night        integer not null,
  -- The same gate again after 2 to 60 minutes; those at night.
  loops        integer not null,
  night_loops  integer not null,
  gates        integer not null,
  -- Pairs of neighbouring passages that are too far apart for the time between them.
  jumps        integer not null,
  primary key (plate, day)
) with (fillfactor = 85);
create index movement_day_day on movement_day (day) include (plate, night, loops, night_loops, gates, jumps);

-- Up to which changes it is right; no row: it was never built.
create table movement_mark (
  one         boolean primary key default true check (one),
  generation  text not null,
  snapshot    text not null,
  at          timestamptz not null,
  -- False while days are still being counted for the first time.
  is_built    boolean not null
);

-- Points of the suspect score, a row per change; the newest counts, none: the usual ones.
create table suspect_weights (
  id          integer generated always as identity primary key,
  weights     jsonb not null,
  why         text not null check (length(why) between 10 and 300),
  changed_at  timestamptz(3) not null,
  changed_by  uuid not null,
  username    text not null
);
