-- Registry of plants: what the portal knows and what each plant says of itself (P 3, P 4).

create table peer (
  id integer generated always as identity primary key,
  uuid uuid not null unique,
  url text not null check (length(url) <= 300),
  -- Host and explicit port, lower case: two spellings of one address are one plant (readings B-30).
  url_key text not null unique,
  label text not null check (length(label) <= 80),
  code text not null default '' check (length(code) <= 6),
  -- Raw Ed25519 public key of an enrolled plant; null: its signed calls are refused.
  public_key bytea check (octet_length(public_key) = 32),
  is_enabled boolean not null default true,
  is_verified boolean not null default false,
  version text not null default '',
  last_seen_at timestamptz(3),
  last_status_message text,
  -- Since when the message is the one shown: "wrong IP" must last (readings B-37).
  last_status_message_at timestamptz(3),
  server_time timestamptz(3),
  last_plate_at timestamptz(3),
  license_expiration date,
  -- Last answer to the portal's own probe.
  reached_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create table user_peer (
  user_id integer not null references portal_user on delete cascade,
  peer_id integer not null references peer on delete cascade,
  primary key (user_id, peer_id)
);
create index user_peer_peer on user_peer (peer_id);

-- Numbers used once in signed calls of plants; rows older than the time window are dropped.
create table plant_nonce (
  peer_id integer not null references peer on delete cascade,
  nonce text not null,
  seen_at timestamptz(3) not null,
  primary key (peer_id, nonce)
);
create index plant_nonce_seen on plant_nonce (seen_at);
