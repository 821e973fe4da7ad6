-- Alerts raised by reads and by checks that come later: written in the transaction of what raises them.

create sequence alert_seq;

create table alert (
  id            bigint generated always as identity primary key,
  -- Place in the stream, given after the commit by one process at a time: seen in its order, without holes to come.
  -- Null: it, or a change of it, waits to be told.
  seq           bigint unique,
  -- Grows with each change that is told.
  version       integer not null default 1,
  kind          text not null check (kind in ('blacklist', 'interforze', 'prestanome', 'revisione', 'rubata', 'rca')),
  priority      smallint not null check (priority between 1 and 3),
  -- The transit.
  plate         text collate "C" not null,
  ts            timestamptz(3) not null,
  transit       bigint not null,
  gate          smallint not null,
  -- As the camera saw it: words by their numbers, flags as in the transit.
  nation        smallint not null,
  brand         smallint not null,
  model         smallint not null,
  colour        smallint not null,
  vclass        smallint not null,
  flags         smallint not null,
  -- The entry that was hit: its list and id, '' and 0: none; what it said at that moment.
  list          text not null check (list in ('', 'blacklist', 'figurehead')),
  entry         integer not null,
  entry_facts   jsonb not null,
  closeness     text not null check (closeness in ('exact', 'pattern', 'misread')),
  -- Whom it concerns besides the right to alerts: a group and a person (null, null: all forces of the plant).
  only_group    integer,
  only_user     integer,
  is_interforce boolean not null,
  raised_at     timestamptz(3) not null default now(),
  -- Who deals with it.
  owner         uuid,
  owner_name    text not null default '',
  taken_at      timestamptz(3),
  -- Told once more because nobody took it.
  escalated_at  timestamptz(3),
  -- Somebody looked at plate and picture.
  verified_by   text not null default '',
  verified_at   timestamptz(3),
  outcome       text check (outcome in ('confirmed', 'misread', 'other_vehicle', 'outdated', 'no_action')),
  outcome_note  text not null default '' check (length(outcome_note) <= 500),
  outcome_by    text not null default '',
  outcome_at    timestamptz(3)
);
-- A passage raises each entry once, whatever is sent or checked again.
create unique index alert_once on alert (transit, plate, kind, list, entry);
create index alert_untold on alert (id) where seq is null;
create index alert_time on alert (ts, id);
create index alert_plate on alert (plate, ts);
create index alert_open on alert (raised_at) where outcome is null and owner is null and escalated_at is null and priority < 3;

-- Vehicles of a figurehead as the registry last told: what a read is held against.
create table figurehead_vehicles (
  entry     integer primary key references figurehead_entry (id) on delete cascade,
  plates    text[] collate "C" not null,
  asked_at  timestamptz(3) not null
);
