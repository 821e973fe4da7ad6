-- Cameras that administrators add in the browser (ADR 0031): what each sends is read by its family and stored as reads.

create table camera (
  id            integer generated always as identity primary key,
  -- Names the camera in the tallies of its reads, beside the keys of engines.
  uuid          uuid not null unique,
  name          text not null check (length(name) between 1 and 80),
  gate          smallint not null references gate (id),
  -- A family of packages/cameras, or 'auto'.
  family        text not null check (length(family) between 1 and 40),
  time_zone     text not null check (length(time_zone) between 1 and 64),
  speed_unit    text not null check (speed_unit in ('kmh', 'mph')),
  -- Paths of family 'generic'; null: none.
  mapping       jsonb,
  -- SHA-256 of the key, hexadecimal; the key itself is shown once and kept nowhere.
  key_hash      text not null unique,
  -- Networks it must come from; empty: any.
  networks      cidr[] not null default '{}',
  -- In trial its messages are kept and shown, and make no transits.
  is_trial      boolean not null,
  created_at    timestamptz(3) not null,
  created_by    text not null,
  updated_at    timestamptz(3) not null,
  rotated_at    timestamptz(3) not null,
  rotated_by    text not null,
  revoked_at    timestamptz(3),
  revoked_by    text,
  -- As counted, a minute late at most; null: none yet.
  last_message  timestamptz(3),
  last_read     timestamptz(3),
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index camera_name on camera (lower(name)) where revoked_at is null;
create index camera_gate on camera (gate);

-- Bodies in trial and refused ones, for seven days. They contain plates, so they are sealed under the server's secret.
create table camera_message (
  id           uuid primary key,
  camera       integer not null references camera (id) on delete cascade,
  received_at  timestamptz(3) not null,
  state        text not null check (state in ('trial', 'refused')),
  -- Why it was refused: a code, never a value. Null in trial.
  reason       text check (length(reason) <= 40),
  -- Family it was read as; null: none.
  family       text check (length(family) <= 40),
  -- Size of the body, bytes.
  size         integer not null,
  sealed       bytea not null
);
create index camera_message_camera on camera_message (camera, received_at desc);
create index camera_message_received on camera_message (received_at);

-- What became of the messages of each camera, by hour of receipt. Counts only.
create table camera_hour (
  camera          integer not null references camera (id) on delete cascade,
  hour            timestamptz(3) not null,
  messages        integer not null default 0,
  reads           integer not null default 0,
  -- A vehicle was seen and no plate was read.
  no_plate        integer not null default 0,
  low_confidence  integer not null default 0,
  -- The same read again.
  repeated        integer not null default 0,
  -- Later messages about a vehicle that is stored already.
  joined          integer not null default 0,
  refused         integer not null default 0,
  heartbeats      integer not null default 0,
  -- Arrival minus stated time of a sample of its reads, milliseconds.
  clock_errors    integer[] not null default '{}' check (cardinality(clock_errors) <= 200),
  primary key (camera, hour)
);

-- The transit of a camera's event or track, so that later messages about it do not become transits too.
create table camera_event (
  camera   integer not null references camera (id) on delete cascade,
  -- First half of the SHA-256 of the event's id at the camera.
  event    bytea not null check (length(event) = 16),
  -- Instant and id of the first read of it.
  at       timestamptz(3) not null,
  transit  bigint not null,
  -- Keyed hash of its plate, with confusable characters folded: some cameras use an id for the next vehicle too.
  plate    text not null,
  primary key (camera, event)
);
create index camera_event_at on camera_event (at);
