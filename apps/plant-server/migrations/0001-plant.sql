-- One plant: its settings, its people, its gates, the keys of its cameras.

create table plant_settings (
  one                   boolean primary key default true check (one),
  uuid                  uuid not null,
  label                 text not null,
  code                  text not null,
  municipality          text not null,
  public_url            text not null,
  portal_url            text not null default '',
  -- Retention has no silent default: who sets a plant up names term, basis and act.
  retention_days        integer not null check (retention_days >= 1),
  plate_picture_days    integer not null check (plate_picture_days >= 1),
  context_picture_days  integer not null check (context_picture_days >= 1),
  retention_basis       text not null,
  retention_act         text not null,
  requires_reason       boolean not null default false,
  requires_case         boolean not null default false,
  -- [{code, it, en}], edited by the plant's administrator.
  reasons               jsonb not null default '[]',
  license_expires_on    date,
  license_number        text,
  license_options       jsonb,
  watermark_text        text not null default '',
  -- Faults on demand; read only by a server started with the demo flag.
  demo_slow_ms          integer not null default 0 check (demo_slow_ms between 0 and 60000),
  demo_fail_one_in      integer not null default 0 check (demo_fail_one_in >= 0)
);

-- Ed25519 keys of the plant: the newest signs tokens and heartbeats, the one before still verifies until it is retired.
-- The private half is sealed under the secret of the server's data folder.
create table plant_key (
  kid             text primary key,
  public_x        text not null,
  private_sealed  bytea not null,
  created_at      timestamptz(3) not null default now(),
  retired_at      timestamptz(3)
);

-- Wrong sign-ins by account and by address; the key is a keyed hash, so that no address is kept.
create table sign_in_failure (
  key              text primary key,
  failures         integer not null,
  last_failure_at  timestamptz(3) not null,
  blocked_until    timestamptz(3)
);

create table user_group (
  id     integer primary key,
  name   text not null unique,
  level  smallint not null check (level between 1 and 9)
);

create table plant_user (
  id                        integer primary key,
  uuid                      uuid not null unique,
  username                  text not null,
  fullname                  text not null default '',
  email                     text not null default '',
  group_id                  integer not null references user_group (id),
  -- 1 enabled, 0 disabled, -1 the password must be changed.
  active                    smallint not null default 1 check (active between -1 and 1),
  password_hash             text not null,
  password_set_on           date not null,
  password_expires_on       date,
  expires_on                date,
  -- Grows with each change of password: older tokens end.
  ver                       integer not null default 1,
  -- Gates this person may see; null: all.
  gates                     smallint[],
  -- Minutes of allowed search range; 0: no limit.
  t_max                     integer not null default 0 check (t_max >= 0),
  -- False: plates, checks and sharp pictures are hidden from this person.
  sees_plates               boolean not null default true,
  insert_bl                 boolean,
  notifica_rubati           boolean not null default false,
  notifica_blacklist        boolean not null default false,
  responsabile_interforze   boolean not null default false,
  can_manage_users          boolean not null default false,
  can_manage_districts      boolean not null default false,
  visure_pagamento          boolean not null default false,
  assignable_bl_groups      integer[] not null default '{}',
  created_by                integer references plant_user (id),
  owned_by                  integer references plant_user (id)
);
create unique index plant_user_username on plant_user (lower(username));
create index plant_user_group on plant_user (group_id);
create index plant_user_created_by on plant_user (created_by);
create index plant_user_owned_by on plant_user (owned_by);

create table gate (
  id            smallint primary key check (id >= 1),
  fullname      text not null,
  description   text not null default '',
  position      integer not null default 0,
  lat           double precision check (lat between -90 and 90),
  lon           double precision check (lon between -180 and 180),
  note          text not null default '',
  lane2         boolean not null default false,
  rca_status    text not null default '',
  direction     smallint not null default 0 check (direction between 0 and 4),
  camera_model  text not null default '',
  video_url     text,
  sd_size       integer,
  boundary      boolean not null default false,
  enabled       boolean not null default true,
  has_error     boolean not null default false,
  updated_at    timestamptz(3)
);
create unique index gate_fullname on gate (lower(fullname));

create table ingest_key (
  id          uuid primary key,
  label       text not null,
  kind        text not null check (kind in ('camera', 'import')),
  -- SHA-256 of the key, hexadecimal; the key itself is shown once and kept nowhere.
  key_hash    text not null unique,
  -- Gates it may send for; null: all.
  gates       smallint[],
  -- Network it must come from; null: any.
  cidr        cidr,
  created_at  timestamptz(3) not null,
  revoked_at  timestamptz(3)
);
