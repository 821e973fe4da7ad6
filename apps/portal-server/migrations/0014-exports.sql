-- Saved exports over many plants (T 3.9, T 4.4) and the part of each plant in them. Nothing of a transit is here: parts and files are
-- archives on the disk, sealed with a password that is kept only until the file is made.

create table export_job (
  guid uuid primary key,
  user_id integer not null references portal_user on delete cascade,
  created_at timestamptz(3) not null,
  label text not null check (length(label) <= 120),
  notes text not null check (length(notes) <= 500),
  without_images boolean not null,
  with_context_images boolean not null,
  watermark_tag text not null check (length(watermark_tag) <= 80),
  -- SHA-256 of the request, so that one sent twice is known; of the owner's key header.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- Sealed under the server's key. The first: password and stated reason, wiped at the end. The second: what was asked for, for its owner.
  secrets_sealed bytea,
  parameters_sealed bytea not null,
  -- 'asking': plants are asked and send; 'closing': the file is being made.
  state text not null default 'asking' check (state in ('asking', 'closing', 'ended')),
  outcome text check (outcome in ('completed', 'incomplete', 'failed', 'interrupted', 'timed_out')),
  cancelled_at timestamptz(3),
  started_at timestamptz(3),
  updated_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Until then somebody is making the file.
  closing_until timestamptz(3),
  is_notified boolean not null default false,
  transits integer not null default 0,
  file_name text not null,
  file_size bigint,
  file_sha256 bytea check (octet_length(file_sha256) = 32),
  -- One download until then.
  download_until timestamptz(3),
  -- Direct exports only: the parameter file as the browser sealed it, and its PIN under the owner's key.
  direct_file text check (length(direct_file) <= 400000),
  direct_pin text,
  direct_expires_at timestamptz(3),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (outcome is not null) or direct_file is not null)
);
create index export_job_user on export_job (user_id, created_at);
create index export_job_running on export_job (state) where state <> 'ended';
create index export_job_ended on export_job (ended_at) where state = 'ended';

create table export_part (
  guid uuid not null references export_job on delete cascade,
  peer_number integer not null check (peer_number between 1 and 200),
  peer_id integer references peer on delete set null,
  url text not null,
  label text not null,
  -- Delegation and filter, sealed; wiped when the part is at its end.
  secrets_sealed bytea,
  estimate integer,
  state text not null default 'waiting' check (state in ('waiting', 'starting', 'running', 'accepted', 'error', 'cancelled')),
  fault text,
  -- Tries since the plant last gave a sign of life.
  tries integer not null default 0,
  next_try_at timestamptz(3) not null,
  last_sign_at timestamptz(3) not null,
  progress_count integer not null default 0,
  progress_over integer,
  received bigint not null default 0 check (received >= 0),
  sha256 bytea check (octet_length(sha256) = 32),
  transits integer not null default 0,
  pictures integer not null default 0,
  is_complete boolean,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  -- The plant was told that its part is not wanted any more.
  is_told boolean not null default false,
  primary key (guid, peer_number),
  check ((state = 'error') = (fault is not null)),
  check (state <> 'accepted' or sha256 is not null)
);
create index export_part_peer on export_part (peer_id);
create index export_part_due on export_part (next_try_at) where state in ('waiting', 'starting', 'running');
