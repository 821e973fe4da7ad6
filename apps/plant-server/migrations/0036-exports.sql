-- Exports of transits: one row for each part or single-plant export, written before anything is read.
create table export_job (
  -- Guid of the export; made by the client, so that a call sent twice begins one job.
  id                   uuid primary key,
  -- portal: pushed there; direct: fetched here by the exporter; plant: kept here for its owner.
  kind                 text not null check (kind in ('portal', 'direct', 'plant')),
  state                text not null check (state in
    ('delegated', 'waiting', 'building', 'sending', 'ready', 'delivered', 'failed', 'cancelled', 'timed_out')),
  user_uuid            uuid not null,
  -- What was asked, by whom, why, with which words: sealed. Its hash is what a delegation is good for.
  ask_hash             text collate "C" not null,
  ask_sealed           bytea not null,
  -- Password of the archive, sealed; null once the part is made, or given up.
  password_sealed      bytea,
  -- Origin of the portal the part goes to; '' for the other kinds.
  destination          text not null default '',
  peer_number          integer not null default 1 check (peer_number between 1 and 500),
  -- Transits a whole quota has with these contents, and how many this job may have.
  quota                integer not null check (quota > 0),
  most                 integer not null check (most >= 0),
  created_at           timestamptz(3) not null,
  started_at           timestamptz(3),
  ended_at             timestamptz(3),
  updated_at           timestamptz(3) not null,
  -- Reads stored later stay out, also when the job goes on after a restart.
  as_of                timestamptz(3),
  total                integer,
  done                 integer not null default 0,
  -- Last transit of the last stretch that is safely stored, and how many stretches there are.
  cursor_id            bigint,
  segments             integer not null default 0,
  pictures             integer not null default 0,
  pictures_expired     integer not null default 0,
  pictures_unreadable  integer not null default 0,
  pictures_withheld    boolean not null default false,
  limitations          text[] not null default '{}',
  bytes                bigint not null default 0,
  bytes_sent           bigint not null default 0,
  sha256               text collate "C",
  problem              text not null default '',
  tries                integer not null default 0,
  next_try_at          timestamptz(3) not null,
  -- Who works on it; a lease that ran out is anybody's.
  lease                uuid,
  lease_until          timestamptz(3)
);
create index export_job_open on export_job (created_at) where state in ('waiting', 'building', 'sending');
create index export_job_user on export_job (user_uuid, created_at);
create index export_job_ended on export_job (ended_at) where ended_at is not null;
